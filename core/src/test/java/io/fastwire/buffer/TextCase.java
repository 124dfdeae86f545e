/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Texts that take every way through the encoder, named for failure messages.
 */
record TextCase(String name, String text) {

	private static final String SEED_PROPERTY = "fastwire.test.seed";

	private static final String EMOJI = "\ud83d\ude00";

	/** Lengths at which some part of the encoder begins or ends. */
	private static final int[] EDGES = { 8, 16, Utf8Short.UNITS, 64, 512, Utf8Block.UNITS, 2 * Utf8Block.UNITS };

	private static final String[] ALPHABETS = { "abc xyz019\u0000\u007f", "\u0080\u00e4\u00ff", "a\u00e4 bcdefghijkl",
			"\u0100\u041f\u0440 \u07ff", "\u0800\u20ac\ud7ff\ue000\uffff", "\u4e2d\u6587\u5b57a", EMOJI,
			EMOJI + "\udbff\udfff\ud800\udc00", "a\u00e4\u20ac" + EMOJI, "\ud83d", "\ude00", "a\ud83d", "\u20ac\ude00b",
			"abcdefghijklmno\u20ac", EMOJI + "\ud83d" };

	static Stream<TextCase> all() {
		return Stream.of(fixed(), edges(), random()).flatMap((cases) -> cases);
	}

	private static Stream<TextCase> fixed() {
		return Stream.of(new TextCase("empty", ""), new TextCase("NUL", "\u0000"), new TextCase("a", "a"),
				new TextCase("strangar", "str\u00e4ngar"), new TextCase("U+00FF", "\u00ff"),
				new TextCase("euro", "\u20ac"), new TextCase("emoji", EMOJI), new TextCase("lone high", "\ud83d"),
				new TextCase("lone low", "\ude00"), new TextCase("halves swapped", "\ude00\ud83d"),
				new TextCase("200 KB ASCII", "a".repeat(200 * 1024)),
				new TextCase("200 KB ASCII and one", "a".repeat(200 * 1024) + "\u00e9"),
				new TextCase("50 000 euros", "\u20ac".repeat(50_000)),
				new TextCase("100 KB ASCII and a euro", "a".repeat(100 * 1024) + "\u20ac"),
				new TextCase("a euro and 60 KB ASCII", "\u20ac" + "a".repeat(60 * 1024)),
				new TextCase("pairs cut by every block", "a" + EMOJI.repeat(3000)));
	}

	/** Fillings of about each length, before and behind something special. */
	private static Stream<TextCase> edges() {
		return IntStream.of(EDGES)
			.flatMap((edge) -> IntStream.rangeClosed(edge - 4, edge + 4))
			.boxed()
			.flatMap((length) -> Stream.of("a", "\u00e4", "\u20ac", EMOJI)
				.map((filling) -> filling.repeat(length).substring(0, length)))
			.flatMap(TextCase::around);
	}

	private static Stream<TextCase> around(String filled) {
		String name = filled.length() + " of " + filled.charAt(0);
		return Stream.of("", EMOJI, "\u00e4", "\u20ac", "\ud83d", "\ude00", "b")
			.flatMap((special) -> Stream.of(new TextCase(name + " and " + special, filled + special),
					new TextCase(name + " around " + special, filled + special + filled)));
	}

	private static Stream<TextCase> random() {
		long seed = Long.getLong(SEED_PROPERTY, 20260101);
		Random random = new Random(seed);
		return IntStream.range(0, 2000).mapToObj((i) -> {
			StringBuilder text = new StringBuilder();
			int length = random.nextInt((i % 10 == 0) ? 5000 : 300);
			while (text.length() < length) {
				String alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
				for (int run = 1 + random.nextInt((i % 2 == 0) ? 700 : 40); run > 0; run--) {
					text.append(alphabet.charAt(random.nextInt(alphabet.length())));
				}
			}
			return new TextCase("random " + i + " of seed " + seed, text.toString());
		});
	}

	@Override
	public String toString() {
		return name;
	}

}
