/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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

	/** Measures processes that are started and ended for it, in turn. */
	static List<List<Round>> inTurn(List<Contender> contenders, int number, Start start) throws IOException {
		List<List<Round>> rounds = lists(2 * contenders.size());
		for (List<Integer> order : orders(rounds.size(), number)) {
			for (int index : order) {
				Contender contender = contenders.get(index / 2);
				boolean copied = index % 2 == 1;
				if (!copied || twice(contender)) {
					rounds.get(index).add(start.measure(contender, copied));
				}
			}
		}
		return rounds;
	}

	/** Returns an order for each round, all of them different from the one before. */
	static List<List<Integer>> orders(int servers, int rounds) {
		List<Integer> order = new ArrayList<>();
		for (int i = 0; i < servers; i++) {
			order.add(i);
		}
		List<List<Integer>> orders = new ArrayList<>();
		for (int round = 0; round < rounds; round++) {
			orders.add(List.copyOf(order));
			Collections.rotate(order, 1);
			Collections.reverse(order);
		}
		return orders;
	}

	/** Returns as many empty lists. */
	static List<List<Round>> lists(int servers) {
		List<List<Round>> lists = new ArrayList<>();
		for (int i = 0; i < servers; i++) {
			lists.add(new ArrayList<>());
		}
		return lists;
	}

	/** Starts a process, measures and ends it. */
	@FunctionalInterface
	interface Start {

		Round measure(Contender contender, boolean copied) throws IOException;

	}

}
