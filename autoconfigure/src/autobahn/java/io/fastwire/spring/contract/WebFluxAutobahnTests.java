/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.testsupport.AutobahnSuite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.web.reactive.socket.WebSocketMessage;

/** The Autobahn test suite against a WebSocket handler of WebFlux. */
@Tag("autobahn")
class WebFluxAutobahnTests extends WebSocketHarness {

	WebFluxAutobahnTests() {
		super(Servers.FASTWIRE);
	}

	@Test
	void allCasesPass() {
		serve(new FastwireRequestUpgradeStrategy(AutobahnSuite.OPTIONS),
				(session) -> session.send(session.receive().doOnNext(WebSocketMessage::retain)));
		AutobahnSuite.assertAllCasesPass("fastwire-webflux", port());
	}

}
