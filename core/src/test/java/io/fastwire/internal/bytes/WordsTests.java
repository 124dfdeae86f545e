/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.bytes;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WordsTests {

	/** Finds by a word loop. */
	private interface Finder {

		int find(byte[] bytes, int from, int to);

	}

	/**
	 * Every byte at every index of a range that starts anywhere and ends anywhere,
	 * between decoys.
	 */
	private static void check(Finder finder, IntPredicate wanted, int harmless, int decoy) {
		for (int b = 0; b < 256; b++) {
			for (int length = 0; length < 20; length++) {
				for (int at = 0; at < length; at++) {
					byte[] bytes = new byte[length + 12];
					Arrays.fill(bytes, (byte) decoy);
					int from = 1 + (b + at) % 9;
					Arrays.fill(bytes, from, from + length, (byte) harmless);
					bytes[from + at] = (byte) b;
					int expected = wanted.test(b) ? from + at : from + length;
					assertThat(finder.find(bytes, from, from + length))
						.describedAs("byte %s at %s of %s", b, at, length)
						.isEqualTo(expected);
				}
			}
		}
	}

	private static void checkRandom(Finder finder, IntPredicate wanted) {
		Random random = new Random(20260101);
		for (int i = 0; i < 100_000; i++) {
			byte[] bytes = new byte[random.nextInt(48)];
			for (int j = 0; j < bytes.length; j++) {
				bytes[j] = (byte) (random.nextInt(6) == 0 ? random.nextInt(256) : 'a' + random.nextInt(26));
			}
			int from = random.nextInt(bytes.length + 1);
			int to = from + random.nextInt(bytes.length - from + 1);
			int expected = from;
			while (expected < to && !wanted.test(bytes[expected] & 0xFF)) {
				expected++;
			}
			assertThat(finder.find(bytes, from, to)).describedAs("%s in [%s, %s)", bytes, from, to).isEqualTo(expected);
		}
	}

	@Test
	void findsAByte() {
		for (int wanted : new int[] { ':', 0, 1, 0x7F }) {
			Finder finder = (bytes, from, to) -> Words.find(bytes, from, to, (byte) wanted);
			check(finder, (b) -> b == wanted, 'x', wanted);
			checkRandom(finder, (b) -> b == wanted);
		}
	}

	@Test
	void findsControlBytesButTab() {
		IntPredicate control = (b) -> (b < ' ' && b != '\t') || b == 0x7F;
		check(Words::findControl, control, 'x', '\r');
		check(Words::findControl, control, '\t', 0);
		check(Words::findControl, control, 0xFF, 0x7F);
		check(Words::findControl, control, 0x80, '\n');
		checkRandom(Words::findControl, control);
	}

	@Test
	void findsSpaceOrBelow() {
		check(Words::findSpaceOrBelow, (b) -> b <= ' ', 'x', ' ');
		check(Words::findSpaceOrBelow, (b) -> b <= ' ', 0x80, 0);
		checkRandom(Words::findSpaceOrBelow, (b) -> b <= ' ');
	}

	@Test
	void loadsTheLowestIndexIntoTheLowestByte() {
		byte[] bytes = { 9, 1, 2, 3, 4, 5, 6, 7, (byte) 0xF8, 9 };
		assertThat(Words.at(bytes, 1)).isEqualTo(0xF807060504030201L);
		assertThat(Words.partial(bytes, 1, 8)).isEqualTo(0xF807060504030201L);
		assertThat(Words.partial(bytes, 1, 3)).isEqualTo(0x030201L);
		assertThat(Words.partial(bytes, 8, 2)).isEqualTo(0x09F8L);
		assertThat(Words.partial(bytes, 10, 0)).isZero();
	}

}
