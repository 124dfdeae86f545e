/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** One way of measuring all contenders of a scenario side by side. */
interface Trial {

	/** The figure that decides. */
	Figure judged();

	/** What it is, in a few words. */
	String description();

	/**
	 * Measures. Each contender runs twice, the second time from a copy.
	 * @return the rounds of the first contender, of its second process, of the second
	 * contender and so on; those of a second process may be empty
	 */
	List<List<Round>> run(List<Contender> contenders, Settings settings) throws IOException;

	/** Whether a contender can run twice. */
	static boolean twice(Contender contender) {
		return !(contender.launch() instanceof Launch.Running);
	}

	/**
	 * Does something with a contender; one that fails takes no further part.
	 * @return whether it succeeded
	 * @throws IOException if the first failed, without which there is nothing to compare
	 */
	static boolean attempt(List<Contender> contenders, int index, Attempt attempt) throws IOException {
		try {
			attempt.run();
			return true;
		}
		catch (IOException ex) {
			if (index == 0) {
				throw ex;
			}
			System.out.println(contenders.get(index).name() + " takes no further part: " + ex.getMessage());
			return false;
		}
	}

	/** Measures processes that are started and ended for it, in turn. */
	static List<List<Round>> inTurn(List<Contender> contenders, int number, Start start) throws IOException {
		List<List<Round>> rounds = lists(2 * contenders.size());
		BitSet failed = new BitSet();
		for (List<Integer> order : orders(rounds.size(), number)) {
			for (int index : order) {
				Contender contender = contenders.get(index / 2);
				boolean copied = index % 2 == 1;
				if (failed.get(index / 2) || copied && !twice(contender)) {
					continue;
				}
				if (!attempt(contenders, index / 2, () -> rounds.get(index).add(start.measure(contender, copied)))) {
					failed.set(index / 2);
				}
			}
		}
		failed.stream().forEach((index) -> rounds.subList(2 * index, 2 * index + 2).forEach(List::clear));
		return rounds;
	}

	/**
	 * Returns an order for each round. Over as many rounds as there are servers, each
	 * takes each place once and comes after each other once, as the servers are even in
	 * number (a Williams design), so that neither the place nor what was loaded before
	 * favours any.
	 */
	static List<List<Integer>> orders(int servers, int rounds) {
		return IntStream.range(0, rounds)
			.mapToObj((round) -> IntStream.range(0, servers)
				.mapToObj((place) -> (zigzag(place, servers) + round) % servers)
				.toList())
			.toList();
	}

	/** 0, 1, the last, 2, the one before the last, 3, and so on. */
	private static int zigzag(int place, int servers) {
		return (place % 2 == 1) ? (place + 1) / 2 : (servers - place / 2) % servers;
	}

	/** Returns as many empty lists. */
	static <T> List<List<T>> lists(int number) {
		List<List<T>> lists = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			lists.add(new ArrayList<>());
		}
		return lists;
	}

	/** Starts a process, measures and ends it. */
	@FunctionalInterface
	interface Start {

		Round measure(Contender contender, boolean copied) throws IOException;

	}

	/** What may fail. */
	@FunctionalInterface
	interface Attempt {

		void run() throws IOException;

	}

}
