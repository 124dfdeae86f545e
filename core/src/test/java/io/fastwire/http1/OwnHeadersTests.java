/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

import io.fastwire.internal.io.Counter;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.OwnHeaders;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** Connections of one event loop, whose heads arrive in pieces between each other. */
@ExtendWith(LeakFree.class)
class OwnHeadersTests {

	private static final int CONNECTIONS = 64;

	private static final int REQUESTS = 40;

	private static final long SEED = 20260101;

	@Test
	void eachConnectionGetsItsOwnHeadersBack() {
		List<EmbeddedWire> wires = new ArrayList<>();
		List<OwnHeaders> clients = new ArrayList<>();
		for (int i = 0; i < CONNECTIONS; i++) {
			wires.add((i == 0) ? new EmbeddedWire(OwnHeaders::echo) : wires.get(0).sibling());
			clients.add(new OwnHeaders(i, SEED));
		}
		try {
			sendAll(wires, clients);
			for (int i = 0; i < CONNECTIONS; i++) {
				List<WireResponse> responses = wires.get(i).run().responses();
				assertThat(responses).hasSize(REQUESTS);
				for (int request = 0; request < REQUESTS; request++) {
					clients.get(i).check(request, responses.get(request));
				}
			}
			assertThat(wires.get(0).count(Counter.REPEAT_HEADS)).isGreaterThanOrEqualTo(CONNECTIONS * REQUESTS / 2);
			assertThat(wires.get(0).count(Counter.NAME_CACHE_HITS)).isPositive();
			assertThat(wires.get(0).count(Counter.FIELD_CACHE_HITS)).isPositive();
		}
		finally {
			wires.forEach(EmbeddedWire::close);
		}
	}

	private static void sendAll(List<EmbeddedWire> wires, List<OwnHeaders> clients) {
		List<Deque<byte[]>> pieces = new ArrayList<>();
		for (OwnHeaders client : clients) {
			Deque<byte[]> all = new ArrayDeque<>();
			for (int i = 0; i < REQUESTS; i++) {
				all.addAll(client.next());
			}
			pieces.add(all);
		}
		Random random = new Random(SEED);
		List<Integer> open = new ArrayList<>();
		for (int i = 0; i < CONNECTIONS; i++) {
			open.add(i);
		}
		while (!open.isEmpty()) {
			int connection = open.get(random.nextInt(open.size()));
			wires.get(connection).send(pieces.get(connection).remove());
			if (pieces.get(connection).isEmpty()) {
				open.remove((Integer) connection);
			}
		}
	}

}
