/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fastwire.spring.topic.TopicRequest;
import io.fastwire.topic.Resumption;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import io.fastwire.websocket.CloseCode;
import io.fastwire.websocket.MessageKind;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.context.Context;

/**
 * A session that speaks {@value Envelopes#PROTOCOL}: many subscriptions, one socket.
 * Event loop only.
 */
final class ProtocolSession implements WebSocketListener {

	/*
	 * A subscription is being decided on, then it exists. While it is being decided on,
	 * another subscribe to the same pattern is refused, and an unsubscribe cancels it.
	 * Both states together are within the limit of subscriptions.
	 *
	 * Errors go to the session directly and may come before messages that wait because
	 * the client is slow. "subscribed" and "unsubscribed" keep their places among
	 * messages, so a client that does not read could have any number of them wait: above
	 * as many as a client may have reason for, the session is closed.
	 */

	/** Frames that are not of the protocol, above which the session is closed. */
	static final int MAX_MALFORMED = 10;

	/** The least that may wait to be answered, whatever the limit of subscriptions. */
	private static final int MIN_UNANSWERED = 100;

	private final Topics topics;

	private final TopicAccess access;

	private final TopicClient client;

	private final Map<String, Decision> undecided = new HashMap<>();

	private @Nullable Sink sink;

	private int malformed;

	ProtocolSession(Topics topics, TopicAccess access, TopicClient client) {
		this.topics = topics;
		this.access = access;
		this.client = client;
	}

	@Override
	public void onOpen(WebSocketSession session) {
		sink = new Sink(session, topics, client.principal());
	}

	@Override
	public void onText(WebSocketSession session, String text) {
		ClientFrame frame = ClientFrame.parse(text);
		Sink sink = this.sink;
		if (sink == null) {
			return;
		}
		if (frame == null) {
			malformed(session);
		}
		else if (frame.subscribe() != null) {
			subscribe(sink, frame.subscribe(), frame.since());
		}
		else if (frame.unsubscribe() != null) {
			unsubscribe(sink, frame.unsubscribe());
		}
	}

	@Override
	public void onBinary(WebSocketSession session, ByteBuf payload) {
		malformed(session);
	}

	private void malformed(WebSocketSession session) {
		malformed++;
		send(session, Envelopes.error(Refusal.MALFORMED, null));
		if (malformed > MAX_MALFORMED) {
			session.close(CloseCode.POLICY_VIOLATION, "Not " + Envelopes.PROTOCOL);
		}
	}

	private void subscribe(Sink sink, String pattern, @Nullable String since) {
		TopicRequest request = client.request(pattern);
		Refusal refusal = access.refusalAtOnce(request);
		if (refusal != null) {
			sink.refuse(pattern, refusal);
		}
		else if (undecided.containsKey(pattern)) {
			sink.refuse(pattern, Refusal.ALREADY_SUBSCRIBED);
		}
		else if (!access.asks()) {
			sink.subscribe(pattern, since);
		}
		else if (undecided.size() >= topics.options().maxSubscriptions()) {
			sink.refuse(pattern, Refusal.TOO_MANY_SUBSCRIPTIONS);
		}
		else {
			Decision decision = new Decision(sink, pattern, since);
			undecided.put(pattern, decision);
			access.refusal(request).subscribe(decision);
		}
	}

	private void unsubscribe(Sink sink, String pattern) {
		Decision decision = undecided.remove(pattern);
		if (decision != null) {
			decision.cancel();
			send(sink.session(), Envelopes.unsubscribed(pattern));
		}
		else if (!sink.unsubscribe(pattern)) {
			sink.refuse(pattern, Refusal.NOT_SUBSCRIBED);
		}
	}

	@Override
	public void onDrain(WebSocketSession session) {
		if (sink != null) {
			sink.subscriber.writable();
		}
	}

	@Override
	public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
		List.copyOf(undecided.values()).forEach(Decision::cancel);
		undecided.clear();
		if (sink != null) {
			sink.subscriber.close();
		}
	}

	private static void send(WebSocketSession session, ByteBuf frame) {
		session.send(MessageKind.TEXT, frame);
	}

	/** The sink of the session, which tells it what becomes of its subscriptions. */
	private static final class Sink extends SessionSink {

		private final TopicSubscriber subscriber;

		private final int maxUnanswered;

		private int unanswered;

		Sink(WebSocketSession session, Topics topics, @Nullable Principal principal) {
			super(session, Envelopes.MESSAGE, principal);
			this.maxUnanswered = Math.max(MIN_UNANSWERED, 2 * topics.options().maxSubscriptions());
			this.subscriber = join(topics);
		}

		void subscribe(String pattern, @Nullable String since) {
			Refusal refusal = Refusal.of(subscriber.subscribe(pattern, since));
			if (refusal != null) {
				refuse(pattern, refusal);
			}
			else {
				asked();
			}
		}

		boolean unsubscribe(String pattern) {
			boolean ends = subscriber.unsubscribe(pattern);
			if (ends) {
				asked();
			}
			return ends;
		}

		private void asked() {
			unanswered++;
			if (unanswered > maxUnanswered) {
				subscriber.close();
				close(CloseReason.SLOW_CONSUMER);
			}
		}

		private void answer(ByteBuf frame) {
			unanswered--;
			send(session(), frame);
		}

		void refuse(String pattern, Refusal refusal) {
			send(session(), Envelopes.error(refusal, pattern));
		}

		@Override
		public void subscribed(String pattern, Resumption resumption, @Nullable String position) {
			answer(Envelopes.subscribed(pattern, resumption, position));
		}

		@Override
		public void unsubscribed(String pattern) {
			subscriber.execute(() -> answer(Envelopes.unsubscribed(pattern)));
		}

	}

	/** The decision about one subscription. Its signals may come from any thread. */
	private final class Decision extends BaseSubscriber<Refusal> {

		private final Sink sink;

		private final String pattern;

		private final @Nullable String since;

		private volatile @Nullable Refusal refusal;

		Decision(Sink sink, String pattern, @Nullable String since) {
			this.sink = sink;
			this.pattern = pattern;
			this.since = since;
		}

		@Override
		public Context currentContext() {
			return client.context();
		}

		@Override
		protected void hookOnNext(Refusal refusal) {
			this.refusal = refusal;
		}

		@Override
		protected void hookOnError(Throwable cause) {
			refusal = Refusal.FORBIDDEN;
			hookOnComplete();
		}

		@Override
		protected void hookOnComplete() {
			if (sink.session().inEventLoop()) {
				decided();
			}
			else {
				sink.session().execute(this::decided);
			}
		}

		private void decided() {
			if (!undecided.remove(pattern, this)) {
				return;
			}
			Refusal refusal = this.refusal;
			if (refusal != null) {
				sink.refuse(pattern, refusal);
			}
			else {
				sink.subscribe(pattern, since);
			}
		}

	}

}
