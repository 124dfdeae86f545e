/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fastwire.testsupport.WireResponse.Field;

/**
 * Reads responses as RFC 9112 writes them and forgives nothing: what a lenient client
 * would let pass, a strict one would not.
 */
final class WireResponseReader {

	private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 ([1-9][0-9]{2}) ([\\t -~\\x80-\\xFF]*)");

	private static final Pattern FIELD_LINE = Pattern
		.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([!-~\\x80-\\xFF](?:[\\t -~\\x80-\\xFF]*[!-~\\x80-\\xFF])?)?");

	private static final Pattern CHUNK_LINE = Pattern.compile("[0-9A-Fa-f]{1,15}");

	private static final int MAX_LINE = 64 * 1024;

	private final InputStream in;

	WireResponseReader(InputStream in) {
		this.in = in;
	}

	WireResponse read(String method) throws IOException {
		Matcher statusLine = match(STATUS_LINE, line());
		int status = Integer.parseInt(statusLine.group(1));
		List<Field> fields = fields();
		List<String> codings = values(fields, "Transfer-Encoding");
		List<String> lengths = values(fields, "Content-Length");
		checkFraming(status, codings, lengths);
		List<Field> trailers = List.of();
		byte[] body = {};
		boolean untilClose = false;
		if (status >= 200 && status != 204 && status != 304 && !method.equals("HEAD")) {
			if (!codings.isEmpty()) {
				body = chunks();
				trailers = fields();
			}
			else if (!lengths.isEmpty()) {
				body = exactly(Long.parseLong(lengths.get(0)));
			}
			else {
				body = in.readAllBytes();
				untilClose = true;
			}
		}
		return new WireResponse(status, statusLine.group(2), fields, body, trailers, untilClose);
	}

	private static void checkFraming(int status, List<String> codings, List<String> lengths) throws IOException {
		if (codings.size() + lengths.size() > 1) {
			throw new ProtocolException("Framed more than once: " + codings + lengths);
		}
		if ((status < 200 || status == 204) && codings.size() + lengths.size() > 0) {
			throw new ProtocolException("A " + status + " is framed: " + codings + lengths);
		}
		if (!codings.isEmpty() && !codings.get(0).equals("chunked")) {
			throw new ProtocolException("Unknown coding " + codings);
		}
		if (!lengths.isEmpty() && !lengths.get(0).matches("[0-9]{1,18}")) {
			throw new ProtocolException("Malformed length " + lengths);
		}
	}

	private byte[] chunks() throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		while (true) {
			int size = Integer.parseInt(match(CHUNK_LINE, line()).group(), 16);
			if (size == 0) {
				return body.toByteArray();
			}
			body.write(exactly(size));
			if (!line().isEmpty()) {
				throw new ProtocolException("No line ending behind a chunk");
			}
		}
	}

	private List<Field> fields() throws IOException {
		List<Field> fields = new ArrayList<>();
		for (String line = line(); !line.isEmpty(); line = line()) {
			Matcher matcher = match(FIELD_LINE, line);
			fields.add(new Field(matcher.group(1), (matcher.group(2) != null) ? matcher.group(2) : ""));
		}
		return fields;
	}

	private static List<String> values(List<Field> fields, String name) {
		return fields.stream().filter((field) -> field.name().equalsIgnoreCase(name)).map(Field::value).toList();
	}

	private byte[] exactly(long length) throws IOException {
		byte[] bytes = in.readNBytes(Math.toIntExact(length));
		if (bytes.length < length) {
			throw new EOFException("Truncated after " + bytes.length + " of " + length + " bytes");
		}
		return bytes;
	}

	private String line() throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		while (true) {
			int b = in.read();
			if (b < 0) {
				throw new EOFException("Truncated behind '" + line.toString(StandardCharsets.ISO_8859_1) + "'");
			}
			if (b == '\n') {
				throw new ProtocolException("LF without CR behind '" + line + "'");
			}
			if (b == '\r') {
				if (in.read() != '\n') {
					throw new ProtocolException("CR without LF behind '" + line + "'");
				}
				return line.toString(StandardCharsets.ISO_8859_1);
			}
			line.write(b);
			if (line.size() > MAX_LINE) {
				throw new ProtocolException("Endless line");
			}
		}
	}

	private static Matcher match(Pattern pattern, String line) throws ProtocolException {
		Matcher matcher = pattern.matcher(line);
		if (!matcher.matches()) {
			throw new ProtocolException("Malformed line: '" + line + "'");
		}
		return matcher;
	}

}
