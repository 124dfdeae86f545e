/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.fastwire.topic.PayloadKind;
import io.fastwire.topic.Resumption;
import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.WireForm;
import io.fastwire.websocket.MessageKind;
import io.fastwire.websocket.PreparedMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * The frames that the server sends in the protocol {@value #PROTOCOL}.
 */
final class Envelopes {

	/** The name of the sub-protocol. */
	static final String PROTOCOL = "fastwire.v1";

	/** A message as a whole frame, for all sessions that speak the protocol. */
	static final WireForm<PreparedMessage> MESSAGE = (message) -> PreparedMessage.of(MessageKind.TEXT,
			message(message));

	/** A message as its payload, for sessions at the path of a topic. */
	static final WireForm<PreparedMessage> PAYLOAD = (message) -> PreparedMessage.of(
			(message.kind() == PayloadKind.BINARY) ? MessageKind.BINARY : MessageKind.TEXT,
			message.payload().retainedDuplicate());

	private static final int OVERHEAD = 64;

	private Envelopes() {
	}

	private static ByteBuf message(TopicMessage message) {
		ByteBuf payload = message.payload();
		ByteBuf frame = ByteBufAllocator.DEFAULT.buffer(payload.readableBytes() + message.topic().length() + OVERHEAD);
		ascii(frame, "{\"topic\":");
		JsonText.write(frame, message.topic());
		String id = message.id();
		if (id != null) {
			ascii(frame, ",\"id\":");
			JsonText.write(frame, id);
		}
		ascii(frame, ",\"data\":");
		data(frame, message.kind(), payload);
		return frame.writeByte('}');
	}

	private static void data(ByteBuf frame, PayloadKind kind, ByteBuf payload) {
		switch (kind) {
			case JSON -> frame.writeBytes(payload, payload.readerIndex(), payload.readableBytes());
			case TEXT -> JsonText.write(frame, payload);
			case BINARY -> frame.writeByte('"').writeBytes(base64(payload)).writeByte('"');
		}
	}

	/** Encodes a payload as one line of ASCII. */
	static byte[] base64(ByteBuf payload) {
		return Base64.getEncoder().encode(ByteBufUtil.getBytes(payload));
	}

	static ByteBuf subscribed(String pattern, Resumption resumption, @Nullable String position) {
		ByteBuf frame = answer("subscribed", pattern);
		if (resumption != Resumption.LIVE) {
			ascii(frame, ",\"resumed\":" + (resumption == Resumption.COMPLETE));
		}
		if (position != null) {
			ascii(frame, ",\"id\":");
			JsonText.write(frame, position);
		}
		return frame.writeByte('}');
	}

	static ByteBuf unsubscribed(String pattern) {
		return answer("unsubscribed", pattern).writeByte('}');
	}

	static ByteBuf error(Refusal refusal, @Nullable String pattern) {
		ByteBuf frame = answer("error", refusal.code());
		if (pattern != null) {
			ascii(frame, ",\"topic\":");
			JsonText.write(frame, pattern);
		}
		return frame.writeByte('}');
	}

	private static ByteBuf answer(String member, String value) {
		ByteBuf frame = ByteBufAllocator.DEFAULT.buffer(value.length() + OVERHEAD);
		ascii(frame, "{\"" + member + "\":");
		JsonText.write(frame, value);
		return frame;
	}

	private static void ascii(ByteBuf frame, String text) {
		frame.writeCharSequence(text, StandardCharsets.US_ASCII);
	}

}
