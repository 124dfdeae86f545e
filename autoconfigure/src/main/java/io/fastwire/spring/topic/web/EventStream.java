/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.security.Principal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Exchange;
import io.fastwire.topic.Resumption;
import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * An endless response that tells the messages of one subscription as server-sent events.
 */
final class EventStream extends PacedSink implements TopicConnection {

	private static final AtomicLong COUNT = new AtomicLong();

	/** Of HTTP/1.1; a frame of HTTP/2 has about as much. */
	private static final int CHUNK_FRAMING = 4 + Integer.BYTES;

	private final Exchange exchange;

	private final MonoSink<Void> end;

	private final TopicWebOptions options;

	private final @Nullable Principal principal;

	/** Streams of HTTP/2 share a connection and its id. */
	private final long number = COUNT.incrementAndGet();

	private @Nullable TopicSubscriber subscriber;

	private @Nullable Future<?> heartbeat;

	/** Whether something was written since the last heartbeat was due. */
	private boolean busy;

	EventStream(Exchange exchange, MonoSink<Void> end, TopicWebOptions options, @Nullable Principal principal) {
		super(MAX_LIMIT);
		this.exchange = exchange;
		this.end = end;
		this.options = options;
		this.principal = principal;
	}

	/** Starts the body, on the event loop. */
	void start(Topics topics, String pattern, @Nullable String since) {
		exchange.write(Events.start(options.retry(), (since == null) ? topics.position() : null));
		TopicSubscriber joined = join(topics);
		subscriber = joined;
		end.onDispose(this::ended);
		if (Refusal.of(joined.subscribe(pattern, since)) != null) {
			end.success();
			return;
		}
		exchange.onWritable(joined::writable);
		long millis = options.heartbeat().toMillis();
		if (millis > 0) {
			heartbeat = eventLoop().scheduleAtFixedRate(this::beat, millis, millis, TimeUnit.MILLISECONDS);
		}
		exchange.onShutdown(end::success);
	}

	private void beat() {
		if (!busy && writable()) {
			exchange.write(Events.heartbeat());
		}
		busy = false;
	}

	private void ended() {
		if (heartbeat != null) {
			heartbeat.cancel(false);
		}
		if (subscriber != null) {
			subscriber.close();
		}
	}

	@Override
	public String id() {
		return exchange.connectionId() + '-' + number;
	}

	@Override
	public String kind() {
		return "event-stream";
	}

	@Override
	public @Nullable Principal principal() {
		return principal;
	}

	@Override
	public void disconnect() {
		eventLoop().execute(() -> exchange.abort(new AbortedException("The event stream was ended by an operator")));
	}

	@Override
	public EventExecutor eventLoop() {
		return exchange.eventLoop();
	}

	@Override
	boolean connectionWritable() {
		return exchange.writable();
	}

	@Override
	public long pendingBytes() {
		return exchange.pendingBytes();
	}

	@Override
	public int wireBytes(TopicMessage message) {
		return message.encoded(Events.MESSAGE).readableBytes() + CHUNK_FRAMING;
	}

	@Override
	public void deliver(TopicMessage message) {
		ByteBuf event = message.encoded(Events.MESSAGE);
		exchange.write(event.retainedDuplicate());
		busy = true;
	}

	@Override
	public void flush() {
		exchange.flush();
	}

	@Override
	public void subscribed(String pattern, Resumption resumption, @Nullable String position) {
		if (resumption == Resumption.GAP) {
			exchange.write(Events.gap(position));
		}
		else if (resumption == Resumption.COMPLETE && position != null) {
			exchange.write(Events.position(position));
		}
	}

	/**
	 * A client that does not read would not see an orderly end either, so it is cut off;
	 * it comes back by itself.
	 */
	@Override
	public void close(CloseReason reason) {
		if (reason == CloseReason.GOING_AWAY) {
			end.success();
		}
		else {
			exchange.abort(new AbortedException("The event stream was closed: " + reason));
		}
	}

}
