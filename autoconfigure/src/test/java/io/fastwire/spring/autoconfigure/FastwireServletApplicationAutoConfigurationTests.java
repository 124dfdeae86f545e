/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a servlet application gets from having Fastwire on its class path.
 */
@ExtendWith(OutputCaptureExtension.class)
class FastwireServletApplicationAutoConfigurationTests {

	private static final String WARNING = "Fastwire serves only reactive applications for now";

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class,
				FastwireServletApplicationAutoConfiguration.class, FastwireManagementContextAutoConfiguration.class));

	@Test
	void warnsOnceAndLeavesTheServerAlone(CapturedOutput output) {
		runner.run((context) -> {
			assertThat(context).doesNotHaveBean(ReactiveWebServerFactory.class);
			assertThat(output).containsOnlyOnce(WARNING);
		});
	}

	@Test
	void saysNothingWhenDisabled(CapturedOutput output) {
		runner.withPropertyValues("fastwire.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain(WARNING);
		});
	}

}
