/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.fastwire.topic.PayloadKind;
import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.WireForm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** What an event stream consists of (HTML standard section 9.2.5). */
final class Events {

	/** A message as an event, for all streams. */
	static final WireForm<ByteBuf> MESSAGE = Events::message;

	private static final int OVERHEAD = 64;

	private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);

	private Events() {
	}

	private static ByteBuf message(TopicMessage message) {
		ByteBuf payload = message.payload();
		ByteBuf event = ByteBufAllocator.DEFAULT.buffer(payload.readableBytes() + OVERHEAD);
		String id = message.id();
		if (id != null) {
			event.writeCharSequence("id: " + id + '\n', StandardCharsets.UTF_8);
		}
		if (message.kind() == PayloadKind.BINARY) {
			event.writeBytes(DATA).writeBytes(Envelopes.base64(payload)).writeByte('\n');
		}
		else {
			data(event, payload);
		}
		return event.writeByte('\n');
	}

	/** Writes a field for each line, whatever ends it: LF, CR or both. */
	private static void data(ByteBuf event, ByteBuf payload) {
		int end = payload.writerIndex();
		int start = payload.readerIndex();
		for (int at = start; at < end; at++) {
			byte unit = payload.getByte(at);
			if (unit == '\n' || unit == '\r') {
				line(event, payload, start, at);
				if (unit == '\r' && at + 1 < end && payload.getByte(at + 1) == '\n') {
					at++;
				}
				start = at + 1;
			}
		}
		line(event, payload, start, end);
	}

	private static void line(ByteBuf event, ByteBuf payload, int start, int end) {
		event.writeBytes(DATA).writeBytes(payload, start, end - start).writeByte('\n');
	}

	/**
	 * The first thing of a stream.
	 * @param position where the client is, unless it knows
	 */
	static ByteBuf start(Duration retry, @Nullable String position) {
		return text("retry: " + retry.toMillis() + '\n' + ((position != null) ? "id: " + position + '\n' : "") + '\n');
	}

	/**
	 * Tells a client that comes back that it has missed something.
	 * @param position where it is now
	 */
	static ByteBuf gap(@Nullable String position) {
		return text(((position != null) ? "id: " + position + '\n' : "") + "event: gap\ndata\n\n");
	}

	/** Tells a client where it is. */
	static ByteBuf position(String position) {
		return text("id: " + position + "\n\n");
	}

	static ByteBuf heartbeat() {
		return text(":\n\n");
	}

	private static ByteBuf text(String text) {
		return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII));
	}

}
