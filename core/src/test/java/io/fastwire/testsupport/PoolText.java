/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Texts with what they cost in a write pool of 128 KB when each is the body of a response
 * that leaves alone. One buffer more than for the text is for the head, and for a short
 * text the only one.
 */
public enum PoolText {

	EMPTY("", 1, 0, 0),

	NUL("\u0000", 1, 0, 0),

	ASCII("hello", 1, 0, 0),

	LATIN_1("str\u00e4ngar", 1, 0, 0),

	U_00FF("\u00ff", 1, 0, 0),

	BMP("\u041f\u0440\u20ac\u4e2d", 1, 0, 0),

	ASTRAL("\ud83d\ude00", 1, 0, 0),

	MIXED("a\u00e4\u20ac\ud83d\ude00", 1, 0, 0),

	LONE_HIGH("\ud83d", 1, 0, 0),

	LONE_LOW("\ude00", 1, 0, 0),

	HALVES_SWAPPED("\ude00\ud83d", 1, 0, 0),

	SHORT_BUT_ONE("\u20ac".repeat(48), 1, 0, 0),

	NO_MORE_SHORT("\u20ac".repeat(49), 2, 0, 0),

	COPIED("a".repeat(4095), 2, 0, 0),

	NOT_COPIED("a".repeat(4096), 2, 0, 0),

	ASCII_100_KB("a".repeat(100 * 1024), 2, 0, 0),

	ASCII_100_KB_AND_EURO("a".repeat(100 * 1024) + "\u20ac", 2, 0, 1),

	EURO_AND_ASCII_60_KB("\u20ac" + "a".repeat(60 * 1024), 2, 0, 1),

	LATIN_1_50_KB("\u00e9".repeat(50 * 1024), 2, 0, 1),

	/** Fits without a count, and leaves no room for the head. */
	THIRD_OF_THE_POOL("\u20ac".repeat(128 * 1024 / 3), 1, 1, 0),

	WHOLE_POOL("a".repeat(128 * 1024), 1, 1, 0),

	WHOLE_POOL_OF_LATIN_1("\u00e9".repeat(64 * 1024), 1, 1, 1),

	WHOLE_POOL_AND_ONE("a".repeat(128 * 1024 + 1), 1, 1, 1),

	ASCII_200_KB("a".repeat(200 * 1024), 1, 1, 1),

	ASCII_200_KB_AND_ONE("a".repeat(200 * 1024) + "\u00e9", 1, 1, 1),

	EUROS_50_000("\u20ac".repeat(50_000), 1, 1, 1);

	/** Lengths around which some part of the way to the wire begins or ends. */
	private static final int[] EDGES = { 8, 16, 48, 64, 512, 1365, 2048, 4096, 8192 };

	private final String text;

	private final List<Long> figures;

	PoolText(String text, long hits, long mallocFallbacks, long measureFirst) {
		this.text = text;
		this.figures = List.of(hits, mallocFallbacks, measureFirst);
	}

	/**
	 * Returns the text.
	 * @return always the same object
	 */
	public String text() {
		return text;
	}

	/**
	 * Returns what must be on the wire.
	 * @return the text in UTF-8 as the JDK has it
	 */
	public byte[] bytes() {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Returns what the text and its head add to the counters.
	 * @return hits, malloc fallbacks, measure first
	 */
	public List<Long> figures() {
		return figures;
	}

	/**
	 * Returns these texts, and an emoji behind so much ASCII that it lies across each
	 * edge.
	 * @return many texts
	 */
	public static Stream<String> texts() {
		return Stream.concat(Arrays.stream(values()).map(PoolText::text),
				IntStream.of(EDGES)
					.flatMap((edge) -> IntStream.rangeClosed(edge - 4, edge + 1))
					.mapToObj((length) -> "a".repeat(length) + "\ud83d\ude00"));
	}

	@Override
	public String toString() {
		return name();
	}

}
