/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Writes JSON strings (RFC 8259 section 7) in UTF-8. */
final class JsonText {

	private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

	private JsonText() {
	}

	/**
	 * Writes a string.
	 * @param target at its writer index
	 * @param text any text; a surrogate without its other half becomes {@code ?}
	 */
	static void write(ByteBuf target, String text) {
		write(target, Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
	}

	/**
	 * Writes a string.
	 * @param target at its writer index
	 * @param utf8 read by absolute index
	 */
	static void write(ByteBuf target, ByteBuf utf8) {
		int end = utf8.writerIndex();
		int copied = utf8.readerIndex();
		target.writeByte('"');
		for (int at = copied; at < end; at++) {
			byte unit = utf8.getByte(at);
			if (mustEscape(unit)) {
				target.writeBytes(utf8, copied, at - copied);
				escape(target, unit);
				copied = at + 1;
			}
		}
		target.writeBytes(utf8, copied, end - copied).writeByte('"');
	}

	/** Bytes of characters beyond ASCII are negative. */
	private static boolean mustEscape(byte unit) {
		return (unit >= 0 && unit < ' ') || unit == '"' || unit == '\\';
	}

	private static void escape(ByteBuf target, byte unit) {
		target.writeByte('\\');
		switch (unit) {
			case '"', '\\' -> target.writeByte(unit);
			case '\n' -> target.writeByte('n');
			case '\r' -> target.writeByte('r');
			case '\t' -> target.writeByte('t');
			default -> target.writeByte('u')
				.writeByte('0')
				.writeByte('0')
				.writeByte(HEX[unit >> 4])
				.writeByte(HEX[unit & 0xF]);
		}
	}

}
