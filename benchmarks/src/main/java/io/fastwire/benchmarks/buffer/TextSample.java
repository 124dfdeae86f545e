/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.buffer;

import java.util.Random;

/**
 * Kinds of text, made from a fixed seed.
 */
public enum TextSample {

	/** Letters and spaces. */
	ASCII {
		@Override
		void append(StringBuilder text, Random random) {
			text.append((random.nextInt(6) == 0) ? ' ' : (char) ('a' + random.nextInt(26)));
		}
	},

	/** Letters from U+00C0 to U+00FF alone. */
	LATIN1 {
		@Override
		void append(StringBuilder text, Random random) {
			text.append((char) (0xC0 + random.nextInt(0x40)));
		}
	},

	/** Swedish: one letter in twelve is not ASCII, and all are Latin-1. */
	SWEDISH {
		@Override
		void append(StringBuilder text, Random random) {
			if (random.nextInt(12) == 0) {
				text.append("\u00e5\u00e4\u00f6".charAt(random.nextInt(3)));
			}
			else {
				ASCII.append(text, random);
			}
		}
	},

	/** Russian: words of two-byte letters between spaces. */
	CYRILLIC {
		@Override
		void append(StringBuilder text, Random random) {
			text.append((random.nextInt(6) == 0) ? ' ' : (char) (0x430 + random.nextInt(0x20)));
		}
	},

	/** Han characters. */
	CJK {
		@Override
		void append(StringBuilder text, Random random) {
			text.append((char) (0x4E00 + random.nextInt(0x5000)));
		}
	},

	/** Surrogate pairs. */
	EMOJI {
		@Override
		void append(StringBuilder text, Random random) {
			text.appendCodePoint(0x1F600 + random.nextInt(0x50));
		}
	},

	/** One euro sign in sixteen characters, at regular distance, between letters. */
	MIXED {
		@Override
		void append(StringBuilder text, Random random) {
			if (text.length() % 16 == 15) {
				text.append('\u20ac');
			}
			else {
				text.append((char) ('a' + random.nextInt(26)));
			}
		}
	},

	/** A euro sign, then letters. */
	EURO_THEN_ASCII {
		@Override
		void append(StringBuilder text, Random random) {
			text.append((text.length() == 0) ? '\u20ac' : (char) ('a' + random.nextInt(26)));
		}
	};

	private static final long SEED = 42;

	abstract void append(StringBuilder text, Random random);

	/**
	 * Makes a text.
	 * @param units its length, even
	 * @return always the same
	 */
	public String text(int units) {
		Random random = new Random(SEED);
		StringBuilder text = new StringBuilder(units);
		while (text.length() < units) {
			append(text, random);
		}
		return text.toString();
	}

}
