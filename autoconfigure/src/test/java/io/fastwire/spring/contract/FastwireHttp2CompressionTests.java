/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

class FastwireHttp2CompressionTests extends CompressionContract {

	FastwireHttp2CompressionTests() {
		super(Servers.FASTWIRE_HTTP2);
	}

}
