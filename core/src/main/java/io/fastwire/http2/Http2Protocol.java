/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.time.Duration;

import io.fastwire.http.RequestHandler;
import io.fastwire.internal.io.ConnectionSweeper;
import org.jspecify.annotations.Nullable;

/**
 * How a server speaks HTTP/2: its handler, limits and times. Immutable and shared by all
 * its connections.
 */
public final class Http2Protocol {

	/**
	 * How much of what a client sends is accepted, as by the other versions.
	 *
	 * @param maxRequestLineBytes the longest method and target, above which the answer is
	 * 414
	 * @param maxHeadBytes the largest head, written as HTTP/1.1 would write it, above
	 * which the answer is 431
	 * @param maxHeaderFields the largest number of fields, above which the answer is 431
	 * @param lenientQuery whether {@code [ ] | { }} are let through in queries
	 */
	public record Heads(int maxRequestLineBytes, int maxHeadBytes, int maxHeaderFields, boolean lenientQuery) {
	}

	/**
	 * How much of a body is accepted, and how fast it must come.
	 *
	 * @param maxBytes the largest body, above which the answer is 413
	 * @param maxBufferedBytes how much of it waits to be asked for: the window of a
	 * stream (RFC 9113 section 5.2)
	 * @param maxDrainBytes how much is dropped after the answer before the stream is
	 * reset
	 * @param window in which the minimum must come
	 * @param bytesPerWindow the minimum, below which the answer is 408
	 */
	public record Bodies(long maxBytes, int maxBufferedBytes, int maxDrainBytes, Duration window, long bytesPerWindow) {
	}

	/**
	 * How long things may take.
	 *
	 * @param firstRequest that a connection in clear text may be silent at its beginning
	 * @param head from the first byte of a header block to its last
	 * @param idle without a stream
	 * @param write that bytes may wait for a client that does not read
	 * @param linger that the end of input is awaited after the last frame
	 * @param halfClose that streams may take after the client has closed its side
	 */
	public record Times(Duration firstRequest, Duration head, Duration idle, Duration write, Duration linger,
			Duration halfClose) {
	}

	private final RequestHandler handler;

	private final Http2Options options;

	private final Heads heads;

	private final Bodies bodies;

	private final @Nullable String server;

	private final int headTicks;

	private final int firstRequestTicks;

	private final int idleTicks;

	private final int bodyTicks;

	private final int writeTicks;

	private final int lingerTicks;

	private final int halfCloseTicks;

	/**
	 * Creates a protocol.
	 * @param handler answers requests
	 * @param options what is special to this version
	 * @param heads limits of request heads
	 * @param bodies limits of request bodies
	 * @param times how long things may take
	 * @param server value of the Server response field, or {@code null} for none
	 */
	public Http2Protocol(RequestHandler handler, Http2Options options, Heads heads, Bodies bodies, Times times,
			@Nullable String server) {
		this.handler = handler;
		this.options = options;
		this.heads = heads;
		this.bodies = bodies;
		this.server = server;
		this.headTicks = ConnectionSweeper.ticks(times.head());
		this.firstRequestTicks = ConnectionSweeper.ticks(times.firstRequest());
		this.idleTicks = ConnectionSweeper.ticks(times.idle());
		this.bodyTicks = ConnectionSweeper.ticks(bodies.window());
		this.writeTicks = ConnectionSweeper.ticks(times.write());
		this.lingerTicks = ConnectionSweeper.ticks(times.linger());
		this.halfCloseTicks = ConnectionSweeper.ticks(times.halfClose());
	}

	RequestHandler handler() {
		return handler;
	}

	Http2Options options() {
		return options;
	}

	Heads heads() {
		return heads;
	}

	Bodies bodies() {
		return bodies;
	}

	@Nullable String server() {
		return server;
	}

	int headTicks() {
		return headTicks;
	}

	int firstRequestTicks() {
		return firstRequestTicks;
	}

	int idleTicks() {
		return idleTicks;
	}

	int bodyTicks() {
		return bodyTicks;
	}

	int writeTicks() {
		return writeTicks;
	}

	int lingerTicks() {
		return lingerTicks;
	}

	int halfCloseTicks() {
		return halfCloseTicks;
	}

}
