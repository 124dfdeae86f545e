/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SettingsTests {

	@Test
	void recordsNoPathOfTheMachine() {
		Settings settings = Settings.parse("--json", "/home/me/results.json", "--plot", "/home/me/growth.svg",
				"--external", "nginx=/home/me/nginx {port}", "--external", "caddy=/home/me/caddy {port}", "--rate",
				"50");
		assertThat(settings.recorded()).containsEntry("external", "nginx\ncaddy").containsEntry("rate", "50");
		assertThat(settings.recorded().toString()).doesNotContain("/home/me");
	}

}
