/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many connections that do nothing for a while. The server and the clients need a file
 * descriptor for each: see {@code ulimit -n}.
 */
@ExtendWith(LeakFree.class)
class IdleConnectionsTests {

	/** Of heap, for each. What Netty has for a channel is most of it. */
	private static final long MAX_BYTES = 1900;

	/** With what the JDK has for a channel and its key. */
	private static final long MAX_BYTES_NIO = 2300;

	private static final Logger LOGGER = Logger.getLogger(IdleConnectionsTests.class.getName());

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void areHeldAndServed(Transport transport) throws Exception {
		holdAndServe(transport, 200, Long.MAX_VALUE);
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	@Tag("soak")
	void areHeldAndServedByTheThousand(Transport transport) throws Exception {
		holdAndServe(transport, 10_000, (transport == Transport.NIO) ? MAX_BYTES_NIO : MAX_BYTES);
	}

	private static void holdAndServe(Transport transport, int count, long maxBytes) throws Exception {
		try (TestServer server = TestServer.start(TestServer.options().transport(transport).eventLoops(2),
				(exchange) -> exchange.end(exchange.target().path()))) {
			long heapBefore = usedHeap();
			Process clients = clients(server.port(), count);
			try (BufferedReader told = new BufferedReader(
					new InputStreamReader(clients.getInputStream(), StandardCharsets.UTF_8));
					PrintWriter teller = new PrintWriter(clients.getOutputStream(), true, StandardCharsets.UTF_8)) {
				assertThat(told.readLine()).isEqualTo("connected");
				assertThat(server.statistics().connectionsActive()).isEqualTo(count);
				AtomicLong heap = new AtomicLong();
				await("idle connections rest").pollInterval(Duration.ofSeconds(1)).until(() -> {
					heap.set((usedHeap() - heapBefore) / count);
					return heap.get() <= maxBytes;
				});
				long pinned = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
				LOGGER.info(() -> transport + ": " + count + " idle connections, for each " + heap
						+ " bytes of heap and " + pinned / count + " of pinned buffers");
				teller.println("go");
				assertThat(told.readLine()).isEqualTo("" + count);
				server.awaitIdle();
				assertThat(server.statistics().requests()).isEqualTo(2L * count);
			}
			finally {
				clients.destroy();
			}
		}
	}

	private static Process clients(int port, int count) throws IOException {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-cp",
				System.getProperty("java.class.path"), IdleClients.class.getName(), "" + port, "" + count)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
	}

	private static long usedHeap() {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

}
