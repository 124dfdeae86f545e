/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.AbortedException;
import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.web.reactive.socket.WebSocketMessage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class OutboundMessagesTests {

	private final WebSocketSession session = mock(WebSocketSession.class);

	private final OutboundMessages outbound = new OutboundMessages(session);

	private final List<String> told = new ArrayList<>();

	/** Sends what never comes, from a source that must not do this. */
	private void send(String name) {
		Flux<WebSocketMessage> source = Flux.from((subscriber) -> subscriber.onSubscribe(new Subscription() {

			@Override
			public void request(long count) {
				// nothing comes
			}

			@Override
			public void cancel() {
				told.add(name + " cancelled");
				throw new LinkageError("planted");
			}

		}));
		outbound.send(source).subscribe(new BaseSubscriber<Void>() {

			@Override
			protected void hookOnError(Throwable cause) {
				told.add(name + " failed");
				throw new IllegalStateException("planted");
			}

		});
	}

	@Test
	void allSendersAreToldOfTheEndWhateverOneOfThemDoes() {
		given(session.open()).willReturn(true);
		given(session.writable()).willReturn(true);
		given(session.inEventLoop()).willReturn(true);
		send("one");
		send("two");
		outbound.close(new AbortedException("over"));
		assertThat(told).containsExactlyInAnyOrder("one cancelled", "one failed", "two cancelled", "two failed");
	}

	@Test
	void allWhoWaitAreToldOfTheEndWhateverOneOfThemDoes() {
		given(session.open()).willReturn(true);
		for (String name : List.of("one", "two")) {
			outbound.await(new OutboundMessages.Waiting() {

				@Override
				public void proceed() {
					told.add(name + " goes on");
				}

				@Override
				public void closed(AbortedException cause) {
					told.add(name + " gives up");
					throw new IllegalStateException("planted");
				}

			});
		}
		outbound.close(new AbortedException("over"));
		assertThat(told).containsExactly("one gives up", "two gives up");
	}

	/** The sender has seen that the session is there, and not yet kept the message. */
	@Test
	void messageThatComesWhileTheSessionEndsIsReleased() {
		List<CoreSubscriber<? super WebSocketMessage>> subscribers = new ArrayList<>();
		outbound.send(new Flux<>() {

			@Override
			public void subscribe(CoreSubscriber<? super WebSocketMessage> subscriber) {
				subscribers.add(subscriber);
				subscriber.onSubscribe(Operators.emptySubscription());
			}

		}).onErrorComplete().subscribe();
		given(session.inEventLoop()).willAnswer((call) -> {
			outbound.close(new AbortedException("over"));
			return false;
		});
		ByteBuf payload = Unpooled.buffer(1).writeByte('x');
		subscribers.get(0)
			.onNext(new WebSocketMessage(WebSocketMessage.Type.BINARY,
					new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT).wrap(payload)));
		assertThat(payload.refCnt()).isZero();
	}

}
