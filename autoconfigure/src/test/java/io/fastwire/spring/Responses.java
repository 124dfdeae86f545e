/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

/** A response over a {@link FakeExchange}, with what a test does to it. */
final class Responses {

	private Responses() {
	}

	static FastwireServerHttpResponse of(FakeExchange exchange) {
		return new FastwireServerHttpResponse(exchange, new ResponseBufferFactory(exchange));
	}

	/** A buffer of the exchange's allocator, which leaks unless somebody releases it. */
	static DataBuffer buffer(FastwireServerHttpResponse response, String text) {
		return new NettyDataBufferFactory(response.exchange().allocator()).allocateBuffer(text.length())
			.write(text, StandardCharsets.UTF_8);
	}

	static DataBuffer heapBuffer(String text) {
		DataBuffer buffer = DefaultDataBufferFactory.sharedInstance.allocateBuffer(64);
		buffer.write("skipped" + text, StandardCharsets.UTF_8);
		return buffer.readPosition(7);
	}

	static Result subscribe(Mono<Void> write) {
		Result result = new Result();
		write.subscribe(result);
		return result;
	}

	/** Keeps the signals of a write. */
	static final class Result implements CoreSubscriber<Void> {

		private final List<String> signals = new ArrayList<>();

		private @Nullable Throwable failure;

		private volatile @Nullable Subscription subscription;

		@Override
		public void onSubscribe(Subscription subscription) {
			this.subscription = subscription;
			subscription.request(Long.MAX_VALUE);
		}

		@Override
		public void onNext(Void nothing) {
			signals.add("next");
		}

		@Override
		public void onError(Throwable cause) {
			failure = cause;
			signals.add("error: " + cause.getMessage());
		}

		@Override
		public void onComplete() {
			signals.add("complete");
		}

		List<String> signals() {
			return signals;
		}

		@Nullable Throwable failure() {
			return failure;
		}

		void cancel() {
			Subscription subscription = this.subscription;
			if (subscription != null) {
				subscription.cancel();
			}
		}

	}

}
