/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class BasicExchangeTests {

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void answersRequestsOnOneConnection(Transport transport) throws IOException {
		try (TestServer server = TestServer.start(transport, (exchange) -> exchange.end(exchange.target().path()));
				WireClient client = server.connect()) {
			assertThat(server.server().transport()).isEqualTo(transport);
			for (int i = 0; i < 3; i++) {
				WireResponse response = client.get("/" + i);
				assertThat(response.status()).isEqualTo(200);
				assertThat(response.text()).isEqualTo("/" + i);
				assertThat(response.closes()).isFalse();
			}
			assertThat(server.statistics().requests()).isEqualTo(3);
			assertThat(server.statistics().requestsActive()).isZero();
			assertThat(server.statistics().connectionsActive()).isEqualTo(1);
		}
	}

}
