/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A response as it was on the wire.
 *
 * @param status the status code
 * @param reason the reason phrase
 * @param fields the field lines in order
 * @param body the content, with any chunked coding taken off
 * @param trailers the trailer fields
 * @param untilClose whether the end of the connection was the end of the body
 */
public record WireResponse(int status, String reason, List<Field> fields, byte[] body, List<Field> trailers,
		boolean untilClose) {

	/**
	 * A field line.
	 *
	 * @param name as it was sent
	 * @param value as it was sent, as Latin-1
	 */
	public record Field(String name, String value) {

		@Override
		public String toString() {
			return name + ": " + value;
		}

	}

	/**
	 * Reads one response and nothing behind it, unless its end is the end of the
	 * connection.
	 * @param in the input
	 * @param method the request method, on which the framing depends
	 * @return the response
	 * @throws java.net.ProtocolException if it is malformed in any way
	 * @throws java.io.EOFException if it is truncated
	 * @throws IOException if reading fails
	 */
	public static WireResponse read(InputStream in, String method) throws IOException {
		return new WireResponseReader(in).read(method);
	}

	/**
	 * Returns the value of a field.
	 * @param name in any case
	 * @return empty if there is no such field
	 * @throws IllegalStateException if there are several
	 */
	public Optional<String> field(String name) {
		List<String> values = all(name);
		if (values.size() > 1) {
			throw new IllegalStateException(name + " occurs " + values.size() + " times: " + values);
		}
		return values.stream().findFirst();
	}

	/**
	 * Returns all values of a field.
	 * @param name in any case
	 * @return in order
	 */
	public List<String> all(String name) {
		return fields.stream().filter((field) -> field.name().equalsIgnoreCase(name)).map(Field::value).toList();
	}

	/**
	 * Returns the body as text.
	 * @return decoded from UTF-8
	 */
	public String text() {
		return new String(body, StandardCharsets.UTF_8);
	}

	/**
	 * Tells whether the server says that it will close the connection.
	 * @return whether there is {@code Connection: close}
	 */
	public boolean closes() {
		return field("Connection").filter((value) -> value.equalsIgnoreCase("close")).isPresent();
	}

	/**
	 * Tells whether the body came in chunks.
	 * @return whether there is {@code Transfer-Encoding: chunked}
	 */
	public boolean chunked() {
		return field("Transfer-Encoding").isPresent();
	}

	@Override
	public String toString() {
		return status + " " + reason + " " + fields + " " + body.length + " bytes";
	}

}
