/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A connection on which a test writes and reads single WebSocket frames. */
final class RawSocket implements AutoCloseable {

	static final int TEXT = 1;

	static final int BINARY = 2;

	static final int CLOSE = 8;

	static final int PING = 9;

	static final int PONG = 10;

	static final String UPGRADE = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
			+ "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

	private final Socket socket = new Socket();

	private final DataInputStream in;

	/** A frame of the server. */
	record Frame(int opcode, byte[] payload) {

		String text() {
			return new String(payload, StandardCharsets.UTF_8);
		}

		int closeCode() {
			return ByteBuffer.wrap(payload).getShort() & 0xFFFF;
		}

	}

	RawSocket(int port, int receiveBuffer) throws IOException {
		if (receiveBuffer > 0) {
			socket.setReceiveBufferSize(receiveBuffer);
		}
		socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
		socket.setSoTimeout(20_000);
		socket.setTcpNoDelay(true);
		in = new DataInputStream(socket.getInputStream());
	}

	/**
	 * Sends the usual handshake with further lines and returns the head of the answer.
	 */
	String upgrade(String... lines) throws IOException {
		return request(UPGRADE + String.join("\r\n", lines) + (lines.length > 0 ? "\r\n" : "") + "\r\n");
	}

	/** Sends bytes and returns the head of the answer. */
	String request(String request) throws IOException {
		write(request.getBytes(StandardCharsets.ISO_8859_1));
		StringBuilder head = new StringBuilder();
		while (head.indexOf("\r\n\r\n") < 0) {
			int read = in.read();
			if (read < 0) {
				throw new IOException("Closed after: " + head);
			}
			head.append((char) read);
		}
		return head.toString();
	}

	void write(byte[] bytes) throws IOException {
		socket.getOutputStream().write(bytes);
	}

	void send(int opcode, String payload) throws IOException {
		send(opcode, payload.getBytes(StandardCharsets.UTF_8));
	}

	void send(int opcode, byte[] payload) throws IOException {
		write(frame(opcode, payload));
	}

	void sendClose(int code, String reason) throws IOException {
		byte[] text = reason.getBytes(StandardCharsets.UTF_8);
		send(CLOSE, ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
	}

	/** Returns a frame whose mask is zero. */
	static byte[] frame(int opcode, byte[] payload) {
		ByteArrayOutputStream frame = new ByteArrayOutputStream();
		frame.write(0x80 | opcode);
		if (payload.length < 126) {
			frame.write(0x80 | payload.length);
		}
		else if (payload.length < 65536) {
			frame.write(0x80 | 126);
			frame.writeBytes(ByteBuffer.allocate(2).putShort((short) payload.length).array());
		}
		else {
			frame.write(0x80 | 127);
			frame.writeBytes(ByteBuffer.allocate(8).putLong(payload.length).array());
		}
		frame.writeBytes(new byte[4]);
		frame.writeBytes(payload);
		return frame.toByteArray();
	}

	Frame read() throws IOException {
		int opcode = in.readUnsignedByte() & 0x0F;
		long length = in.readUnsignedByte();
		if (length == 126) {
			length = in.readUnsignedShort();
		}
		else if (length == 127) {
			length = in.readLong();
		}
		byte[] payload = new byte[(int) length];
		in.readFully(payload);
		return new Frame(opcode, payload);
	}

	/** Whether the server closes without another byte. */
	boolean atEnd() throws IOException {
		return in.read() < 0;
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
