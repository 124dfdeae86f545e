/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

import io.fastwire.testsupport.WireFrame;

/** The client's end of permessage-deflate. */
final class DeflatePeer implements AutoCloseable {

	private static final byte[] TAIL = { 0, 0, (byte) 0xFF, (byte) 0xFF };

	private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);

	private final Inflater inflater = new Inflater(true);

	private final boolean clientTakeover;

	private final boolean serverTakeover;

	/** Takes the value of the response field. */
	DeflatePeer(String agreement) {
		this.clientTakeover = !agreement.contains("client_no_context_takeover");
		this.serverTakeover = !agreement.contains("server_no_context_takeover");
	}

	byte[] deflate(byte[] message) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		byte[] chunk = new byte[8192];
		deflater.setInput(message);
		int count = chunk.length;
		while (count == chunk.length) {
			count = deflater.deflate(chunk, 0, chunk.length, Deflater.SYNC_FLUSH);
			out.write(chunk, 0, count);
		}
		if (!clientTakeover) {
			deflater.reset();
		}
		byte[] bytes = out.toByteArray();
		return (message.length == 0) ? new byte[1] : Arrays.copyOf(bytes, bytes.length - TAIL.length);
	}

	/** Compresses a message into frames. */
	WireFrame[] frames(int opcode, byte[] message, int fragmentBytes) {
		byte[] payload = deflate(message);
		int size = (fragmentBytes == 0) ? Math.max(payload.length, 1) : fragmentBytes;
		WireFrame[] frames = new WireFrame[(payload.length + size - 1) / size];
		for (int i = 0; i < frames.length; i++) {
			int first = (i == 0) ? 0x40 | opcode : 0;
			boolean last = i == frames.length - 1;
			frames[i] = new WireFrame(last ? 0x80 | first : first,
					Arrays.copyOfRange(payload, i * size, Math.min((i + 1) * size, payload.length)));
		}
		return frames;
	}

	/** Returns the message of a frame, compressed or not. */
	byte[] message(WireFrame frame) {
		return ((frame.first() & 0x40) != 0) ? inflate(frame.payload()) : frame.payload();
	}

	private byte[] inflate(byte[] payload) {
		byte[] whole = Arrays.copyOf(payload, payload.length + TAIL.length);
		System.arraycopy(TAIL, 0, whole, payload.length, TAIL.length);
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		byte[] chunk = new byte[8192];
		inflater.setInput(whole);
		try {
			for (int count = inflater.inflate(chunk); count > 0; count = inflater.inflate(chunk)) {
				out.write(chunk, 0, count);
			}
		}
		catch (DataFormatException ex) {
			throw new IllegalStateException(ex);
		}
		if (!serverTakeover) {
			inflater.reset();
		}
		return out.toByteArray();
	}

	@Override
	public void close() {
		deflater.end();
		inflater.end();
	}

}
