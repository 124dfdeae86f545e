/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.lang.management.ManagementFactory;
import java.util.List;

import org.springframework.core.env.Environment;

/**
 * Whether handlers of ours take the places of Spring Framework's. Asked when the
 * application runs, not when it is built ahead of time.
 */
final class FusedDispatch {

	private FusedDispatch() {
	}

	static boolean isOn(Environment environment) {
		return isOn(environment, ManagementFactory.getRuntimeMXBean().getInputArguments());
	}

	/**
	 * What the property says, and without it unless there is an agent: those that trace
	 * requests put their code into Spring Framework's {@code DispatcherHandler}, which
	 * they know by its name.
	 * @param arguments of the JVM
	 */
	static boolean isOn(Environment environment, List<String> arguments) {
		Boolean chosen = environment.getProperty("fastwire.fused-dispatch", Boolean.class);
		return (chosen != null) ? chosen : arguments.stream().noneMatch(FusedDispatch::isAgent);
	}

	private static boolean isAgent(String argument) {
		return argument.startsWith("-javaagent:") || argument.startsWith("-agentpath:");
	}

}
