/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.util.context.Context;

import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketHandler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

class WebSocketHandlerRunsTests {

	private final WebSocketHandlerRuns runs = new WebSocketHandlerRuns();

	private final AtomicInteger cancelled = new AtomicInteger();

	private void start() {
		WebSocketHandlerRun run = new WebSocketHandlerRun(mock(WebSocketHandler.class), mock(HandshakeInfo.class),
				new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT), runs, Context.empty());
		runs.started(run);
		run.onSubscribe(new Subscription() {

			@Override
			public void request(long count) {
				// it runs for ever
			}

			@Override
			public void cancel() {
				cancelled.incrementAndGet();
				throw new LinkageError("planted");
			}

		});
	}

	@Test
	void handlersThatRunOnAreAllCancelledWhateverOneOfThemDoes() {
		start();
		start();
		assertThat(runs.finish(Duration.ofMillis(1))).succeedsWithin(Duration.ofSeconds(20));
		assertThat(cancelled).hasValue(2);
		assertThat(runs.finish(Duration.ofDays(1))).as("none runs any more").succeedsWithin(Duration.ofSeconds(20));
	}

}
