/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class EvictionTests {

	private static CacheOptions options(int entries, long bytes) {
		return new CacheOptions(entries, bytes, (int) Math.min(bytes, 1 << 20), Duration.ofSeconds(5));
	}

	static TargetKey key(String target) {
		return new TargetKey("http", "t", target);
	}

	static void store(ResponseCache cache, String target, int bytes) {
		ResponseHeaders fields = new ResponseHeaders().add("Cache-Control", "public, max-age=60");
		SecondaryKey secondary = Objects
			.requireNonNull(SecondaryKey.of(Headers.empty(), 0, fields, true, (headers) -> ""));
		StoredResponse.Origin origin = new StoredResponse.Origin(key(target), secondary, Freshness.of(fields, 0),
				cache.nanos(), 0);
		cache.store(new StoredResponse(origin, 200, fields, new byte[bytes]), Headers.empty(), 0,
				cache.stamp(key(target)));
	}

	private static boolean uses(ResponseCache cache, String target) {
		StoredResponse found = cache.find(key(target), Headers.empty(), 0);
		if (found != null) {
			found.visit();
		}
		return found != null;
	}

	@Test
	void keepsToTheNumberOfEntries() {
		ResponseCache cache = new ResponseCache(options(100, 1 << 20));
		IntStream.range(0, 1000).forEach((i) -> store(cache, "/" + i, 10));
		assertThat(cache.statistics().entries()).isEqualTo(100);
		assertThat(cache.statistics().evictions()).isEqualTo(900);
		assertThat(cache.stored()).hasSize(100);
	}

	@Test
	void keepsToTheNumberOfBytes() {
		ResponseCache cache = new ResponseCache(options(10_000, 100_000));
		Random random = new Random(1);
		for (int i = 0; i < 5000; i++) {
			store(cache, "/" + random.nextInt(1000), random.nextInt(10_000));
			uses(cache, "/" + random.nextInt(1000));
			assertThat(cache.statistics().bytes()).isBetween(1L, 100_000L);
		}
		long bytes = cache.stored().values().stream().mapToLong((variants) -> variants[0].bytes()).sum();
		assertThat(cache.statistics().bytes()).isEqualTo(bytes);
		cache.purge();
		assertThat(cache.statistics().bytes()).isZero();
	}

	@Test
	void refusesWhatWouldTakeAll() {
		ResponseCache cache = new ResponseCache(options(10, 10_000));
		store(cache, "/small", 10);
		store(cache, "/large", 10_000);
		assertThat(cache.stored().keySet()).containsExactly(key("/small"));
	}

	@Test
	void keepsWhatIsUsedThroughAScan() {
		ResponseCache cache = new ResponseCache(options(100, 1 << 20));
		IntStream.range(0, 50).forEach((i) -> store(cache, "/hot" + i, 10));
		for (int i = 0; i < 10_000; i++) {
			store(cache, "/scan" + i, 10);
			uses(cache, "/hot" + i % 50);
		}
		assertThat(IntStream.range(0, 50).filter((i) -> uses(cache, "/hot" + i)).count()).isEqualTo(50);
	}

	@Test
	void letsGoWhatIsNotUsedAnyMore() {
		ResponseCache cache = new ResponseCache(options(100, 1 << 20));
		IntStream.range(0, 100).forEach((i) -> store(cache, "/old" + i, 10));
		IntStream.range(0, 100).forEach((i) -> uses(cache, "/old" + i));
		IntStream.range(0, 400).forEach((i) -> {
			store(cache, "/new" + i % 60, 10);
			uses(cache, "/new" + i % 60);
		});
		assertThat(IntStream.range(0, 60).filter((i) -> uses(cache, "/new" + i)).count()).isEqualTo(60);
	}

	/** Against a model that knows nothing but the bound. */
	@Test
	void staysWholeWhateverIsDone() {
		ResponseCache cache = new ResponseCache(options(50, 1 << 20));
		Random random = new Random(7);
		for (int i = 0; i < 100_000; i++) {
			String target = "/" + random.nextInt(100);
			switch (random.nextInt(6)) {
				case 0, 1 -> store(cache, target, random.nextInt(100));
				case 2, 3 -> uses(cache, target);
				case 4 -> cache.invalidate(key(target));
				default -> cache.purge(target);
			}
		}
		Map<TargetKey, StoredResponse[]> stored = cache.stored();
		assertThat(cache.statistics().entries()).isEqualTo(stored.size());
		stored.keySet().forEach((key) -> cache.invalidate(key));
		assertThat(cache.statistics().entries()).isZero();
		assertThat(cache.statistics().bytes()).isZero();
	}

	@Test
	void tellsAboutTheMemoryThatItTakes() {
		ResponseCache cache = new ResponseCache(options(100_000, 64 << 20));
		long before = used();
		for (int i = 0; i < 20_000; i++) {
			store(cache, "/some/path/of/usual/length?number=" + i, 500);
		}
		long real = used() - before;
		assertThat(cache.statistics().entries()).isEqualTo(20_000);
		assertThat((double) cache.statistics().bytes() / real).isBetween(0.7, 1.6);
	}

	private static long used() {
		Runtime runtime = Runtime.getRuntime();
		long used = Long.MAX_VALUE;
		for (int i = 0; i < 5; i++) {
			System.gc();
			used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
		}
		return used;
	}

	@Test
	void refusesOptionsThatMakeNoSense() {
		Duration second = Duration.ofSeconds(1);
		assertThatIllegalArgumentException().isThrownBy(() -> new CacheOptions(0, 1, 1, second));
		assertThatIllegalArgumentException().isThrownBy(() -> new CacheOptions(1, 0, 1, second));
		assertThatIllegalArgumentException().isThrownBy(() -> new CacheOptions(1, 1, 0, second));
		assertThatIllegalArgumentException().isThrownBy(() -> new CacheOptions(1, 1, 1, Duration.ZERO));
	}

	/** A request may have looked at the clock before the response was asked for. */
	@Test
	void nothingIsYoungerThanNew() {
		ResponseCache cache = new ResponseCache(options(10, 10_000), () -> 5_000_000_000L);
		store(cache, "/a", 10);
		StoredResponse found = Objects.requireNonNull(cache.find(key("/a"), Headers.empty(), 0));
		assertThat(found.age(0)).isZero();
		assertThat(found.age(7_000_000_000L)).isEqualTo(2);
	}

}
