/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.RejectionListener;
import io.fastwire.http.RequestHandler;
import io.fastwire.internal.io.ConnectionSweeper;
import org.jspecify.annotations.Nullable;

/**
 * How a server speaks HTTP/1.1: its handler, limits and timeouts. Immutable and shared by
 * all its connections.
 */
public final class Http1Protocol {

	private final RequestHandler handler;

	private final Http1Limits limits;

	private final Http1Timeouts timeouts;

	private final @Nullable String server;

	private final RejectionListener rejections;

	private final int firstRequestTicks;

	private final int headTicks;

	private final int idleTicks;

	private final int bodyTicks;

	private final int writeTicks;

	private final int lingerTicks;

	private final int halfCloseTicks;

	/**
	 * Creates a protocol.
	 * @param handler answers requests
	 * @param limits how much is accepted
	 * @param timeouts how long things may take
	 * @param server value of the Server response field, or {@code null} for none
	 */
	public Http1Protocol(RequestHandler handler, Http1Limits limits, Http1Timeouts timeouts, @Nullable String server) {
		this(handler, limits, timeouts, server, RejectionListener.NONE);
	}

	/**
	 * Creates a protocol.
	 * @param handler answers requests
	 * @param limits how much is accepted
	 * @param timeouts how long things may take
	 * @param server value of the Server response field, or {@code null} for none
	 * @param rejections is told of requests that no handler sees
	 */
	public Http1Protocol(RequestHandler handler, Http1Limits limits, Http1Timeouts timeouts, @Nullable String server,
			RejectionListener rejections) {
		this.handler = handler;
		this.limits = limits;
		this.timeouts = timeouts;
		this.server = server;
		this.rejections = rejections;
		this.firstRequestTicks = ConnectionSweeper.ticks(timeouts.firstRequest());
		this.headTicks = ConnectionSweeper.ticks(timeouts.head());
		this.idleTicks = ConnectionSweeper.ticks(timeouts.idle());
		this.bodyTicks = ConnectionSweeper.ticks(timeouts.bodyWindow());
		this.writeTicks = ConnectionSweeper.ticks(timeouts.write());
		this.lingerTicks = ConnectionSweeper.ticks(timeouts.linger());
		this.halfCloseTicks = ConnectionSweeper.ticks(timeouts.halfClose());
	}

	RequestHandler handler() {
		return handler;
	}

	RejectionListener rejections() {
		return rejections;
	}

	Http1Limits limits() {
		return limits;
	}

	@Nullable String server() {
		return server;
	}

	int firstRequestTicks() {
		return firstRequestTicks;
	}

	int headTicks() {
		return headTicks;
	}

	int idleTicks() {
		return idleTicks;
	}

	int bodyTicks() {
		return bodyTicks;
	}

	long bodyBytesPerWindow() {
		return timeouts.bodyBytesPerWindow();
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
