/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import io.fastwire.http.Router;
import io.fastwire.testsupport.AutobahnSuite;
import io.fastwire.testsupport.TestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Autobahn test suite against a native route. */
@Tag("autobahn")
class AutobahnTests {

	@Test
	void allCasesPass() {
		Router router = Router.builder()
			.get("/ws", WebSocketRoute.of(AutobahnSuite.OPTIONS, EchoListener::new))
			.build();
		try (TestServer server = TestServer.start(router)) {
			AutobahnSuite.assertAllCasesPass("fastwire-native", server.port());
		}
	}

}
