/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/** Writes down what it is told. Loop only. */
class RecordingListener implements WebSocketListener {

	final List<String> events = new ArrayList<>();

	@Nullable Throwable cause;

	private @Nullable WebSocketSession session;

	WebSocketSession session() {
		return Objects.requireNonNull(session);
	}

	@Override
	public void onOpen(WebSocketSession session) {
		this.session = session;
		events.add("open");
	}

	@Override
	public void onText(WebSocketSession session, String text) {
		events.add("text " + text);
	}

	@Override
	public void onBinary(WebSocketSession session, ByteBuf payload) {
		events.add("binary " + ByteBufUtil.hexDump(payload));
	}

	@Override
	public void onDrain(WebSocketSession session) {
		events.add("drain");
	}

	@Override
	public void onPing(WebSocketSession session, ByteBuf payload) {
		events.add("ping " + payload.toString(StandardCharsets.US_ASCII));
	}

	@Override
	public void onPong(WebSocketSession session, ByteBuf payload) {
		events.add("pong " + payload.toString(StandardCharsets.US_ASCII));
	}

	@Override
	public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
		events.add("close " + code + " " + reason);
		this.cause = cause;
	}

}
