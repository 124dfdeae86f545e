/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * A sink that remembers what it got. While paused it takes one buffer full, like a socket
 * whose client does not read.
 */
final class FakeSink implements TopicSink {

	private static final AtomicInteger IDS = new AtomicInteger();

	private final String id = "sink-" + IDS.incrementAndGet();

	private final EventExecutor loop;

	/**
	 * Topic, equals sign and payload of each message, and other events in angle brackets.
	 */
	final List<String> received = Collections.synchronizedList(new ArrayList<>());

	/** Where each subscription began, in their order. */
	final List<String> positions = Collections.synchronizedList(new ArrayList<>());

	volatile boolean paused;

	volatile int buffer = 0;

	volatile int flushes;

	volatile long highestPending;

	volatile @Nullable CloseReason closed;

	volatile Consumer<TopicMessage> onDelivery = (message) -> {
	};

	volatile Runnable onFlush = () -> {
	};

	private volatile long pending;

	FakeSink(EventExecutor loop) {
		this.loop = loop;
	}

	/** Reads everything, from now on; on the loop. */
	void resume(TopicSubscriber subscriber) {
		paused = false;
		pending = 0;
		subscriber.writable();
	}

	List<String> messages() {
		synchronized (received) {
			return received.stream().filter((entry) -> !entry.startsWith("<")).toList();
		}
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public EventExecutor eventLoop() {
		return loop;
	}

	@Override
	public boolean writable() {
		return !paused || pending < buffer;
	}

	@Override
	public long pendingBytes() {
		return pending;
	}

	@Override
	public int wireBytes(TopicMessage message) {
		return message.payload().readableBytes();
	}

	@Override
	public void deliver(TopicMessage message) {
		if (!loop.inEventLoop()) {
			throw new IllegalStateException("Delivered on another thread");
		}
		received.add(message.topic() + "=" + message.payload().toString(StandardCharsets.UTF_8));
		if (paused) {
			long more = pending + wireBytes(message);
			pending = more;
			highestPending = Math.max(highestPending, more);
		}
		onDelivery.accept(message);
	}

	@Override
	public void flush() {
		int more = flushes + 1;
		flushes = more;
		onFlush.run();
	}

	@Override
	public void close(CloseReason reason) {
		closed = reason;
		received.add("<close " + reason + ">");
	}

	@Override
	public void subscribed(String pattern, Resumption resumption, @Nullable String position) {
		positions.add(String.valueOf(position));
		received.add("<" + pattern + " " + resumption + ">");
	}

	@Override
	public void unsubscribed(String pattern) {
		received.add("<-" + pattern + ">");
	}

}
