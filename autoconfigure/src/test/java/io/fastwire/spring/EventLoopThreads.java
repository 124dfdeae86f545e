/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The threads of running servers. */
public final class EventLoopThreads {

	private EventLoopThreads() {
	}

	/** Fails unless all have ended, or are just about to. */
	public static void assertNone() {
		await().untilAsserted(() -> assertThat(names()).isEmpty());
	}

	private static List<String> names() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("fastwire-"))
			.toList();
	}

}
