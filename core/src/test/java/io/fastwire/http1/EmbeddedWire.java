/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.Rejection;
import io.fastwire.http.RejectionListener;
import io.fastwire.http.RequestHandler;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import io.fastwire.internal.io.LoopResources;
import io.fastwire.testsupport.WireResponse;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;

/**
 * A real {@link Http1Connection} on a socket in memory whose clock stands still: a test
 * decides how bytes arrive, how many leave and how much time passes.
 */
final class EmbeddedWire implements AutoCloseable {

	private static final long SWEEP_MILLIS = 250;

	private static final int REASONS = Rejection.values().length;

	private final WireChannel channel;

	private final Http1Loop loop;

	private final Http1Connection connection;

	EmbeddedWire(RequestHandler handler) {
		this(handler, HttpLimits.DEFAULTS);
	}

	EmbeddedWire(RequestHandler handler, HttpLimits limits) {
		this(new HttpProtocol(handler, limits, HttpTimeouts.DEFAULTS, null, RejectionListener.NONE), false);
	}

	EmbeddedWire(RequestHandler handler, HttpTimeouts timeouts) {
		this(new HttpProtocol(handler, HttpLimits.DEFAULTS, timeouts, null, RejectionListener.NONE), false);
	}

	EmbeddedWire(HttpProtocol protocol, boolean earlyFin) {
		this(new WireChannel(earlyFin), (loop) -> new Http1Loop(protocol, new LoopResources(loop, REASONS)));
	}

	private EmbeddedWire(WireChannel channel, Function<EventLoop, Http1Loop> loops) {
		this.channel = channel;
		Map<Http1Loop, Http1Connection> made = new HashMap<>();
		channel.pipeline().addLast(new ChannelInitializer<>() {

			@Override
			protected void initChannel(Channel added) {
				Http1Loop loop = loops.apply(added.eventLoop());
				Http1Connection connection = new Http1Connection(loop, added);
				added.pipeline().addLast(connection);
				made.put(loop, connection);
			}

		});
		try {
			channel.register();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		channel.freezeTime();
		this.loop = made.keySet().iterator().next();
		this.connection = made.values().iterator().next();
	}

	/** Returns another connection of the same event loop. */
	EmbeddedWire sibling() {
		return new EmbeddedWire(new WireChannel(false), (other) -> loop);
	}

	/** Lets text arrive as one read. */
	EmbeddedWire send(String text) {
		return send(text.getBytes(StandardCharsets.ISO_8859_1));
	}

	/** Lets bytes arrive as one read. */
	EmbeddedWire send(byte[] bytes) {
		channel.arrive(bytes);
		return this;
	}

	/** Lets each piece arrive as one read. */
	EmbeddedWire send(List<byte[]> pieces) {
		pieces.forEach(channel::arrive);
		return this;
	}

	EmbeddedWire sendWithFin(String text) {
		channel.arriveWithFin(text.getBytes(StandardCharsets.ISO_8859_1));
		return this;
	}

	EmbeddedWire fin() {
		channel.arriveFin();
		return this;
	}

	EmbeddedWire reset() {
		channel.arriveReset();
		return this;
	}

	/** Makes the peer read no more than that many further bytes. */
	EmbeddedWire room(long bytes) {
		channel.room(bytes);
		return this;
	}

	/** Runs what the loop has to do. */
	EmbeddedWire run() {
		channel.runPendingTasks();
		return this;
	}

	/** Lets time pass, sweep by sweep. */
	EmbeddedWire pass(Duration time) {
		for (long millis = 0; millis < time.toMillis(); millis += SWEEP_MILLIS) {
			channel.advanceTimeBy(SWEEP_MILLIS, TimeUnit.MILLISECONDS);
			channel.runScheduledPendingTasks();
			channel.runPendingTasks();
		}
		return this;
	}

	Http1Connection connection() {
		return connection;
	}

	WireChannel channel() {
		return channel;
	}

	LoopResources resources() {
		return loop.resources();
	}

	long count(Counter counter) {
		return counters().read(counter);
	}

	long rejected(Rejection rejection) {
		return counters().readRejected(rejection.ordinal());
	}

	private LoopCounters counters() {
		return loop.resources().counters();
	}

	/** Whether each request that was started has been accounted for. */
	boolean balanced() {
		return count(Counter.REQUESTS_STARTED) == count(Counter.REQUESTS_COMPLETED) + count(Counter.REQUESTS_ABORTED);
	}

	/** Everything that has left so far. */
	String output() {
		return new String(channel.output(), StandardCharsets.ISO_8859_1);
	}

	/**
	 * Reads all output strictly, which must be whole responses, those without a method to
	 * GET.
	 */
	List<WireResponse> responses(String... methods) {
		ByteArrayInputStream in = new ByteArrayInputStream(channel.output());
		List<WireResponse> responses = new ArrayList<>();
		int answered = 0;
		try {
			while (in.available() > 0) {
				WireResponse response = WireResponse.read(in, (answered < methods.length) ? methods[answered] : "GET");
				responses.add(response);
				answered += (response.status() >= 200) ? 1 : 0;
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex.getMessage() + " in: " + output(), ex);
		}
		return responses;
	}

	/** Reads all output, which must be one whole response. */
	WireResponse response(String method) {
		List<WireResponse> responses = responses(method);
		if (responses.size() != 1) {
			throw new IllegalStateException("Not one response: " + responses);
		}
		return responses.get(0);
	}

	WireResponse response() {
		return response("GET");
	}

	boolean open() {
		return channel.isOpen();
	}

	/** Whether the client sees the end of the connection. */
	boolean outputEnded() {
		return !channel.isOpen() || channel.isOutputShutdown();
	}

	/** Ends the connection from the client's side, if it is still there. */
	@Override
	public void close() {
		if (channel.isOpen()) {
			channel.close();
		}
		run();
		resources().close();
	}

}
