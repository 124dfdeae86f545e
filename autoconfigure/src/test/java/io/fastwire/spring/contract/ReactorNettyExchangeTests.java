/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import static org.assertj.core.api.Assertions.assertThat;

class ReactorNettyExchangeTests extends ExchangeContract {

	ReactorNettyExchangeTests() {
		super(Servers.REACTOR_NETTY);
	}

	/**
	 * A client cannot tell this from a lost connection and may repeat the request, so
	 * Fastwire answers 500, as for any other error.
	 */
	@Override
	void assertThrown(String received) {
		assertThat(received).isEmpty();
	}

	/**
	 * Presets chunked, so Spring does not count the body. Fastwire frames when it knows
	 * what there is: RFC 9110 section 9.3.2 wants the fields of GET.
	 */
	@Override
	void assertFramingOfHead(String head) {
		assertThat(head).containsIgnoringCase("\r\nTransfer-Encoding: chunked\r\n");
	}

}
