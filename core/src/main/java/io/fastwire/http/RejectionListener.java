/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.net.InetSocketAddress;

import org.jspecify.annotations.Nullable;

/**
 * Is told of requests that a server has refused before any handler saw them. Called on
 * event loops.
 */
@FunctionalInterface
public interface RejectionListener {

	/** Does nothing. */
	RejectionListener NONE = (client, rejection) -> {
	};

	/**
	 * A request was refused. Must not throw.
	 * @param client who sent it, or {@code null} if that is not known
	 * @param rejection why
	 */
	void onRejected(@Nullable InetSocketAddress client, Rejection rejection);

}
