/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends and reads bytes, one character each. */
final class RawClient implements Closeable {

	private static final int TIMEOUT_MILLIS = 10_000;

	private final Socket socket;

	private final InputStream in;

	RawClient(int port) throws IOException {
		socket = new Socket(InetAddress.getLoopbackAddress(), port);
		socket.setSoTimeout(TIMEOUT_MILLIS);
		in = socket.getInputStream();
	}

	void send(String text) {
		try {
			socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Reads until the text ends so, and not a byte more. */
	String readTo(String end) throws IOException {
		StringBuilder text = new StringBuilder();
		while (text.length() < end.length() || text.lastIndexOf(end) != text.length() - end.length()) {
			int read = in.read();
			if (read < 0) {
				throw new IOException("Closed after: " + text);
			}
			text.append((char) read);
		}
		return text.toString();
	}

	String readToEnd() throws IOException {
		return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
	}

	/** Closes by RST. */
	void reset() throws IOException {
		socket.setSoLinger(true, 0);
		socket.close();
	}

	@Override
	public void close() throws IOException {
		socket.close();
	}

	static String dechunk(String response) {
		StringBuilder body = new StringBuilder();
		int at = response.indexOf("\r\n\r\n") + 4;
		while (true) {
			int lineEnd = response.indexOf("\r\n", at);
			int size = Integer.parseInt(response.substring(at, lineEnd), 16);
			if (size == 0) {
				return body.toString();
			}
			body.append(response, lineEnd + 2, lineEnd + 2 + size);
			at = lineEnd + 2 + size + 2;
		}
	}

}
