/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * What RFC 6455 makes of some bytes of a client, written as plainly as it can be: the
 * whole input at hand, one frame after the other.
 */
final class FrameModel {

	private final byte[] input;

	private final int maxBytes;

	private final int maxFragments;

	private final List<String> events = new ArrayList<>();

	private int at;

	private boolean inMessage;

	private boolean text;

	private int fragments;

	private final ByteArrayOutputStream message = new ByteArrayOutputStream();

	private FrameModel(byte[] input, int maxBytes, int maxFragments) {
		this.input = input;
		this.maxBytes = maxBytes;
		this.maxFragments = maxFragments;
	}

	/** Returns what happens, as {@link FrameArrivals} tells it. */
	static List<String> read(byte[] input, int maxBytes, int maxFragments) {
		FrameModel model = new FrameModel(input, maxBytes, maxFragments);
		boolean goesOn = true;
		while (goesOn) {
			goesOn = model.frame();
		}
		return model.events;
	}

	private boolean fail(Violation violation) {
		events.add(violation.name());
		return false;
	}

	/** Reads a frame; returns false at the end. */
	private boolean frame() {
		if (at >= input.length) {
			return false;
		}
		int first = input[at++] & 0xFF;
		int opcode = first & 0x0F;
		boolean fin = first >= 0x80;
		boolean control = opcode >= 8;
		if ((first & 0x70) != 0) {
			return fail(Violation.RESERVED_BITS);
		}
		if ((opcode >= 3 && opcode <= 7) || opcode >= 0xB) {
			return fail(Violation.RESERVED_OPCODE);
		}
		if (control && !fin) {
			return fail(Violation.CONTROL_FRAGMENTED);
		}
		if (!control && opcode != 0 && inMessage) {
			return fail(Violation.MESSAGE_UNFINISHED);
		}
		if (opcode == 0 && !inMessage) {
			return fail(Violation.NOTHING_TO_CONTINUE);
		}
		if (at >= input.length) {
			return false;
		}
		int second = input[at++] & 0xFF;
		if (second < 0x80) {
			return fail(Violation.NOT_MASKED);
		}
		if (control && second > 0x80 + 125) {
			return fail(Violation.CONTROL_TOO_LONG);
		}
		if (!control && opcode != 0) {
			inMessage = true;
			text = opcode == 1;
			fragments = 0;
			message.reset();
		}
		return length(opcode, fin, second - 0x80);
	}

	private boolean length(int opcode, boolean fin, int length7) {
		long length = length7;
		int bytes = (length7 == 126) ? 2 : (length7 == 127) ? 8 : 0;
		if (bytes > 0) {
			if (input.length - at < bytes) {
				return false;
			}
			length = (bytes == 2) ? ByteBuffer.wrap(input, at, 2).getShort() & 0xFFFF
					: ByteBuffer.wrap(input, at, 8).getLong();
			at += bytes;
			if (length < ((bytes == 2) ? 126 : 65536)) {
				return fail(Violation.LENGTH_NOT_MINIMAL);
			}
		}
		if (opcode < 8 && ++fragments > maxFragments) {
			return fail(Violation.TOO_MANY_FRAGMENTS);
		}
		if (opcode < 8 && length > maxBytes - message.size()) {
			return fail(Violation.TOO_BIG);
		}
		if (input.length - at < 4) {
			return false;
		}
		byte[] mask = Arrays.copyOfRange(input, at, at + 4);
		at += 4;
		return payload(opcode, fin, (int) length, mask);
	}

	private boolean payload(int opcode, boolean fin, int length, byte[] mask) {
		int here = Math.min(length, input.length - at);
		byte[] payload = new byte[here];
		for (int i = 0; i < here; i++) {
			payload[i] = (byte) (input[at++] ^ mask[i % 4]);
		}
		if (opcode >= 8) {
			return here == length && control(opcode, payload);
		}
		message.writeBytes(payload);
		boolean end = here == length && fin;
		if (text && !isUtf8(message.toByteArray(), end)) {
			return fail(Violation.NOT_UTF8);
		}
		if (end) {
			inMessage = false;
			events.add((text ? "text " : "binary ") + HexFormat.of().formatHex(message.toByteArray()));
		}
		return here == length;
	}

	private boolean control(int opcode, byte[] payload) {
		String name = (opcode == 8) ? "close " : (opcode == 9) ? "ping " : "pong ";
		events.add(name + HexFormat.of().formatHex(payload));
		return true;
	}

	/** Whether bytes are UTF-8, or can still become it. */
	static boolean isUtf8(byte[] bytes, boolean end) {
		CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
		ByteBuffer in = ByteBuffer.wrap(bytes);
		CoderResult result = decoder.decode(in, CharBuffer.allocate(bytes.length + 1), end);
		if (result.isError()) {
			return false;
		}
		return end || canBegin(in);
	}

	/** Whether what is left of a character can be completed. */
	private static boolean canBegin(ByteBuffer rest) {
		if (!rest.hasRemaining()) {
			return true;
		}
		byte[] start = new byte[rest.remaining()];
		rest.get(start);
		for (int codePoint = 0x80; codePoint <= 0x10FFFF; codePoint += 0x40 - (codePoint & 0x3F)) {
			boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
			byte[] whole = surrogate ? new byte[0]
					: new String(Character.toChars(codePoint)).getBytes(StandardCharsets.UTF_8);
			if (whole.length > start.length && Arrays.equals(whole, 0, start.length, start, 0, start.length)) {
				return true;
			}
		}
		return false;
	}

	/** Tells whether the JDK can decode bytes. */
	static boolean decodes(byte[] bytes) {
		try {
			StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
			return true;
		}
		catch (CharacterCodingException ex) {
			return false;
		}
	}

}
