/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The map of a slab never hands out a byte twice and never loses one.
 */
class SlabTests {

	/** Checks the list of spans against a plain model: one bit for each used byte. */
	private static void assertConsistent(Slab slab, List<Slab.Span> claimed) {
		BitSet model = new BitSet(slab.capacity());
		for (Slab.Span span : claimed) {
			int end = span.start() + span.length();
			assertThat(span.free()).isFalse();
			assertThat(model.get(span.start(), end).isEmpty()).describedAs("handed out once").isTrue();
			model.set(span.start(), end);
		}
		assertThat(slab.used()).isEqualTo(model.cardinality());
		Slab.Span first = slab.cursor();
		int bytes = 0;
		Slab.Span span = first;
		do {
			Slab.Span next = span.next();
			assertThat(span.length()).isPositive();
			assertThat(model.get(span.start(), span.start() + span.length()).cardinality())
				.isEqualTo(span.free() ? 0 : span.length());
			assertThat(next.start()).isIn(span.start() + span.length(), 0);
			assertThat(span.free() && next.free() && next.start() > span.start()).describedAs("joined").isFalse();
			bytes += span.length();
			span = next;
		}
		while (span != first);
		assertThat(bytes).isEqualTo(slab.capacity());
	}

	private static Slab.Span claimed(Slab slab, int least, int most) {
		return Objects.requireNonNull(slab.claim(least, most), "no room");
	}

	private static Slab.@Nullable Span claim(Slab slab, Random random, int most) {
		int least = 1 + random.nextInt(most);
		int wanted = least + random.nextInt(most);
		Slab.Span span = slab.claim(least, wanted);
		if (span != null) {
			assertThat(span.length()).isBetween(least, wanted);
		}
		return span;
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
	void agreesWithAModelAfterEachRandomStep(long seed) {
		Random random = new Random(seed);
		Slab slab = new Slab(1 + random.nextInt(2000));
		List<Slab.Span> claimed = new ArrayList<>();
		for (int step = 0; step < 5000; step++) {
			int choice = random.nextInt(10);
			if (choice < 5) {
				Slab.Span span = claim(slab, random, 1 + random.nextInt(200));
				if (span != null) {
					claimed.add(span);
				}
			}
			else if (!claimed.isEmpty() && choice < 9) {
				int index = (seed % 2 == 0) ? 0 : random.nextInt(claimed.size());
				slab.release(claimed.remove(index));
			}
			else if (!claimed.isEmpty()) {
				Slab.Span span = claimed.get(random.nextInt(claimed.size()));
				slab.shrink(span, 1 + random.nextInt(span.length()));
			}
			assertConsistent(slab, claimed);
		}
		claimed.forEach(slab::release);
		assertConsistent(slab, List.of());
		assertThat(slab.claim(slab.capacity(), slab.capacity())).isNotNull();
	}

	@Test
	void canBeFilledExactly() {
		Slab slab = new Slab(100);
		List<Slab.Span> claimed = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			claimed.add(claimed(slab, 25, 25));
		}
		assertThat(slab.used()).isEqualTo(100);
		assertThat(slab.claim(1, 1)).isNull();
		assertConsistent(slab, claimed);
		slab.release(claimed.remove(2));
		assertThat(slab.claim(26, 26)).isNull();
		claimed.add(claimed(slab, 25, 25));
		assertConsistent(slab, claimed);
	}

	@Test
	void goesRoundAsSpansComeBackInOrder() {
		Slab slab = new Slab(1000);
		List<Slab.Span> claimed = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			Slab.Span span = claimed(slab, 70, 70);
			claimed.add(span);
			if (claimed.size() == 5) {
				slab.release(claimed.remove(0));
			}
			assertConsistent(slab, claimed);
		}
	}

	@Test
	void neverSpansTheWrap() {
		Slab slab = new Slab(100);
		Slab.Span first = claimed(slab, 60, 60);
		Slab.Span second = claimed(slab, 30, 30);
		slab.release(first);
		// 10 bytes at the end and 60 at the start are not 70
		assertThat(slab.claim(61, 61)).isNull();
		Slab.Span third = claimed(slab, 60, 60);
		assertThat(third.start()).isZero();
		assertConsistent(slab, List.of(second, third));
	}

	@Test
	void stepsOverWhatStaysOut() {
		Slab slab = new Slab(1000);
		Slab.Span slow = claimed(slab, 100, 100);
		for (int i = 0; i < 100; i++) {
			Slab.Span a = claimed(slab, 300, 300);
			Slab.Span b = claimed(slab, 300, 300);
			slab.release(a);
			slab.release(b);
		}
		assertConsistent(slab, List.of(slow));
	}

	@Test
	void usesTheSameBytesAgainWhenAllCameBack() {
		Slab slab = new Slab(1000);
		for (int i = 0; i < 10; i++) {
			Slab.Span a = claimed(slab, 300, 300);
			Slab.Span b = claimed(slab, 300, 300);
			assertThat(a.start()).isZero();
			slab.release(a);
			slab.release(b);
		}
	}

	@Test
	void prefersWhatHasRoomForAll() {
		Slab slab = new Slab(100);
		Slab.Span first = claimed(slab, 60, 60);
		claimed(slab, 20, 20);
		slab.release(first);
		assertThat(claimed(slab, 10, 30).length()).describedAs("20 bytes are nearer").isEqualTo(30);
		assertThat(claimed(slab, 10, 31).length()).describedAs("the largest").isEqualTo(30);
		assertThat(slab.claim(21, 21)).isNull();
	}

	@Test
	void goesOnSearchingWhereItGaveUp() {
		Slab slab = new Slab(100);
		List<Slab.Span> claimed = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			claimed.add(claimed(slab, 1, 1));
		}
		slab.release(claimed.remove(90));
		slab.release(claimed.remove(90));
		int searches = 1;
		while (slab.claim(2, 2) == null) {
			searches++;
		}
		assertThat(searches).isEqualTo(90 / Slab.SEARCH_LIMIT + 1);
	}

}
