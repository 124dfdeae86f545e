/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

class ReactorNettyCookieTests extends CookieContract {

	ReactorNettyCookieTests() {
		super(Servers.REACTOR_NETTY);
	}

}
