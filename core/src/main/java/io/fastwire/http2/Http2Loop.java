/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.function.Function;

import io.fastwire.internal.http.HttpLoop;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.ConnectionSweeper;
import io.fastwire.internal.io.Endpoints;
import io.fastwire.internal.io.LoopConnection;
import io.fastwire.internal.io.LoopResources;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;

/** What the HTTP/2 connections of one event loop share. Loop only. */
public final class Http2Loop extends HttpLoop {

	private static final Logger LOGGER = System.getLogger(Http2Loop.class.getName());

	private static final int QUIET_TICKS = ConnectionSweeper.ticks(Duration.ofMinutes(1));

	private final Http2Options options;

	private final RequestFields requestFields;

	private final ResponseFields responseFields;

	/** Of the heap, so that nobody has to release it. */
	private final ByteBuf headerBlock = Unpooled.buffer(256);

	private long quietUntil = Long.MIN_VALUE;

	/**
	 * Creates the shared state of a loop.
	 * @param protocol of the server
	 * @param options what is special to this version
	 * @param resources of the loop
	 */
	public Http2Loop(HttpProtocol protocol, Http2Options options, LoopResources resources) {
		super(protocol, resources);
		this.options = options;
		this.requestFields = new RequestFields(protocol.limits());
		this.responseFields = new ResponseFields(resources.dateClock(), protocol.server());
	}

	/**
	 * Creates a connection that speaks HTTP/2, as ALPN has agreed.
	 * @param channel of this loop
	 * @return a connection that expects the preface
	 */
	public LoopConnection connection(Channel channel) {
		return new Http2Connection(this, channel);
	}

	/**
	 * Creates a connection that speaks HTTP/2 if its client begins with the preface (RFC
	 * 9113 section 3.3), and something else otherwise.
	 * @param channel of this loop, in clear text
	 * @param otherwise makes the connection that takes what came instead
	 * @return a connection that gives its channel to another
	 */
	public LoopConnection detector(Channel channel, Function<Channel, LoopConnection> otherwise) {
		return new PrefaceDetector(this, channel, otherwise);
	}

	Http2Options options() {
		return options;
	}

	RequestFields requestFields() {
		return requestFields;
	}

	ResponseFields responseFields() {
		return responseFields;
	}

	/** Returns where a connection encodes a header section that it is writing. */
	ByteBuf headerBlock() {
		return headerBlock;
	}

	/** Counts a flood, and tells the operator of it once a minute. */
	void flooded(Http2Flood flood, Channel channel) {
		resources().counters().increment(flood.counter());
		long now = resources().sweeper().now();
		boolean quiet = now < quietUntil;
		if (!quiet) {
			quietUntil = now + QUIET_TICKS;
		}
		LOGGER.log(quiet ? Level.DEBUG : Level.WARNING,
				() -> "Ended the HTTP/2 connection of " + Endpoints.remote(channel) + " for a flood of "
						+ flood.reason() + ". Further ones of the next minute are counted and logged at DEBUG.");
	}

}
