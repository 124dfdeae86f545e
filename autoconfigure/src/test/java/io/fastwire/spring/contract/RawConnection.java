/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import io.fastwire.testsupport.WireClient;

/**
 * A connection whose responses are read piece by piece.
 */
final class RawConnection implements Closeable {

	private final WireClient client;

	private final StringBuilder chunks = new StringBuilder();

	RawConnection(int port) throws IOException {
		this(WireClient.connect(port));
	}

	/** Speaks over a connection that is there. */
	RawConnection(Socket connected) throws IOException {
		this(WireClient.over(connected));
	}

	private RawConnection(WireClient client) {
		this.client = client;
	}

	RawConnection send(String text) throws IOException {
		client.send(text);
		return this;
	}

	/** Sends a request without a body. */
	RawConnection get(String target) throws IOException {
		return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
	}

	/** Reads a status line and fields, with the empty line after them. */
	String readHead() throws IOException {
		return readUntil("\r\n\r\n");
	}

	/** Reads up to and with the next occurrence of a text. */
	String readUntil(String end) throws IOException {
		return client.readUntil(end);
	}

	/**
	 * Reads chunks until their content has a text; what follows it is kept for the next
	 * call.
	 */
	String readChunksUntil(String end) throws IOException {
		long start = System.nanoTime();
		while (chunks.indexOf(end) == -1) {
			if (System.nanoTime() - start > WireClient.PATIENCE.toNanos()) {
				throw new IOException("No " + end + " in: " + chunks);
			}
			int size = Integer.parseInt(readUntil("\r\n").trim(), 16);
			if (size == 0) {
				throw new IOException("Ended after: " + chunks);
			}
			chunks.append(read(size));
			read("\r\n".length());
		}
		int length = chunks.indexOf(end) + end.length();
		String text = chunks.substring(0, length);
		chunks.delete(0, length);
		return text;
	}

	String read(int bytes) throws IOException {
		return new String(client.readBytes(bytes), StandardCharsets.ISO_8859_1);
	}

	/** Reads what comes until the server closes. */
	String readAll() throws IOException {
		return client.readAll();
	}

	/** Closes so that the server sees a reset. */
	void reset() throws IOException {
		client.reset();
	}

	@Override
	public void close() throws IOException {
		client.close();
	}

}
