/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.security.Principal;

import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.WireForm;
import io.fastwire.websocket.CloseCode;
import io.fastwire.websocket.PreparedMessage;
import io.fastwire.websocket.WebSocketSession;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** Sends messages to a WebSocket session, each as a frame that all sessions share. */
class SessionSink extends PacedSink implements TopicConnection {

	private static final String DISCONNECTED = "Disconnected by an operator";

	private final WebSocketSession session;

	private final WireForm<PreparedMessage> form;

	private final @Nullable Principal principal;

	SessionSink(WebSocketSession session, WireForm<PreparedMessage> form, @Nullable Principal principal) {
		super(Math.min(MAX_LIMIT, session.options().maxPendingBytes() / 2));
		this.session = session;
		this.form = form;
		this.principal = principal;
	}

	final WebSocketSession session() {
		return session;
	}

	@Override
	public final String id() {
		return session.id();
	}

	@Override
	public final String kind() {
		return "websocket";
	}

	@Override
	public final @Nullable Principal principal() {
		return principal;
	}

	@Override
	public final void disconnect() {
		session.close(CloseCode.POLICY_VIOLATION, DISCONNECTED);
	}

	@Override
	public final EventExecutor eventLoop() {
		return session.eventLoop();
	}

	@Override
	final boolean connectionWritable() {
		return session.writable();
	}

	@Override
	public final long pendingBytes() {
		return session.pendingBytes();
	}

	@Override
	public final int wireBytes(TopicMessage message) {
		return message.encoded(form).frameLength();
	}

	@Override
	public final void deliver(TopicMessage message) {
		session.send(message.encoded(form));
	}

	@Override
	public final void flush() {
		session.flush();
	}

	@Override
	public final void close(CloseReason reason) {
		switch (reason) {
			case SLOW_CONSUMER -> session.close(CloseCode.TRY_AGAIN_LATER, "Too slow");
			case ERROR -> session.close(CloseCode.INTERNAL_ERROR, "");
			case GOING_AWAY -> session.close(CloseCode.GOING_AWAY, "");
		}
	}

}
