/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.BufferedReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.sun.management.ThreadMXBean;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.RequestTarget;
import io.fastwire.testsupport.LeakFree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What each request costs, whatever its handler does, as the virtual machine counts it. A
 * field more makes an exchange eight bytes larger. If that has to be, say what it buys in
 * docs/decisions.md.
 */
@ExtendWith(LeakFree.class)
class ExchangeSizeTests {

	private static final int COUNT = 10_000;

	/** What the virtual machine needs for itself meanwhile, for each of them. */
	private static final double SLACK = 1;

	/** What the channel needs for each piece of memory, which holds many responses. */
	private static final double SHARED = 8;

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	/** Four bytes, or eight if the heap is huge. */
	private static final long REFERENCE_BYTES = (long) bytesOf(() -> new Object[200]) / 200;

	private static final CompleteHead HEAD = new CompleteHead("GET", RequestTarget.origin("/"), HttpVersion.HTTP_1_1,
			HeaderBlock.EMPTY);

	/** All are kept, so that no compiler can do without. */
	private static double bytesOf(Supplier<Object> maker) {
		Object[] made = new Object[COUNT];
		made[0] = maker.get();
		long before = THREADS.getCurrentThreadAllocatedBytes();
		for (int i = 0; i < COUNT; i++) {
			made[i] = maker.get();
		}
		long after = THREADS.getCurrentThreadAllocatedBytes();
		assertThat(Arrays.stream(made)).allMatch(Objects::nonNull);
		return (double) (after - before) / COUNT;
	}

	/** Six references, a status and a count. */
	@Test
	void exchangeTakes48Bytes() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.end())) {
			assertThat(bytesOf(() -> new Http1Exchange(wire.connection(), HEAD)))
				.isLessThan(24 + 6 * REFERENCE_BYTES + SLACK);
		}
	}

	@Test
	void headThatIsNotThatOfTheRequestBeforeTakes32() {
		assertThat(bytesOf(() -> new CompleteHead(HEAD.method(), HEAD.target(), HEAD.version(), HEAD.headers())))
			.isLessThan(16 + 4 * REFERENCE_BYTES + SLACK);
	}

	/** In a process of its own, because watching for leaks makes objects too. */
	@Test
	void helloMakesNoObjectButItsExchange() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx128m", "-Dio.netty.leakDetection.level=disabled", "-cp", System.getProperty("java.class.path"),
				HelloProcess.class.getName())
			.redirectError(Redirect.INHERIT)
			.start();
		try (BufferedReader printed = process.inputReader(StandardCharsets.US_ASCII)) {
			double bytes = Double.parseDouble(printed.readLine());
			assertThat(bytes).isBetween(48 - SLACK, 48 + SHARED);
			assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
			assertThat(process.exitValue()).isZero();
		}
		finally {
			process.destroyForcibly();
		}
	}

}
