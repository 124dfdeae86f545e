/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The ways in which bytes may arrive: whole, one at a time, in two pieces cut at each
 * index, and in pieces cut at random. Obtained by {@link #of(byte[])}; how input arrives
 * must never change what is made of it.
 */
public final class Fragmentation {

	/** How many random cuttings there are. */
	public static final int RANDOM_CUTTINGS = 50;

	private static final String SEED_PROPERTY = "fastwire.test.seed";

	private final byte[] input;

	private final long seed;

	private Fragmentation(byte[] input, long seed) {
		this.input = input;
		this.seed = seed;
	}

	/**
	 * Takes the input. Its random cuttings depend on its content only, unless the system
	 * property {@code fastwire.test.seed} gives another seed.
	 * @param input one byte at least
	 * @return its fragmentations
	 */
	public static Fragmentation of(byte[] input) {
		return new Fragmentation(input.clone(), Long.getLong(SEED_PROPERTY, Arrays.hashCode(input)));
	}

	/**
	 * Runs a check for each way to arrive. A failure tells which one it was, and the
	 * seed.
	 * @param check takes the pieces in order, none of them empty
	 * @throws AssertionError if a check failed, with its failure as the cause
	 */
	public void forEach(Consumer<List<byte[]>> check) {
		for (int cut = 1; cut < input.length; cut++) {
			run("cut at " + cut, check, cut);
		}
		forSome(check, RANDOM_CUTTINGS);
	}

	/**
	 * Runs a check for the input whole, byte by byte and cut at random: for fuzzing, or
	 * for input so long that cutting it at each index takes too long.
	 * @param check as for {@link #forEach}
	 * @param randomCuttings how many
	 * @throws AssertionError as for {@link #forEach}
	 */
	public void forSome(Consumer<List<byte[]>> check, int randomCuttings) {
		run("whole", check);
		run("byte by byte", check, ascending(1, input.length));
		Random random = new Random(seed);
		for (int i = 0; i < randomCuttings && input.length > 1; i++) {
			int[] cuts = random.ints(1 + random.nextInt(8), 1, input.length).sorted().distinct().toArray();
			run("random cutting " + i + ", -D" + SEED_PROPERTY + "=" + seed, check, cuts);
		}
	}

	private void run(String name, Consumer<List<byte[]>> check, int... cuts) {
		try {
			check.accept(pieces(cuts));
		}
		catch (RuntimeException | AssertionError ex) {
			throw new AssertionError("arriving " + name + ", cuts " + Arrays.toString(cuts) + ": " + ex.getMessage(),
					ex);
		}
	}

	private List<byte[]> pieces(int[] cuts) {
		List<byte[]> pieces = new ArrayList<>(cuts.length + 1);
		int from = 0;
		for (int cut : cuts) {
			pieces.add(Arrays.copyOfRange(input, from, cut));
			from = cut;
		}
		pieces.add(Arrays.copyOfRange(input, from, input.length));
		return pieces;
	}

	private static int[] ascending(int from, int to) {
		int[] numbers = new int[Math.max(0, to - from)];
		Arrays.setAll(numbers, (i) -> from + i);
		return numbers;
	}

}
