/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.concurrent.atomic.AtomicReference;

import io.fastwire.http.AbortedException;
import io.fastwire.websocket.OverflowPolicy;
import io.fastwire.websocket.SendResult;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * Sends one message that is already there, or none, when it is subscribed to. Completes
 * when the session has accepted it and the peer keeps up.
 */
final class SingleMessage extends Mono<Void> {

	private final OutboundMessages outbound;

	private final Fuseable.ScalarCallable<?> source;

	SingleMessage(OutboundMessages outbound, Publisher<WebSocketMessage> source) {
		this.outbound = outbound;
		this.source = (Fuseable.ScalarCallable<?>) source;
	}

	@Override
	public void subscribe(CoreSubscriber<? super Void> downstream) {
		SendResult result;
		try {
			Object message = source.call();
			result = (message != null) ? outbound.sendNow((WebSocketMessage) message) : SendResult.ACCEPTED;
		}
		catch (Exception ex) {
			Operators.error(downstream, ex);
			return;
		}
		switch (result) {
			case ACCEPTED -> Operators.complete(downstream);
			case CONGESTED -> await(downstream);
			case DROPPED -> dropped(downstream);
			case CLOSED -> Operators.error(downstream, closed());
		}
	}

	private AbortedException closed() {
		AbortedException end = outbound.end();
		return (end != null) ? end : MessageSender.closing();
	}

	private void await(CoreSubscriber<? super Void> downstream) {
		Completion completion = new Completion(downstream);
		downstream.onSubscribe(completion);
		outbound.await(completion);
	}

	/** To drop is what the application wants, unless it wants to close. */
	private void dropped(CoreSubscriber<? super Void> downstream) {
		if (outbound.session().options().overflowPolicy() == OverflowPolicy.DROP_NEWEST) {
			await(downstream);
		}
		else {
			Operators.error(downstream, MessageSender.tooSlow());
		}
	}

	private static final class Completion extends AtomicReference<@Nullable CoreSubscriber<? super Void>>
			implements Subscription, OutboundMessages.Waiting {

		private static final long serialVersionUID = 1L;

		Completion(CoreSubscriber<? super Void> downstream) {
			super(downstream);
		}

		@Override
		public void proceed() {
			CoreSubscriber<? super Void> downstream = getAndSet(null);
			if (downstream != null) {
				downstream.onComplete();
			}
		}

		@Override
		public void closed(AbortedException cause) {
			CoreSubscriber<? super Void> downstream = getAndSet(null);
			if (downstream != null) {
				downstream.onError(cause);
			}
		}

		@Override
		public void request(long n) {
			// There is nothing but the end to wait for.
		}

		@Override
		public void cancel() {
			set(null);
		}

	}

}
