/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.IOException;

import static org.assertj.core.api.Assertions.assertThat;

class ReactorNettyStreamingTests extends StreamingContract {

	ReactorNettyStreamingTests() {
		super(Servers.REACTOR_NETTY);
	}

	/**
	 * Passes on what its transport says, which Spring recognises by its text on some
	 * transports only. Where it does not, a client that leaves is logged as an error.
	 */
	@Override
	void assertDisconnected(Throwable failure) {
		assertThat(failure).isInstanceOf(IOException.class);
	}

}
