/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import org.junit.jupiter.api.Test;

import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;

import static org.assertj.core.api.Assertions.assertThat;

class FastwireGracefulShutdownTests extends GracefulShutdownContract {

	FastwireGracefulShutdownTests() {
		super(Servers.FASTWIRE);
	}

	/** Reactor Netty never calls back. */
	@Test
	void isIdleWhenItWasNeverStarted() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		WebServer server = factory.getWebServer((request, response) -> response.setComplete());
		assertThat(result(shutDown(server))).isEqualTo(GracefulShutdownResult.IDLE);
	}

}
