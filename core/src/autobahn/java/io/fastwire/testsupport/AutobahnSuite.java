/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.fastwire.websocket.WebSocketOptions;
import me.normanmaurer.maven.autobahntestsuite.AutobahnTestSuite;
import me.normanmaurer.maven.autobahntestsuite.FuzzingCaseResult;
import org.python.util.PythonInterpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * The Autobahn test suite, cases 1 to 10, as a client of an echo at {@code /ws}. Two traps:
 * with failByDrop it takes any end of the connection for a correct answer to invalid UTF-8,
 * and it may hang, so that only a limit of our own ends it.
 */
public final class AutobahnSuite {

	/** Large enough for its longest messages. */
	public static final WebSocketOptions OPTIONS = WebSocketOptions.builder()
		.maxMessageBytes(16 * 1024 * 1024)
		.maxPendingBytes(64 * 1024 * 1024)
		.build();

	private static final int CASES = 301;

	/** 7.1.6 and 7.13.* leave the outcome to the server. */
	private static final long INFORMATIONAL = 3;

	private static final Duration LIMIT = Duration.ofMinutes(15);

	private AutobahnSuite() {
	}

	/**
	 * Runs all cases and fails if one of them does.
	 * @param agent how its reports call the server
	 * @param port of the server
	 */
	public static void assertAllCasesPass(String agent, int port) {
		// It imports Python's module io, and would be given the Java package of that name,
		// were the module not there already.
		new PythonInterpreter().exec("import io");
		List<FuzzingCaseResult> results = assertTimeoutPreemptively(LIMIT,
				() -> AutobahnTestSuite.runFuzzingClient(agent, "ws://127.0.0.1:" + port + "/ws",
						Map.of("version", 18, "failByDrop", false), List.of("*"), List.of()));
		Map<String, Long> behavior = count(results, false);
		System.out.println("Autobahn: behaviour " + behavior + ", close " + count(results, true));
		assertThat(failures(results)).isEmpty();
		assertThat(behavior).isEqualTo(Map.of("OK", CASES - INFORMATIONAL, "INFORMATIONAL", INFORMATIONAL));
	}

	private static Map<String, Long> count(List<FuzzingCaseResult> results, boolean close) {
		return new TreeMap<>(results.stream()
			.map((result) -> String.valueOf(close ? result.behaviorClose() : result.behavior()))
			.collect(Collectors.groupingBy((outcome) -> outcome, Collectors.counting())));
	}

	private static List<String> failures(List<FuzzingCaseResult> results) {
		return results.stream()
			.map((result) -> result.caseName() + " " + result.behavior() + " " + result.behaviorClose())
			.filter((line) -> !line.matches("\\S+ (OK|INFORMATIONAL) (OK|INFORMATIONAL)"))
			.toList();
	}

}
