/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A blocking client that sends exactly the bytes it is told and reads strictly. Obtained
 * by {@link #connect}. No call waits longer than {@link #PATIENCE}.
 */
public final class WireClient implements AutoCloseable {

	/** After this time a read fails with a {@link java.net.SocketTimeoutException}. */
	public static final Duration PATIENCE = Duration.ofSeconds(20);

	private final Socket socket;

	private final InputStream in;

	private final OutputStream out;

	private WireClient(Socket socket) throws IOException {
		this.socket = socket;
		socket.setTcpNoDelay(true);
		socket.setSoTimeout((int) PATIENCE.toMillis());
		this.in = new BufferedInputStream(socket.getInputStream());
		this.out = socket.getOutputStream();
	}

	/**
	 * Connects to a port of this machine.
	 * @param port the port
	 * @return a connected client
	 * @throws IOException if that fails
	 */
	public static WireClient connect(int port) throws IOException {
		return connect(port, null, 0);
	}

	/**
	 * Connects to a port of this machine.
	 * @param port the port
	 * @param from a loopback address to connect from, or {@code null} for any
	 * @param receiveBytes size of the receive buffer, which bounds how much arrives
	 * before it is read; 0 for the default
	 * @return a connected client
	 * @throws IOException if that fails
	 */
	public static WireClient connect(int port, @Nullable InetAddress from, int receiveBytes) throws IOException {
		Socket socket = new Socket();
		try {
			if (receiveBytes > 0) {
				socket.setReceiveBufferSize(receiveBytes);
			}
			if (from != null) {
				socket.bind(new InetSocketAddress(from, 0));
			}
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PATIENCE.toMillis());
			return new WireClient(socket);
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

	/**
	 * Speaks over a connection that is there.
	 * @param socket closed with this client
	 * @return a connected client
	 * @throws IOException if that fails
	 */
	public static WireClient over(Socket socket) throws IOException {
		return new WireClient(socket);
	}

	/**
	 * Sends text.
	 * @param text as Latin-1, line endings as they are
	 * @return this
	 * @throws IOException if that fails
	 */
	public WireClient send(String text) throws IOException {
		return send(text.getBytes(StandardCharsets.ISO_8859_1));
	}

	/**
	 * Sends bytes by one system call.
	 * @param bytes what to send
	 * @return this
	 * @throws IOException if that fails
	 */
	public WireClient send(byte[] bytes) throws IOException {
		out.write(bytes);
		return this;
	}

	/**
	 * Sends bytes in pieces, each by one system call.
	 * @param pieces what to send, see {@link Fragmentation}
	 * @return this
	 * @throws IOException if that fails
	 */
	public WireClient send(List<byte[]> pieces) throws IOException {
		for (byte[] piece : pieces) {
			out.write(piece);
		}
		return this;
	}

	/**
	 * Sends a GET without further fields and reads the answer.
	 * @param path the target
	 * @return the response
	 * @throws IOException if that fails
	 */
	public WireResponse get(String path) throws IOException {
		return send("GET " + path + " HTTP/1.1\r\nHost: t\r\n\r\n").read();
	}

	/**
	 * Reads the next response, which may be an interim one.
	 * @return the response
	 * @throws IOException if it is malformed or truncated
	 */
	public WireResponse read() throws IOException {
		return read("GET");
	}

	/**
	 * Reads the next response.
	 * @param method the request method, on which the framing depends
	 * @return the response
	 * @throws IOException if it is malformed or truncated
	 */
	public WireResponse read(String method) throws IOException {
		return WireResponse.read(in, method);
	}

	/**
	 * Reads some bytes.
	 * @param count how many
	 * @return them, or fewer at the end of the connection
	 * @throws IOException if that fails
	 */
	public byte[] readBytes(int count) throws IOException {
		return in.readNBytes(count);
	}

	/**
	 * Reads up to the first occurrence of a text, and not a byte more.
	 * @param end the text, as Latin-1
	 * @return all that came, with the text
	 * @throws IOException if the connection ends before it, or after {@link #PATIENCE}
	 */
	public String readUntil(String end) throws IOException {
		long start = System.nanoTime();
		StringBuilder text = new StringBuilder();
		while (text.length() < end.length() || text.indexOf(end, text.length() - end.length()) < 0) {
			int b = in.read();
			if (b < 0) {
				throw new EOFException("Closed after: " + text);
			}
			if (System.nanoTime() - start > PATIENCE.toNanos()) {
				throw new SocketTimeoutException("No " + end + " in: " + text);
			}
			text.append((char) b);
		}
		return text.toString();
	}

	/**
	 * Reads up to the end of the connection.
	 * @return the bytes as Latin-1
	 * @throws SocketException if the connection ends by a reset
	 * @throws IOException if reading fails
	 */
	public String readAll() throws IOException {
		return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
	}

	/**
	 * Tells whether the connection ends by FIN with nothing in front of it.
	 * @return {@code false} if there is a byte
	 * @throws SocketException if the connection ends by a reset
	 * @throws IOException if reading fails
	 */
	public boolean atEnd() throws IOException {
		return in.read() < 0;
	}

	/**
	 * Reads until the connection ends.
	 * @return whether it ended by a reset
	 * @throws IOException if it does not end in time
	 */
	public boolean endsByReset() throws IOException {
		try {
			in.readAllBytes();
			return false;
		}
		catch (SocketException ex) {
			return true;
		}
	}

	/**
	 * Sends FIN; reading goes on.
	 * @return this
	 * @throws IOException if that fails
	 */
	public WireClient shutdownOutput() throws IOException {
		socket.shutdownOutput();
		return this;
	}

	/**
	 * Closes by RST, as a process that dies with unread data does.
	 * @throws IOException if that fails
	 */
	public void reset() throws IOException {
		socket.setSoLinger(true, 0);
		socket.close();
	}

	/**
	 * Closes the connection before the client's own block ends.
	 * @throws IOException if that fails
	 */
	public void hangUp() throws IOException {
		socket.close();
	}

	/**
	 * Returns what comes in, for readers of other protocols.
	 * @return the buffered input
	 */
	public InputStream input() {
		return in;
	}

	/**
	 * Returns the socket, for options.
	 * @return the socket
	 */
	public Socket socket() {
		return socket;
	}

	@Override
	public void close() throws IOException {
		socket.close();
	}

}
