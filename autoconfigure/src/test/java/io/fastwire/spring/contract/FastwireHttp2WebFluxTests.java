/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

class FastwireHttp2WebFluxTests extends WebFluxContract {

	FastwireHttp2WebFluxTests() {
		super(Servers.FASTWIRE_HTTP2);
	}

}
