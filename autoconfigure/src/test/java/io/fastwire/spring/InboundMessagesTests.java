/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.web.reactive.socket.WebSocketMessage;

import static org.assertj.core.api.Assertions.assertThat;

/** Demand, holding and ownership, step by step on one thread. */
class InboundMessagesTests {

	private final NettyDataBufferFactory buffers = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);

	private final List<String> reading = new ArrayList<>();

	private final List<String> seen = new ArrayList<>();

	private final InboundMessages inbound = new InboundMessages((WebSocketSession) Proxy
		.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { WebSocketSession.class }, this::session));

	private final Collector collector = new Collector();

	/** A session whose loop is the thread of the test. */
	private @Nullable Object session(Object proxy, Method method, Object @Nullable [] arguments) {
		return switch (method.getName()) {
			case "inEventLoop" -> true;
			case "reading" -> {
				reading.add(String.valueOf((arguments != null) ? arguments[0] : null));
				yield null;
			}
			default -> throw new UnsupportedOperationException(method.getName());
		};
	}

	/** Receives a text as the session does, and returns its bytes. */
	private ByteBuf receive(String text) {
		ByteBuf payload = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
		inbound.received(new WebSocketMessage(WebSocketMessage.Type.TEXT, buffers.wrap(payload)));
		payload.release();
		return payload;
	}

	private final class Collector extends BaseSubscriber<WebSocketMessage> {

		private long again;

		@Override
		protected void hookOnSubscribe(Subscription subscription) {
			// Each test asks for what it wants.
		}

		@Override
		protected void hookOnNext(WebSocketMessage message) {
			seen.add(message.getPayloadAsText());
			if (again > 0) {
				request(again);
			}
		}

		@Override
		protected void hookOnComplete() {
			seen.add("complete");
		}

		@Override
		protected void hookOnError(Throwable cause) {
			seen.add(cause.getClass().getSimpleName());
		}

	}

	@Test
	void lendsAMessageThatIsAskedFor() {
		inbound.subscribe(collector);
		collector.request(1);
		assertThat(receive("one").refCnt()).isZero();
		assertThat(seen).containsExactly("one");
		assertThat(reading).as("reading goes on until there is something to hold").isEmpty();
	}

	@Test
	void holdsOneMessageAndStopsReadingUntilItIsAskedFor() {
		inbound.subscribe(collector);
		ByteBuf payload = receive("one");
		assertThat(payload.refCnt()).isOne();
		assertThat(reading).containsExactly("false");
		collector.request(1);
		assertThat(seen).containsExactly("one");
		assertThat(payload.refCnt()).isZero();
		assertThat(reading).containsExactly("false", "true");
	}

	@Test
	void takesDemandFromWithinOnNext() {
		collector.again = 1;
		inbound.subscribe(collector);
		receive("one");
		collector.request(1);
		receive("two");
		receive("three");
		assertThat(seen).containsExactly("one", "two", "three");
		assertThat(reading).containsExactly("false", "true");
	}

	@Test
	void deliversWhatIsHeldBeforeItCompletes() {
		inbound.subscribe(collector);
		receive("one");
		inbound.close();
		assertThat(seen).isEmpty();
		collector.request(1);
		assertThat(seen).containsExactly("one", "complete");
	}

	@Test
	void releasesWhatIsHeldWhenItIsCancelled() {
		inbound.subscribe(collector);
		ByteBuf payload = receive("one");
		collector.cancel();
		assertThat(payload.refCnt()).isZero();
		assertThat(reading).containsExactly("false", "true");
		assertThat(receive("two").refCnt()).isZero();
		inbound.close();
		assertThat(seen).isEmpty();
	}

	@Test
	void releasesWhatNobodyHasReceivedWhenTheSessionEnds() {
		ByteBuf payload = receive("one");
		inbound.close();
		assertThat(payload.refCnt()).isZero();
		inbound.subscribe(collector);
		assertThat(seen).containsExactly("complete");
	}

	@Test
	void dropsPongsThatNobodyListensFor() {
		ByteBuf payload = Unpooled.copiedBuffer("pong", StandardCharsets.UTF_8);
		inbound.pongReceived(new WebSocketMessage(WebSocketMessage.Type.PONG, buffers.wrap(payload)));
		assertThat(payload.refCnt()).isOne();
		assertThat(reading).isEmpty();
	}

	/** Reactive Streams rule 3.9. */
	@Test
	void refusesDemandThatIsNotPositive() {
		List<Subscription> subscriptions = new ArrayList<>();
		inbound.subscribe(new BaseSubscriber<>() {

			@Override
			protected void hookOnSubscribe(Subscription subscription) {
				subscriptions.add(subscription);
			}

			@Override
			protected void hookOnError(Throwable cause) {
				seen.add(cause.getMessage());
			}

		});
		inbound.request(0);
		assertThat(seen).singleElement().asString().contains("rule 3.9");
		assertThat(subscriptions).hasSize(1);
	}

	@Test
	void canBeSubscribedToOnceOnly() {
		inbound.subscribe(new BaseSubscriber<>() {
		});
		inbound.subscribe(collector);
		assertThat(seen).containsExactly("IllegalStateException");
	}

}
