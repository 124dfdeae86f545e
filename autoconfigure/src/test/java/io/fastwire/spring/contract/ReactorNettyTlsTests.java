/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

class ReactorNettyTlsTests extends TlsContract {

	ReactorNettyTlsTests() {
		super(Servers.REACTOR_NETTY);
	}

}
