/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What to compare, and how long. */
record Settings(Map<String, String> values) {

	private static final Map<String, String> DEFAULTS = Map.of("contenders",
			"reactor-netty-webflux-epoll,fastwire-webflux-io_uring", "path", "/", "connections", "100", "rounds", "6",
			"seconds", "5", "warmup", "30", "server-cpu", "0", "load-cpu", "1", "json", "", "message", "");

	static Settings parse(String... args) {
		Map<String, String> values = new HashMap<>(DEFAULTS);
		for (int i = 0; i < args.length; i += 2) {
			String key = args[i].startsWith("--") ? args[i].substring(2) : args[i];
			if (!DEFAULTS.containsKey(key) || i + 1 == args.length) {
				throw new IllegalArgumentException("Usage: --key value ..., with the keys " + DEFAULTS.keySet());
			}
			values.put(key, args[i + 1]);
		}
		return new Settings(Map.copyOf(values));
	}

	List<Contender> contenders() {
		return Stream.of(text("contenders").split(",", -1)).map(Contender::named).toList();
	}

	String path() {
		return text("path");
	}

	/** Requests of the path, or WebSocket messages if they have a length. */
	Load load() throws IOException {
		return text("message").isEmpty() ? new WrkLoad(this) : new WebSocketLoad(this, number("message"));
	}

	int connections() {
		return number("connections");
	}

	int rounds() {
		return number("rounds");
	}

	int roundSeconds() {
		return number("seconds");
	}

	int warmupSeconds() {
		return number("warmup");
	}

	int serverCpu() {
		return number("server-cpu");
	}

	int loadCpu() {
		return number("load-cpu");
	}

	/** The file for raw results, empty for none. */
	String jsonFile() {
		return text("json");
	}

	private int number(String key) {
		return Integer.parseInt(text(key));
	}

	private String text(String key) {
		return values.getOrDefault(key, "");
	}

}
