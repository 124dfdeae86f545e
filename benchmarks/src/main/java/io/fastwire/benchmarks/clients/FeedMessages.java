/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/**
 * Messages of 100 bytes, all different, numbered from 1, and when they were published.
 * Keeps the newest ones.
 */
final class FeedMessages {

	static final int LENGTH = 100;

	/** Begins a message, and is nowhere else in what servers send. */
	static final byte START = '{';

	private static final int KEPT = 4096;

	private static final int NUMBER_OFFSET = 8;

	private static final int NUMBER_LENGTH = 10;

	private final ByteBuf[] bytes = new ByteBuf[KEPT];

	private final long[] published = new long[KEPT];

	private long last;

	/** Returns the next message. */
	ByteBuf next() {
		last++;
		String number = String.format(Locale.ROOT, "{\"seq\":\"%010d\",\"text\":\"", last);
		String text = Long.toString(last * 0x9E3779B97F4A7C15L, 36) + "-".repeat(LENGTH);
		String message = number + text.substring(0, LENGTH - 2 - number.length()) + "\"}";
		ByteBuf buffer = Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(message, StandardCharsets.US_ASCII));
		bytes[slot(last)] = buffer;
		published[slot(last)] = System.nanoTime();
		return buffer.duplicate();
	}

	/** Returns the number of the newest message, 0 if there is none. */
	long last() {
		return last;
	}

	/** Returns the number that a message claims to have. */
	static long number(ByteBuf in, int index) {
		return Long.parseLong(in.toString(index + NUMBER_OFFSET, NUMBER_LENGTH, StandardCharsets.US_ASCII));
	}

	/** Whether a message is at an index. */
	boolean matches(long number, ByteBuf in, int index) {
		return last - number < KEPT && number <= last && ByteBufUtil.equals(bytes[slot(number)], 0, in, index, LENGTH);
	}

	/** Returns how many nanoseconds ago a message was published. */
	long age(long number) {
		return System.nanoTime() - published[slot(number)];
	}

	private static int slot(long number) {
		return (int) (number % KEPT);
	}

}
