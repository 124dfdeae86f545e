/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That hundreds of clients which are slow on purpose cost a healthy one nothing.
 * {@code slowhttptest} plays them, for as many seconds as the system property
 * {@code fastwire.test.slow-seconds} says.
 */
@Tag("soak")
class SlowClientTests {

	private static final Logger LOGGER = Logger.getLogger(SlowClientTests.class.getName());

	private static final int SECONDS = Integer.getInteger("fastwire.test.slow-seconds", 12);

	private static final Duration PAUSE = Duration.ofMillis(5);

	/** What a healthy client would notice, whatever else the machine does. */
	private static final long NOTICED_MICROS = 100_000;

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "heads,-H -i 4 -x 24 -t GET,/hello", "bodies,-B -i 4 -s 8192 -x 10 -t POST,/count",
			"readers,-X -w 512 -y 1024 -n 4 -z 32 -k 3,/zeros/8" })
	void aHealthyClientNoticesNothingOfThem(String kind, String options, String path) throws Exception {
		try (AppProcess app = AppProcess.start(List.of("-XX:TieredStopAtLevel=4", "-Xmx128m"), "--server.port=0")) {
			int port = app.awaitPorts(1).get(0);
			latencies(port, 3);
			long[] alone = latencies(port, Math.min(SECONDS, 10));
			Process slow = attack(options, "http://127.0.0.1:" + port + path);
			long[] together = latencies(port, SECONDS);
			slow.destroy();
			assertThat(slow.waitFor(20, TimeUnit.SECONDS)).isTrue();
			LOGGER.info(() -> "300 slow " + kind + ": p50 " + at(alone, 50) + " us alone, " + at(together, 50)
					+ " us with them; p99 " + at(alone, 99) + " and " + at(together, 99) + " us; worst "
					+ at(alone, 100) + " and " + at(together, 100) + " us; " + together.length + " requests");
			assertThat(at(together, 99)).isLessThan(Math.max(NOTICED_MICROS, 3 * at(alone, 99)));
			assertThat(app.output()).doesNotContain("ERROR").doesNotContain("OutOfMemory");
		}
	}

	private Process attack(String options, String url) throws Exception {
		List<String> command = new ArrayList<>(
				List.of("slowhttptest", "-c", "300", "-r", "150", "-p", "3", "-l", "" + SECONDS, "-u", url));
		command.addAll(List.of(options.split(" ", -1)));
		return new ProcessBuilder(command).redirectInput(new File("/dev/null"))
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("slowhttptest").toFile())
			.start();
	}

	/** Returns how long requests took, in microseconds, from the shortest. */
	private static long[] latencies(int port, int seconds) throws Exception {
		List<Long> micros = new ArrayList<>();
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
		try (WireClient client = WireClient.connect(port)) {
			while (System.nanoTime() < end) {
				long begin = System.nanoTime();
				assertThat(client.get("/hello").status()).isEqualTo(200);
				micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin));
				Thread.sleep(PAUSE.toMillis());
			}
		}
		long[] sorted = micros.stream().mapToLong(Long::longValue).toArray();
		Arrays.sort(sorted);
		return sorted;
	}

	private static long at(long[] sorted, int percent) {
		return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
	}

}
