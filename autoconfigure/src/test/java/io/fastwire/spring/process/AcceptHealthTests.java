/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an application tells of itself while it has no descriptors left. */
class AcceptHealthTests {

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	/** What the application has open by itself is below it. */
	private static final int DESCRIPTORS = 600;

	private static final String HEALTH = "/actuator/health";

	private static final String FAILURES = "/actuator/metrics/fastwire.connections.accept.failures";

	@Test
	void isOutOfServiceWhileItCannotAcceptAndWellAgainAfterwards() throws Exception {
		String classPath = AppProcess.classPath(ApplicationProcessTests.NO_OTHER_SERVER);
		List<WireClient> clients = new ArrayList<>();
		try (AppProcess app = AppProcess.startWithDescriptors(DESCRIPTORS, classPath, "--server.port=0",
				"--management.endpoints.web.exposure.include=health,metrics",
				"--management.endpoint.health.show-details=always", "--management.health.fastwire.threshold=500ms")) {
			int port = app.awaitPorts(1).get(0);
			try (WireClient kept = WireClient.connect(port)) {
				assertThat(kept.get(HEALTH).text()).contains("\"fastwire\":{\"status\":\"UP\"}");
				assertThat(kept.get(FAILURES).text()).contains("\"value\":0.0");
				for (int i = 0; i < DESCRIPTORS; i++) {
					clients.add(WireClient.connect(port));
				}
				await().atMost(PATIENCE).until(() -> get(kept, HEALTH).status() == 503);
				assertThat(kept.get(HEALTH).text()).contains("OUT_OF_SERVICE", "\"acceptFailingMillis\":");
				assertThat(kept.get(FAILURES).text()).doesNotContain("\"value\":0.0");
				for (WireClient client : clients) {
					client.close();
				}
				await().atMost(PATIENCE).until(() -> get(kept, HEALTH).status() == 200);
				assertThat(kept.get(HEALTH).text()).contains("\"fastwire\":{\"status\":\"UP\"}");
				assertThat(app.get(port, "/hello").body()).isEqualTo("Hello");
			}
		}
		finally {
			for (WireClient client : clients) {
				client.close();
			}
		}
	}

	private static WireResponse get(WireClient client, String path) {
		try {
			return client.get(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
