/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.fastwire.http.Rejection;
import io.fastwire.internal.io.Endpoints;
import io.fastwire.internal.io.LoopResources;
import io.netty.channel.Channel;

/**
 * What the connections of one event loop that speak one version of HTTP share. Loop only.
 */
public abstract class HttpLoop {

	private static final Logger LOGGER = System.getLogger(HttpLoop.class.getName());

	private final HttpProtocol protocol;

	private final LoopResources resources;

	private final SpareHeaders spareHeaders = new SpareHeaders();

	/**
	 * Creates the shared state of a loop.
	 * @param protocol of the server
	 * @param resources of the loop
	 */
	protected HttpLoop(HttpProtocol protocol, LoopResources resources) {
		this.protocol = protocol;
		this.resources = resources;
	}

	/**
	 * Returns how the server speaks HTTP.
	 * @return the protocol of the server
	 */
	public final HttpProtocol protocol() {
		return protocol;
	}

	/**
	 * Returns what all connections of the loop share.
	 * @return the resources of the loop
	 */
	public final LoopResources resources() {
		return resources;
	}

	/**
	 * Returns the response fields that the exchanges of the loop borrow.
	 * @return those of the loop
	 */
	public final SpareHeaders spareHeaders() {
		return spareHeaders;
	}

	/**
	 * Counts a refused request.
	 * @param rejection why it was refused
	 */
	public final void rejected(Rejection rejection) {
		resources.counters().rejected(rejection.ordinal());
		LOGGER.log(Level.DEBUG, () -> "Rejected a request: " + rejection.reason() + " (" + rejection.section() + ")");
	}

	/**
	 * Tells who listens of a refused request that no handler has seen.
	 * @param channel that it came from
	 * @param rejection why it was refused
	 */
	public final void unseen(Channel channel, Rejection rejection) {
		try {
			protocol.rejections().onRejected(Endpoints.remote(channel), rejection);
		}
		catch (Throwable ex) {
			LOGGER.log(Level.ERROR, "A rejection listener failed", ex);
		}
	}

}
