/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import org.junit.jupiter.api.Test;

import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;

import static org.assertj.core.api.Assertions.assertThat;

class FastwireExchangeTests extends ExchangeContract {

	FastwireExchangeTests() {
		super(Servers.FASTWIRE);
	}

	/** No other reactive server does. */
	@Test
	void namesItselfWhenToldTo() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setServerHeader("Example/1");
		start(factory, (request, response) -> response.setComplete());
		assertThat(get("/").headers().allValues("Server")).containsExactly("Example/1");
	}

	@Test
	void doesNotNameItselfByDefault() throws Exception {
		start((request, response) -> response.setComplete());
		assertThat(get("/").headers().firstValue("Server")).isEmpty();
	}

}
