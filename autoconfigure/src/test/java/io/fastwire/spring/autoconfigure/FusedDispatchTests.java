/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class FusedDispatchTests {

	private static final List<String> PLAIN = List.of("-Xmx1g", "-Dname=-javaagent:x.jar", "-agentlib:jdwp=server=y");

	private final MockEnvironment environment = new MockEnvironment();

	@Test
	void isOnWithoutAnAgent() {
		assertThat(FusedDispatch.isOn(environment, PLAIN)).isTrue();
	}

	@Test
	void isOffWithAnAgentOfEitherKind() {
		assertThat(FusedDispatch.isOn(environment, List.of("-Xmx1g", "-javaagent:tracer.jar=x"))).isFalse();
		assertThat(FusedDispatch.isOn(environment, List.of("-agentpath:/lib/tracer.so", "-Xmx1g"))).isFalse();
	}

	@Test
	void isWhatThePropertySaysIfItIsSet() {
		environment.setProperty("fastwire.fused-dispatch", "true");
		assertThat(FusedDispatch.isOn(environment, List.of("-javaagent:tracer.jar"))).isTrue();
		environment.setProperty("fastwire.fused-dispatch", "false");
		assertThat(FusedDispatch.isOn(environment, PLAIN)).isFalse();
	}

}
