/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.util.concurrent.CompletableFuture;

import io.netty.channel.ChannelHandler;

/** One connection of a {@link ClosedLoad}. On the loop, but for its handlers. */
interface LoadConnection {

	/** Returns what its channel needs. */
	ChannelHandler[] handlers();

	/** Completes when the first answer is there and right. */
	CompletableFuture<Void> checked();

	/** Sends the first requests that count. */
	void start();

	/** Returns how many requests have not been answered. */
	int waiting();

}
