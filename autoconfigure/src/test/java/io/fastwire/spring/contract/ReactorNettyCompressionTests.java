/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

class ReactorNettyCompressionTests extends CompressionContract {

	ReactorNettyCompressionTests() {
		super(Servers.REACTOR_NETTY);
	}

}
