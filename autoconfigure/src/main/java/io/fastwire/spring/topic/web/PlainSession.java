/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.security.Principal;

import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import io.fastwire.websocket.CloseCode;
import io.fastwire.websocket.MessageKind;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A session at the path of a topic, which receives the payload of each message and has
 * nothing to say.
 */
final class PlainSession implements WebSocketListener {

	private final Topics topics;

	private final String pattern;

	private final @Nullable String since;

	private final @Nullable Principal principal;

	private @Nullable TopicSubscriber subscriber;

	PlainSession(Topics topics, String pattern, @Nullable String since, @Nullable Principal principal) {
		this.topics = topics;
		this.pattern = pattern;
		this.since = since;
		this.principal = principal;
	}

	@Override
	public void onOpen(WebSocketSession session) {
		TopicSubscriber joined = new SessionSink(session, Envelopes.PAYLOAD, principal).join(topics);
		subscriber = joined;
		Refusal refusal = Refusal.of(joined.subscribe(pattern, since));
		if (refusal != null) {
			session.close(CloseCode.TRY_AGAIN_LATER, refusal.code());
		}
	}

	@Override
	public void onMessage(WebSocketSession session, MessageKind kind, ByteBuf payload) {
		session.close(CloseCode.POLICY_VIOLATION, "Nothing can be published here");
	}

	@Override
	public void onDrain(WebSocketSession session) {
		if (subscriber != null) {
			subscriber.writable();
		}
	}

	@Override
	public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
		if (subscriber != null) {
			subscriber.close();
		}
	}

}
