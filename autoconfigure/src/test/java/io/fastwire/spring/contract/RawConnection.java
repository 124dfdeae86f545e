/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A TCP connection to a server, in ISO-8859-1. Reading waits at most ten seconds.
 */
final class RawConnection implements Closeable {

	private static final int PATIENCE_MILLIS = 10_000;

	private final Socket socket;

	private final InputStream in;

	private final StringBuilder chunks = new StringBuilder();

	RawConnection(int port) throws IOException {
		this(new Socket(InetAddress.getLoopbackAddress(), port));
	}

	/** Speaks over a connection that is there. */
	RawConnection(Socket connected) throws IOException {
		socket = connected;
		socket.setSoTimeout(PATIENCE_MILLIS);
		socket.setTcpNoDelay(true);
		in = socket.getInputStream();
	}

	RawConnection send(String text) throws IOException {
		socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
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
		long start = System.nanoTime();
		StringBuilder text = new StringBuilder();
		while (text.length() < end.length() || text.indexOf(end, text.length() - end.length()) == -1) {
			int b = in.read();
			if (b == -1) {
				throw new IOException("Closed after: " + text);
			}
			checkPatience(start, end, text);
			text.append((char) b);
		}
		return text.toString();
	}

	/**
	 * Reads chunks until their content has a text; what follows it is kept for the next
	 * call.
	 */
	String readChunksUntil(String end) throws IOException {
		long start = System.nanoTime();
		while (chunks.indexOf(end) == -1) {
			int size = Integer.parseInt(readUntil("\r\n").trim(), 16);
			if (size == 0) {
				throw new IOException("Ended after: " + chunks);
			}
			chunks.append(read(size));
			read("\r\n".length());
			checkPatience(start, end, chunks);
		}
		int length = chunks.indexOf(end) + end.length();
		String text = chunks.substring(0, length);
		chunks.delete(0, length);
		return text;
	}

	private static void checkPatience(long start, String end, CharSequence text) throws IOException {
		if (System.nanoTime() - start > PATIENCE_MILLIS * 1_000_000L) {
			throw new IOException("No " + end + " in: " + text);
		}
	}

	String read(int bytes) throws IOException {
		return new String(in.readNBytes(bytes), StandardCharsets.ISO_8859_1);
	}

	/** Reads what comes until the server closes. */
	String readAll() throws IOException {
		return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
	}

	/** Closes so that the server sees a reset. */
	void reset() throws IOException {
		socket.setSoLinger(true, 0);
		socket.close();
	}

	@Override
	public void close() throws IOException {
		socket.close();
	}

}
