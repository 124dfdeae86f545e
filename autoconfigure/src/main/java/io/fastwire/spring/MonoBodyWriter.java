/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import org.springframework.core.io.buffer.DataBuffer;

/**
 * Writes a body of at most one buffer: status, fields and body leave in one write. A body
 * that is empty commits nothing, one that fails leaves the response uncommitted.
 * <p>
 * On the event loop, and without commit actions, a body that is already known is written
 * without subscribing to anything.
 */
final class MonoBodyWriter extends ResponseCommit implements CoreSubscriber<DataBuffer> {

	private static final AtomicReferenceFieldUpdater<MonoBodyWriter, @Nullable DataBuffer> BUFFER = AtomicReferenceFieldUpdater
		.newUpdater(MonoBodyWriter.class, DataBuffer.class, "buffer");

	private @Nullable Subscription upstream;

	/** Waits for the commit; whoever takes it out writes or releases it. */
	private volatile @Nullable DataBuffer buffer;

	private boolean done;

	private MonoBodyWriter(FastwireServerHttpResponse response, CoreSubscriber<? super Void> downstream) {
		super(response, downstream);
	}

	static Mono<Void> write(FastwireServerHttpResponse response, Mono<? extends DataBuffer> body) {
		return new BodyMono(response, body);
	}

	/**
	 * Writes a body that is known already.
	 * @param buffer owned by the writer from here on
	 */
	static void write(FastwireServerHttpResponse response, DataBuffer buffer, CoreSubscriber<? super Void> downstream) {
		boolean committed;
		try {
			committed = response.exchange().inEventLoop() && response.commitNow();
		}
		catch (IllegalArgumentException ex) {
			OutboundBuffers.release(buffer);
			Operators.error(downstream, ex);
			return;
		}
		if (committed) {
			downstream.onSubscribe(Operators.emptySubscription());
			end(response, buffer, downstream);
		}
		else {
			Mono.just(buffer).subscribe(new MonoBodyWriter(response, downstream));
		}
	}

	private static void end(FastwireServerHttpResponse response, DataBuffer body,
			CoreSubscriber<? super Void> downstream) {
		try {
			response.endWith(body);
		}
		catch (RuntimeException ex) {
			response.writeRefused();
			downstream.onError(ex);
			return;
		}
		downstream.onComplete();
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		if (Operators.validate(upstream, subscription)) {
			upstream = subscription;
			downstream.onSubscribe(this);
			subscription.request(Long.MAX_VALUE);
		}
	}

	@Override
	public void onNext(DataBuffer body) {
		if (done) {
			OutboundBuffers.release(body);
			return;
		}
		done = true;
		buffer = body;
		if (cancelled) {
			releaseBuffer();
		}
		else {
			commit();
		}
	}

	@Override
	public void onError(Throwable cause) {
		if (done) {
			Operators.onErrorDropped(cause, currentContext());
			return;
		}
		done = true;
		response.bodyFailed();
		downstream.onError(cause);
	}

	@Override
	public void onComplete() {
		if (!done) {
			done = true;
			downstream.onComplete();
		}
	}

	@Override
	void committed() {
		DataBuffer body = BUFFER.getAndSet(this, null);
		if (body != null) {
			end(response, body, downstream);
		}
	}

	@Override
	void skipped() {
		releaseBuffer();
		super.skipped();
	}

	@Override
	void failed(Throwable cause) {
		releaseBuffer();
		super.failed(cause);
	}

	@Override
	public void cancel() {
		super.cancel();
		Subscription subscription = upstream;
		if (subscription != null) {
			subscription.cancel();
		}
		releaseBuffer();
	}

	private void releaseBuffer() {
		DataBuffer body = (buffer != null) ? BUFFER.getAndSet(this, null) : null;
		if (body != null) {
			OutboundBuffers.release(body);
		}
	}

	private static final class BodyMono extends Mono<Void> {

		private final FastwireServerHttpResponse response;

		private final Mono<? extends DataBuffer> body;

		BodyMono(FastwireServerHttpResponse response, Mono<? extends DataBuffer> body) {
			this.response = response;
			this.body = body;
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			DataBuffer known = response.exchange().inEventLoop() ? OutboundBuffers.known(body) : null;
			if (known != null) {
				write(response, known, downstream);
			}
			else {
				body.subscribe(new MonoBodyWriter(response, downstream));
			}
		}

	}

}
