/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.OwnHeaders;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** What clients can and cannot do to the caches of header sections. */
@ExtendWith(LeakFree.class)
class HeaderCachingTests {

	private static final int REQUESTS = 500;

	private static final int NAMES = 10;

	private static final int CONNECTIONS = 64;

	private static final long MEGABYTE = 1 << 20;

	private static void answerAllNames(Exchange exchange) {
		StringBuilder names = new StringBuilder();
		for (int i = 0; i < exchange.headers().size(); i++) {
			String name = exchange.headers().name(i);
			names.append(name).append('\n');
			exchange.responseHeaders().add(name, exchange.headers().value(i));
		}
		exchange.end(names.toString());
	}

	/** Ten times as many names as it takes, so that a leak cannot hide in the limit. */
	@Test
	void randomNamesDoNotFillTheHeap() throws IOException {
		try (TestServer server = TestServer.start(HeaderCachingTests::answerAllNames);
				WireClient client = server.connect()) {
			sendRandomNames(client, 1);
			long before = usedHeap();
			sendRandomNames(client, 2);
			assertThat(usedHeap() - before).describedAs("after 5 000 names").isLessThan(MEGABYTE);
			for (int round = 3; round < 12; round++) {
				sendRandomNames(client, round);
			}
			assertThat(usedHeap() - before).describedAs("after 50 000 names").isLessThan(MEGABYTE);
			for (HeaderCache cache : HeaderCache.values()) {
				long kept = server.statistics().headerCacheMisses(cache)
						- server.statistics().headerCacheReplacements(cache);
				assertThat(server.statistics().headerCacheMisses(cache)).isGreaterThan(50_000);
				assertThat(kept).describedAs("entries of %s", cache).isBetween(1L, 1000L);
			}
		}
	}

	private static void sendRandomNames(WireClient client, long seed) throws IOException {
		Random random = new Random(seed);
		for (int i = 0; i < REQUESTS; i++) {
			StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nHost: t\r\n");
			for (int j = 0; j < NAMES; j++) {
				request.append("X-").append(Long.toHexString(random.nextLong())).append("-".repeat(random.nextInt(30)));
				request.append(": ").append(random.nextInt()).append("\r\n");
			}
			assertThat(client.send(request.append("\r\n").toString()).read().text().lines()).hasSize(NAMES + 1);
		}
	}

	/** The least of several, because what else runs in this JVM leaves garbage too. */
	private static long usedHeap() {
		long least = Long.MAX_VALUE;
		for (int i = 0; i < 5; i++) {
			System.gc();
			least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
		}
		return least;
	}

	@Test
	void eachConnectionGetsItsOwnHeadersBack() throws IOException {
		List<WireClient> connections = new ArrayList<>();
		List<OwnHeaders> clients = new ArrayList<>();
		try (TestServer server = TestServer.start(TestServer.options().eventLoops(2), OwnHeaders::echo)) {
			for (int i = 0; i < CONNECTIONS; i++) {
				connections.add(server.connect());
				clients.add(new OwnHeaders(i, 1));
			}
			for (int request = 0; request < 20; request++) {
				sendInterleaved(connections, clients.stream().map(OwnHeaders::next).toList());
				for (int i = 0; i < CONNECTIONS; i++) {
					clients.get(i).check(request, connections.get(i).read());
				}
			}
			assertThat(server.statistics().repeatHeads()).isGreaterThanOrEqualTo(CONNECTIONS * 10);
		}
		finally {
			for (WireClient connection : connections) {
				connection.close();
			}
		}
	}

	private static void sendInterleaved(List<WireClient> connections, List<List<byte[]>> pieces) throws IOException {
		boolean more = true;
		for (int piece = 0; more; piece++) {
			more = false;
			for (int i = 0; i < connections.size(); i++) {
				if (piece < pieces.get(i).size()) {
					connections.get(i).send(pieces.get(i).get(piece));
					more = true;
				}
			}
		}
	}

}
