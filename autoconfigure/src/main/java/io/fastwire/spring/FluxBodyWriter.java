/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import io.fastwire.http.AbortedException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Writes a body of any number of buffers, as fast as the client reads. The response is
 * committed with the first signal, so that a body that fails before its first buffer can
 * still become an error response.
 */
final class FluxBodyWriter extends ResponseCommit implements CoreSubscriber<DataBuffer>, Runnable {

	/*
	 * Signals come from any thread and meet the event loop in "queue". Writing, and with
	 * it all state but the volatile fields, belongs to the loop, where drain() does
	 * everything: it commits, writes while the exchange is writable, asks for more as it
	 * goes, and ends. It is woken by each signal, by the end of back-pressure and by
	 * cancellation; a wake-up from within drain() itself is left to its own loop.
	 *
	 * Demand is bounded by PREFETCH, so is the queue, and by bytes: each slow client
	 * makes the server hold what was asked for. So little is asked for until the size of
	 * buffers is known, then no more than makes QUEUED_BYTES of the largest so far. When
	 * the exchange is not writable, nothing is taken from the queue and so nothing more
	 * is asked for.
	 *
	 * A source that emits everything from within request() is only drained when that has
	 * returned. Its last buffer then ends the response in the same write, and if it is
	 * the only one, the exchange knows the length of the body.
	 */

	static final int PREFETCH = 32;

	static final int FIRST_REQUEST = 2;

	static final int QUEUED_BYTES = 128 * 1024;

	private static final String EVENT_STREAM = MediaType.TEXT_EVENT_STREAM_VALUE;

	/** Stands for the end of a group without a buffer: there is only the head to send. */
	private static final DataBuffer FLUSH = DefaultDataBufferFactory.sharedInstance.wrap(new byte[0]);

	private static final AtomicIntegerFieldUpdater<FluxBodyWriter> SCHEDULED = AtomicIntegerFieldUpdater
		.newUpdater(FluxBodyWriter.class, "scheduled");

	private final Queue<DataBuffer> queue = Queues.<DataBuffer>get(PREFETCH).get();

	private volatile int scheduled;

	private volatile boolean done;

	private @Nullable Throwable failure;

	private volatile @Nullable Subscription upstream;

	private Phase phase = Phase.WAITING;

	private boolean draining;

	private boolean awaitingWritable;

	/** Buffers that were asked for and not taken from the queue yet. */
	private int outstanding = FIRST_REQUEST;

	private int largest = 1;

	private enum Phase {

		/** No signal has come yet. */
		WAITING,

		/** The first signal has come and the response is being committed. */
		COMMITTING,

		/** Buffers are written as they come. */
		WRITING,

		/** Nothing more is written: what still comes is released. */
		ENDED

	}

	private FluxBodyWriter(FastwireServerHttpResponse response, CoreSubscriber<? super Void> downstream) {
		super(response, downstream);
	}

	static Mono<Void> write(FastwireServerHttpResponse response, Flux<? extends DataBuffer> body) {
		return new BodyMono(response, body);
	}

	/**
	 * Writes groups that are to be flushed one by one, which needs nothing more than
	 * writing: all that is written leaves at the end of the event-loop turn.
	 */
	static Mono<Void> writeGroups(FastwireServerHttpResponse response,
			Publisher<? extends Publisher<? extends DataBuffer>> groups) {
		// No prefetch: a group that waits in a queue cannot be released.
		return new BodyMono(response, Flux.from(groups).concatMap(FluxBodyWriter::group, 0));
	}

	static Publisher<DataBuffer> group(Publisher<? extends DataBuffer> group) {
		if (!(group instanceof Mono<? extends DataBuffer> mono)) {
			return Flux.<DataBuffer>from(group).defaultIfEmpty(FLUSH);
		}
		DataBuffer known = OutboundBuffers.known(mono);
		return (known != null) ? new KnownGroup(known) : Mono.<DataBuffer>from(mono).defaultIfEmpty(FLUSH);
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		if (!Operators.validate(upstream, subscription)) {
			return;
		}
		upstream = subscription;
		downstream.onSubscribe(this);
		if (!exchange.inEventLoop()) {
			if (isEventStream()) {
				exchange.execute(this::endAtShutdown);
			}
			subscription.request(FIRST_REQUEST);
			return;
		}
		if (isEventStream()) {
			endAtShutdown();
		}
		draining = true;
		try {
			subscription.request(FIRST_REQUEST);
		}
		finally {
			draining = false;
		}
		drain();
	}

	/**
	 * An event stream has no end of its own that a shutdown could wait for. Its events
	 * are whole by themselves and its client comes back by itself (HTML standard section
	 * 9.2), so it may be ended; any other body would be cut short unnoticed.
	 */
	private boolean isEventStream() {
		String type = response.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
		return type != null && type.regionMatches(true, 0, EVENT_STREAM, 0, EVENT_STREAM.length());
	}

	private void endAtShutdown() {
		exchange.onShutdown(this::endStream);
	}

	private void endStream() {
		cancelUpstream();
		done = true;
		drain();
	}

	@Override
	public void onNext(DataBuffer buffer) {
		if (!queue.offer(buffer)) {
			overflow(buffer);
		}
		wake();
	}

	private void overflow(DataBuffer buffer) {
		OutboundBuffers.release(buffer);
		cancelUpstream();
		failure = new IllegalStateException("The body ignores demand (Reactive Streams rule 1.1)");
		done = true;
	}

	@Override
	public void onError(Throwable cause) {
		if (done) {
			Operators.onErrorDropped(cause, currentContext());
			return;
		}
		failure = cause;
		done = true;
		wake();
	}

	@Override
	public void onComplete() {
		done = true;
		wake();
	}

	@Override
	public void cancel() {
		super.cancel();
		cancelUpstream();
		wake();
	}

	private void cancelUpstream() {
		Subscription subscription = upstream;
		if (subscription != null) {
			subscription.cancel();
		}
	}

	private void wake() {
		if (exchange.inEventLoop()) {
			drain();
		}
		else if (scheduled == 0 && SCHEDULED.compareAndSet(this, 0, 1)) {
			exchange.execute(this);
		}
	}

	/** Runs on the event loop, after a wake-up or when the exchange is writable again. */
	@Override
	public void run() {
		scheduled = 0;
		drain();
	}

	private void drain() {
		if (draining) {
			return;
		}
		draining = true;
		try {
			drainPhase();
		}
		finally {
			draining = false;
		}
	}

	private void drainPhase() {
		if (phase == Phase.WAITING && !cancelled) {
			first();
		}
		if (phase == Phase.WRITING && !cancelled) {
			writeQueued();
		}
		if (cancelled) {
			phase = Phase.ENDED;
		}
		if (phase == Phase.ENDED) {
			releaseQueued();
		}
	}

	private void first() {
		boolean done = this.done;
		if (queue.isEmpty()) {
			if (!done) {
				return;
			}
			Throwable cause = failure;
			if (cause != null) {
				response.bodyFailed();
				failed(cause);
				return;
			}
		}
		phase = Phase.COMMITTING;
		commit();
	}

	@Override
	void committed() {
		phase = Phase.WRITING;
		drain();
	}

	/** Called from any thread, also while the loop drains. */
	@Override
	void skipped() {
		cancelUpstream();
		stop();
		super.skipped();
	}

	/** Called from any thread, also while the loop drains. */
	@Override
	void failed(Throwable cause) {
		boolean told = !cancelled;
		cancelUpstream();
		stop();
		if (told) {
			downstream.onError(cause);
		}
	}

	private void stop() {
		cancelled = true;
		wake();
	}

	private void writeQueued() {
		boolean complete;
		try {
			complete = writeAll();
		}
		catch (RuntimeException ex) {
			response.writeRefused();
			failed(ex);
			return;
		}
		if (complete) {
			complete();
		}
		else if (exchange.ended() && !cancelled) {
			failed(new AbortedException("The exchange ended before its body"));
		}
	}

	/**
	 * Writes until the queue is empty or the client too slow.
	 * @return whether there is nothing more to come
	 */
	private boolean writeAll() {
		while (!cancelled && mayWrite()) {
			boolean done = this.done;
			DataBuffer buffer = queue.poll();
			boolean last = done && queue.isEmpty();
			if (last && failure == null) {
				response.endWith(buffer);
				return true;
			}
			if (buffer == null) {
				return last;
			}
			int bytes = buffer.readableByteCount();
			write(buffer);
			replenish(bytes);
		}
		return false;
	}

	private boolean mayWrite() {
		if (exchange.ended()) {
			return false;
		}
		if (exchange.writable()) {
			return true;
		}
		if (!awaitingWritable) {
			awaitingWritable = true;
			exchange.onWritable(this);
		}
		return false;
	}

	private void complete() {
		phase = Phase.ENDED;
		Throwable cause = failure;
		if (cause != null) {
			failed(cause);
		}
		else {
			downstream.onComplete();
		}
	}

	private void write(DataBuffer buffer) {
		if (buffer.readableByteCount() > 0) {
			OutboundBuffers.write(exchange, buffer);
			return;
		}
		OutboundBuffers.release(buffer);
		if (buffer == FLUSH && !exchange.committed()) {
			exchange.flushHead();
		}
	}

	private void replenish(int bytes) {
		outstanding--;
		largest = Math.max(largest, bytes);
		int window = Math.max(FIRST_REQUEST, Math.min(PREFETCH, QUEUED_BYTES / largest));
		int wanted = window - outstanding;
		Subscription subscription = upstream;
		if (outstanding <= window / 4 && wanted > 0 && subscription != null) {
			outstanding += wanted;
			subscription.request(wanted);
		}
	}

	private void releaseQueued() {
		DataBuffer buffer = queue.poll();
		while (buffer != null) {
			OutboundBuffers.release(buffer);
			buffer = queue.poll();
		}
	}

	/**
	 * A group of one buffer. Of {@code Mono.just}, which it sees through, concatMap emits
	 * the value twice if it is asked for more at the moment at which the group comes, and
	 * it is: buffers come on one thread, demand on another.
	 */
	private static final class KnownGroup extends Mono<DataBuffer> {

		private final DataBuffer buffer;

		KnownGroup(DataBuffer buffer) {
			this.buffer = buffer;
		}

		@Override
		public void subscribe(CoreSubscriber<? super DataBuffer> downstream) {
			downstream.onSubscribe(Operators.scalarSubscription(downstream, buffer));
		}

	}

	private static final class BodyMono extends Mono<Void> {

		private final FastwireServerHttpResponse response;

		private final Flux<? extends DataBuffer> body;

		BodyMono(FastwireServerHttpResponse response, Flux<? extends DataBuffer> body) {
			this.response = response;
			this.body = body;
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			body.subscribe(new FluxBodyWriter(response, downstream));
		}

	}

}
