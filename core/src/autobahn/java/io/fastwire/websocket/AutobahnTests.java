/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.fastwire.http.Router;
import io.fastwire.testsupport.TestServer;
import me.normanmaurer.maven.autobahntestsuite.AutobahnTestSuite;
import me.normanmaurer.maven.autobahntestsuite.FuzzingCaseResult;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.python.util.PythonInterpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * The Autobahn test suite, cases 1 to 10, against a native route. Two traps: with failByDrop
 * it takes any end of the connection for a correct answer to invalid UTF-8, and it may
 * hang, so that only a limit of our own ends it.
 */
@Tag("autobahn")
class AutobahnTests {

	private static final int CASES = 301;

	/** 7.1.6 and 7.13.* leave the outcome to the server. */
	private static final long INFORMATIONAL = 3;

	private static final Duration LIMIT = Duration.ofMinutes(15);

	private static final WebSocketOptions OPTIONS = WebSocketOptions.builder()
		.maxMessageBytes(16 * 1024 * 1024)
		.maxPendingBytes(64 * 1024 * 1024)
		.build();

	/**
	 * The suite imports Python's module {@code io}, and would be given the Java package of
	 * that name, were the module not there already.
	 */
	@BeforeAll
	static void importPythonsModuleFirst() {
		new PythonInterpreter().exec("import io");
	}

	@Test
	void allCasesPass() {
		Router router = Router.builder().get("/ws", WebSocketRoute.of(OPTIONS, EchoListener::new)).build();
		try (TestServer server = TestServer.start(router)) {
			List<FuzzingCaseResult> results = assertTimeoutPreemptively(LIMIT,
					() -> AutobahnTestSuite.runFuzzingClient("fastwire", "ws://127.0.0.1:" + server.port() + "/ws",
							Map.of("version", 18, "failByDrop", false), List.of("*"), List.of()));
			Map<String, Long> behavior = count(results, false);
			Map<String, Long> close = count(results, true);
			System.out.println("Autobahn: behaviour " + behavior + ", close " + close);
			assertThat(failures(results)).isEmpty();
			assertThat(behavior).isEqualTo(Map.of("OK", CASES - INFORMATIONAL, "INFORMATIONAL", INFORMATIONAL));
		}
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
