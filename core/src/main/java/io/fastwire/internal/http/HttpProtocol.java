/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.RejectionListener;
import io.fastwire.http.RequestHandler;
import io.fastwire.internal.io.ConnectionSweeper;
import org.jspecify.annotations.Nullable;

/**
 * How a server speaks HTTP of any version: its handler, limits and timeouts, these as
 * {@linkplain ConnectionSweeper#ticks numbers of sweeps}. Immutable; a server has one.
 */
public final class HttpProtocol {

	/**
	 * How long a server that shuts down waits for a request that may be on its way, in
	 * sweeps: 250 to 500 ms.
	 */
	public static final int DRAINING_IDLE_TICKS = 2;

	/**
	 * After so many sweeps, which are 5 s, an idle connection lets go of what it keeps
	 * for a client that repeats itself.
	 */
	private static final int REST_TICKS = 20;

	private final RequestHandler handler;

	private final HttpLimits limits;

	private final HttpTimeouts timeouts;

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
	 * @param rejections is told of requests that no handler sees
	 */
	public HttpProtocol(RequestHandler handler, HttpLimits limits, HttpTimeouts timeouts, @Nullable String server,
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

	/**
	 * Returns what answers requests.
	 * @return the handler
	 */
	public RequestHandler handler() {
		return handler;
	}

	/**
	 * Returns what is told of requests that no handler sees.
	 * @return the listener
	 */
	public RejectionListener rejections() {
		return rejections;
	}

	/**
	 * Returns how much is accepted.
	 * @return the limits
	 */
	public HttpLimits limits() {
		return limits;
	}

	/**
	 * Returns the value of the Server response field.
	 * @return {@code null} for none
	 */
	public @Nullable String server() {
		return server;
	}

	/**
	 * Returns {@link HttpTimeouts#firstRequest()}.
	 * @return sweeps
	 */
	public int firstRequestTicks() {
		return firstRequestTicks;
	}

	/**
	 * Returns {@link HttpTimeouts#head()}.
	 * @return sweeps
	 */
	public int headTicks() {
		return headTicks;
	}

	/**
	 * Returns {@link HttpTimeouts#idle()}.
	 * @return sweeps
	 */
	public int idleTicks() {
		return idleTicks;
	}

	/**
	 * Returns after which part of the idle time a connection lets go of what it keeps for
	 * a client that repeats itself.
	 * @return sweeps, {@link #idleTicks()} at most
	 */
	public int restTicks() {
		return Math.min(REST_TICKS, idleTicks);
	}

	/**
	 * Returns {@link HttpTimeouts#bodyWindow()}.
	 * @return sweeps
	 */
	public int bodyTicks() {
		return bodyTicks;
	}

	/**
	 * Returns {@link HttpTimeouts#bodyBytesPerWindow()}.
	 * @return bytes
	 */
	public long bodyBytesPerWindow() {
		return timeouts.bodyBytesPerWindow();
	}

	/**
	 * Returns {@link HttpTimeouts#write()}.
	 * @return sweeps
	 */
	public int writeTicks() {
		return writeTicks;
	}

	/**
	 * Returns {@link HttpTimeouts#linger()}.
	 * @return sweeps
	 */
	public int lingerTicks() {
		return lingerTicks;
	}

	/**
	 * Returns {@link HttpTimeouts#halfClose()}.
	 * @return sweeps
	 */
	public int halfCloseTicks() {
		return halfCloseTicks;
	}

}
