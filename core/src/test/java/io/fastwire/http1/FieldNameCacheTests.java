/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fastwire.http.HttpLimits;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FieldNameCacheTests {

	private final LoopCounters counters = new LoopCounters(0);

	private final FieldNameCache cache = new FieldNameCache(counters);

	/** Sees a name in the middle of other bytes. */
	private @Nullable String find(String name) {
		byte[] bytes = ("before" + name + ": behind").getBytes(StandardCharsets.ISO_8859_1);
		return cache.find(bytes, 6, 6 + name.length());
	}

	private String found(String name) {
		find(name);
		String found = find(name);
		assertThat(found).isEqualTo(name);
		return String.valueOf(found);
	}

	private static int slot(String name) {
		byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
		return FieldNameCache.slot(bytes, 0, bytes.length);
	}

	private List<Long> counts() {
		return List.of(counters.read(Counter.NAME_CACHE_HITS), counters.read(Counter.NAME_CACHE_MISSES),
				counters.read(Counter.NAME_CACHE_REPLACEMENTS));
	}

	@Test
	void sharesANameFromTheSecondTimeOn() {
		assertThat(find("X-Tenant")).isNull();
		assertThat(find("X-Tenant")).isEqualTo("X-Tenant").isSameAs(find("X-Tenant"));
		assertThat(counts()).containsExactly(2L, 1L, 0L);
	}

	@Test
	void tellsNamesApartThatDifferInCaseOrInOneByte() {
		for (int length = 1; length <= FieldNameCache.MAX_BYTES; length++) {
			String name = "n".repeat(length);
			found(name);
			for (int i = 0; i < length; i++) {
				for (char c : new char[] { 'N', 'm', 'o', '\0', (char) ('n' + 0x80) }) {
					found(name.substring(0, i) + c + name.substring(i + 1));
				}
			}
			found(name);
		}
	}

	@Test
	void namesOfOneSlotDriveEachOtherOutAndNeverMix() {
		Map<Integer, String> seen = new HashMap<>();
		String name = "X-100";
		String other = null;
		for (int i = 101; other == null; i++) {
			seen.put(slot(name), name);
			name = "X-" + i;
			other = seen.get(slot(name));
		}
		assertThat(other).isNotEqualTo(name);
		for (int i = 0; i < 10; i++) {
			assertThat(find(name)).isNull();
			assertThat(find(name)).isEqualTo(name);
			assertThat(find(other)).isNull();
			assertThat(find(other)).isEqualTo(other);
		}
		assertThat(counts()).containsExactly(20L, 20L, 19L);
	}

	@Test
	void holdsAFixedNumberOfNames() {
		int count = 10_000;
		for (int i = 0; i < count; i++) {
			found("X-Random-" + i);
		}
		long kept = count - counters.read(Counter.NAME_CACHE_REPLACEMENTS);
		assertThat(kept).isBetween(FieldNameCache.SLOTS / 2L, (long) FieldNameCache.SLOTS);
		assertThat(counters.read(Counter.NAME_CACHE_MISSES)).isEqualTo(count);
	}

	@Test
	void doesNotKeepALongName() {
		String longest = "x".repeat(FieldNameCache.MAX_BYTES);
		found(longest);
		assertThat(find(longest + "x")).isNull();
		assertThat(find(longest + "x")).isNull();
		assertThat(find(longest)).isEqualTo(longest);
		assertThat(counts()).containsExactly(2L, 3L, 0L);
	}

	@Test
	void headsGetSharedNamesAndTheirOwnCase() {
		RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS, counters);
		String longName = "X-" + "y".repeat(FieldNameCache.MAX_BYTES);
		String lines = "Host: t\r\nX-Tenant: 1\r\nx-tenant: 2\r\n" + longName + ": 3\r\nAccept: %s\r\n\r\n";
		HeaderBlock first = parse(parser, lines.formatted("a"), null);
		assertThat(counts()).containsExactly(0L, 3L, 0L);
		HeaderBlock second = parse(parser, lines.formatted("b"), first);
		HeaderBlock third = parse(parser, lines.formatted("c"), second);
		assertThat(counts()).containsExactly(4L, 5L, 0L);
		assertThat(parse(parser, lines.formatted("c"), third)).isSameAs(third);
		assertThat(counts()).describedAs("a repeated section asks for nothing").containsExactly(4L, 5L, 0L);
		for (HeaderBlock block : List.of(first, second, third)) {
			assertThat(HeadArrivals.lines(block).subList(1, 4)).containsExactly("X-Tenant: 1", "x-tenant: 2",
					longName + ": 3");
		}
		assertThat(second.name(1)).isSameAs(third.name(1));
		assertThat(second.name(2)).isSameAs(third.name(2));
	}

	private static HeaderBlock parse(RequestHeadParser parser, String lines, @Nullable HeaderBlock previous) {
		byte[] bytes = HeadArrivals.latin1("GET / HTTP/1.1\r\n" + lines);
		RequestHead head = new RequestHead();
		assertThat(parser.parse(bytes, 0, bytes.length, head, previous)).isEqualTo(bytes.length);
		return head.headers();
	}

	@Test
	void knownNamesDoNotTouchIt() {
		RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS, counters);
		parse(parser, "host: t\r\naccept: a\r\nX-REQUEST-ID: 1\r\n\r\n", null);
		assertThat(counts()).containsExactly(0L, 0L, 0L);
	}

}
