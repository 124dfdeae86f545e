/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.stream.IntStream;

import io.fastwire.testsupport.RetainedHeap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClosedStreamsTests {

	private static final int REMEMBERED = 1200;

	private final ClosedStreams closed = new ClosedStreams(300);

	@Test
	void remembersTheLastOnesHoweverManyThereWere() {
		for (int id = 1; id < 10 * REMEMBERED; id += 2) {
			if (id % 3 == 0) {
				closed.addReset(id, id);
			}
			else {
				closed.add(id);
			}
			assertThat(closed.containsReset(id)).isEqualTo(id % 3 == 0);
			assertThat(closed.contains(id)).isEqualTo(id % 3 != 0);
			int oldest = Math.max(1, id - 2 * (REMEMBERED - 1));
			assertThat(closed.contains(oldest) || closed.containsReset(oldest)).as("%s at %s", oldest, id).isTrue();
			if (oldest > 1) {
				assertThat(closed.contains(oldest - 2) || closed.containsReset(oldest - 2)).isFalse();
			}
		}
	}

	@Test
	void creditOfAStreamIsItsOwnAndSpentOnce() {
		for (int id = 1; id < 2 * REMEMBERED; id += 2) {
			closed.addReset(id, id);
		}
		for (int id = 1; id < 2 * REMEMBERED; id += 2) {
			assertThat(closed.spend(id, id + 1)).isFalse();
			assertThat(closed.spend(id, id)).isTrue();
			assertThat(closed.spend(id, 1)).isFalse();
		}
	}

	@Test
	void connectionWithFewStreamsKeepsFew() {
		int connections = 2000;
		RetainedHeap.assertAtMost(connections * 600L, () -> IntStream.range(0, connections).mapToObj((i) -> {
			ClosedStreams few = new ClosedStreams(100);
			few.add(1);
			return few;
		}).toList());
	}

}
