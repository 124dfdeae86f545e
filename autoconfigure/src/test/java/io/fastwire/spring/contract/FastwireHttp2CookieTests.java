/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

class FastwireHttp2CookieTests extends CookieContract {

	FastwireHttp2CookieTests() {
		super(Servers.FASTWIRE_HTTP2);
	}

}
