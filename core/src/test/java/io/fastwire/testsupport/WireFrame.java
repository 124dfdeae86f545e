/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A WebSocket frame as it is on the wire (RFC 6455 section 5.2), written as a client and
 * read as a strict one. This is the model that the server is compared with: plain, slow,
 * and independent of it.
 *
 * @param first the first byte: FIN, reserved bits and opcode
 * @param payload not masked
 */
public record WireFrame(int first, byte[] payload) {

	/** Makes frames recognizable in a dump. */
	private static final byte[] MASK = { 0x37, (byte) 0xFA, 0x21, 0x3D };

	/**
	 * Makes a frame with FIN.
	 * @param opcode the opcode
	 * @param payload its payload
	 * @return a frame
	 */
	public static WireFrame of(int opcode, byte[] payload) {
		return new WireFrame(0x80 | opcode, payload);
	}

	/**
	 * Makes a whole text message.
	 * @param text its text
	 * @return a frame
	 */
	public static WireFrame text(String text) {
		return of(1, text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Makes a whole binary message.
	 * @param payload its bytes
	 * @return a frame
	 */
	public static WireFrame binary(byte[] payload) {
		return of(2, payload);
	}

	/**
	 * Makes a close frame.
	 * @param code the code
	 * @param reason the reason
	 * @return a frame
	 */
	public static WireFrame close(int code, String reason) {
		byte[] text = reason.getBytes(StandardCharsets.UTF_8);
		return of(8, ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
	}

	/**
	 * Returns the opcode.
	 * @return from 0 to 15
	 */
	public int opcode() {
		return first & 0x0F;
	}

	/**
	 * Tells whether the message ends here.
	 * @return whether FIN is set
	 */
	public boolean fin() {
		return (first & 0x80) != 0;
	}

	/**
	 * Returns the payload as text.
	 * @return decoded from UTF-8
	 */
	public String text() {
		return new String(payload, StandardCharsets.UTF_8);
	}

	/**
	 * Returns the code of a close frame.
	 * @return 1005 if it has none
	 */
	public int closeCode() {
		return (payload.length == 0) ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xFFFF;
	}

	/**
	 * Returns the reason of a close frame.
	 * @return maybe empty
	 */
	public String closeReason() {
		return (payload.length <= 2) ? "" : new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
	}

	/**
	 * Writes the frame as a client does: masked.
	 * @return its bytes
	 */
	public byte[] masked() {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		out.write(first);
		int length = payload.length;
		if (length < 126) {
			out.write(0x80 | length);
		}
		else if (length < 65536) {
			out.write(0x80 | 126);
			out.writeBytes(ByteBuffer.allocate(2).putShort((short) length).array());
		}
		else {
			out.write(0x80 | 127);
			out.writeBytes(ByteBuffer.allocate(8).putLong(length).array());
		}
		out.writeBytes(MASK);
		for (int i = 0; i < length; i++) {
			out.write(payload[i] ^ MASK[i % 4]);
		}
		return out.toByteArray();
	}

	/**
	 * Joins frames as a client writes them.
	 * @param frames in order
	 * @return their bytes
	 */
	public static byte[] masked(WireFrame... frames) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		for (WireFrame frame : frames) {
			out.writeBytes(frame.masked());
		}
		return out.toByteArray();
	}

	/**
	 * Reads a frame of a server.
	 * @param in the input
	 * @return the frame, or {@code null} at the end of the input
	 * @throws ProtocolException if a client would refuse it
	 * @throws EOFException if it is truncated
	 * @throws IOException if reading fails
	 */
	public static @Nullable WireFrame read(InputStream in) throws IOException {
		int first = in.read();
		if (first < 0) {
			return null;
		}
		DataInputStream data = new DataInputStream(in);
		int second = data.readUnsignedByte();
		if (second > 127) {
			throw new ProtocolException("A frame of a server is masked");
		}
		long length = second;
		if (second == 126) {
			length = data.readUnsignedShort();
		}
		else if (second == 127) {
			length = data.readLong();
		}
		if ((second == 126 && length < 126) || (second == 127 && length < 65536)) {
			throw new ProtocolException("The length is not in its shortest form: " + length);
		}
		if ((first & 0x30) != 0 || ((first & 0x08) != 0 && (length > 125 || (first & 0xC0) != 0x80))) {
			throw new ProtocolException("Malformed frame " + first + " of " + length + " bytes");
		}
		byte[] payload = in.readNBytes(Math.toIntExact(length));
		if (payload.length < length) {
			throw new EOFException("Truncated after " + payload.length + " of " + length + " bytes");
		}
		return new WireFrame(first, payload);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof WireFrame frame && frame.first == first && Arrays.equals(frame.payload, payload);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(payload);
	}

	@Override
	public String toString() {
		boolean printable = opcode() == 1 && payload.length < 200;
		return "frame " + Integer.toHexString(first) + " of " + payload.length + " bytes"
				+ (printable ? ": " + text() : "") + ((opcode() == 8) ? ": " + closeCode() + " " + closeReason() : "");
	}

}
