/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class CacheConcurrencyTests {

	private static final int TARGETS = 8;

	/**
	 * Readers never see a state older than what was there when they asked, although
	 * writers change it all the time and several loops share the cache.
	 */
	@Test
	void neverAnswersByWhatAWriteHasReplaced() throws Exception {
		AtomicLongArray states = new AtomicLongArray(TARGETS);
		ExecutorService executor = Executors.newFixedThreadPool(6);
		try (CachedSite site = CachedSite.onLoops(3, (exchange) -> {
			int target = exchange.target().path().charAt(1) - '0';
			if (exchange.method().equals("POST")) {
				exchange.end(Long.toString(states.incrementAndGet(target)));
			}
			else {
				exchange.responseHeaders().add("Cache-Control", "max-age=3600");
				exchange.end(Long.toString(states.get(target)));
			}
		})) {
			AtomicLongArray seen = new AtomicLongArray(TARGETS);
			List<Future<?>> runs = new ArrayList<>();
			for (int i = 0; i < 6; i++) {
				int seed = i;
				runs.add(executor.submit(() -> {
					run(site, new Random(seed), seen, seed < 2);
					return null;
				}));
			}
			for (Future<?> run : runs) {
				run.get(60, TimeUnit.SECONDS);
			}
			assertThat(site.statistics().hits()).isPositive();
			assertThat(site.cache().flights()).isEmpty();
			assertThat(site.statistics().entries()).isLessThanOrEqualTo(TARGETS);
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static void run(CachedSite site, Random random, AtomicLongArray seen, boolean writes) throws Exception {
		try (WireClient client = site.server().connect()) {
			for (int i = 0; i < 1500; i++) {
				int target = random.nextInt(TARGETS);
				String method = (writes && random.nextInt(4) == 0) ? "POST" : "GET";
				long before = seen.get(target);
				WireResponse answer = client
					.send(method + " /" + target + " HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n")
					.read();
				long state = Long.parseLong(answer.text());
				assertThat(state).isGreaterThanOrEqualTo(before);
				seen.accumulateAndGet(target, state, Math::max);
			}
		}
	}

}
