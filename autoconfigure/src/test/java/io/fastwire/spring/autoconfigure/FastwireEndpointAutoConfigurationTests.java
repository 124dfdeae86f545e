/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.actuate.FastwireEndpoint;
import io.fastwire.spring.actuate.FastwireInfoContributor;
import io.fastwire.spring.actuate.RunningServers;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which applications have the endpoint.
 */
class FastwireEndpointAutoConfigurationTests {

	private static final String EXPOSED = "management.endpoints.web.exposure.include=fastwire";

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations
		.of(FastwireEndpointAutoConfiguration.class, FastwireTopicAutoConfiguration.class);

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(CONFIGURATIONS);

	@Test
	void isThereWhereItIsExposed() {
		runner.run((context) -> assertThat(context).doesNotHaveBean(FastwireEndpoint.class));
		runner.withPropertyValues(EXPOSED)
			.run((context) -> assertThat(context).hasSingleBean(FastwireEndpoint.class)
				.doesNotHaveBean(FastwireInfoContributor.class));
		runner.withPropertyValues(EXPOSED, "management.endpoint.fastwire.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(FastwireEndpoint.class));
	}

	@Test
	void tellsOfTopicsAloneWhereFastwireIsNotTheServer() {
		new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues(EXPOSED)
			.run((context) -> {
				FastwireEndpoint endpoint = context.getBean(FastwireEndpoint.class);
				assertThat(endpoint.all().servers()).isEmpty();
				assertThat(endpoint.all().topics()).isNotNull();
			});
	}

	@Test
	void tellsNothingOfTopicsThatAreNotThere() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(FastwireEndpointAutoConfiguration.class))
			.withPropertyValues(EXPOSED)
			.run((context) -> {
				FastwireEndpoint endpoint = context.getBean(FastwireEndpoint.class);
				assertThat(endpoint.all().topics()).isNull();
				assertThat(endpoint.part("topics")).isNull();
				assertThat(endpoint.part("topics", "a")).isNull();
			});
	}

	@Test
	void backsOffFromTheEndpointOfTheApplication() {
		runner.withPropertyValues(EXPOSED)
			.withBean("own", FastwireEndpoint.class, () -> new FastwireEndpoint(new RunningServers(), null))
			.run((context) -> assertThat(context).hasSingleBean(FastwireEndpoint.class).hasBean("own"));
	}

	@Test
	void tellsNoHealthWhereFastwireIsNotTheServerOrThereIsNone() {
		AutoConfigurations health = AutoConfigurations.of(FastwireHealthContributorAutoConfiguration.class);
		runner.withConfiguration(health)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("fastwireHealthIndicator"));
		runner.withConfiguration(health)
			.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
			.withBean(FastwireReactiveWebServerFactory.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("fastwireHealthIndicator"));
		runner.withConfiguration(health)
			.withBean(FastwireReactiveWebServerFactory.class)
			.run((context) -> assertThat(context).hasBean("fastwireHealthIndicator"));
	}

	@Test
	void needsActuator() {
		runner.withPropertyValues(EXPOSED)
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RunningServers.class));
	}

}
