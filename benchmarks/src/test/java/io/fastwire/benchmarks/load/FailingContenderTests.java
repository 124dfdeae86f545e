/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import io.fastwire.benchmarks.servers.NativeServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** That a contender that fails does not take the others with it, whenever it fails. */
class FailingContenderTests {

	private static final Contender GOOD = ours("good");

	private static final Contender OTHER = ours("other");

	private static final Contender NEVER_STARTS = Contender.external("never=false {port}");

	private static final Settings SETTINGS = Settings.parse("--rounds", "2", "--seconds", "1", "--warmup", "0");

	private final List<String> running = new ArrayList<>();

	@Test
	void aContenderThatDoesNotStartHasNoRounds() throws IOException {
		assertThat(rounds(List.of(GOOD, NEVER_STARTS, OTHER), "")).containsExactly(2, 2, 0, 0, 2, 2);
	}

	@Test
	void aContenderThatFailsUnderLoadHasNoRoundsAndIsEnded() throws IOException {
		assertThat(rounds(List.of(GOOD, OTHER), "other")).containsExactly(2, 2, 0, 0);
		assertThat(running).as("not asked again after its failure").containsOnlyOnce("other");
	}

	@Test
	void nothingIsComparedWithABaseThatFails() {
		assertThatIOException().isThrownBy(() -> rounds(List.of(NEVER_STARTS, GOOD), ""))
			.withMessageContaining("never did not start");
		assertThatIOException().isThrownBy(() -> rounds(List.of(GOOD, OTHER), "good"));
		assertThat(ProcessHandle.current().descendants().map((child) -> child.info().commandLine().orElse("")))
			.noneMatch((command) -> command.contains(NativeServer.class.getName()));
	}

	@Test
	void aContenderThatFailsInTurnHasNoRounds() throws IOException {
		List<List<Round>> rounds = Trial.inTurn(List.of(GOOD, NEVER_STARTS, OTHER), 3, (contender, copied) -> {
			running.add(contender.name());
			if (contender.equals(NEVER_STARTS) && running.contains("other")) {
				throw new IOException("failed");
			}
			return Round.empty();
		});
		assertThat(rounds.stream().map(List::size)).containsExactly(3, 3, 0, 0, 3, 3);
		assertThatIOException().isThrownBy(() -> Trial.inTurn(List.of(GOOD, OTHER), 1, (contender, copied) -> {
			throw new IOException("failed");
		}));
	}

	private List<Integer> rounds(List<Contender> contenders, String failing) throws IOException {
		Load load = new Load() {

			@Override
			public void check(ServerProcess server) throws IOException {
				HttpCheck.HELLO.check(server);
			}

			@Override
			public Round run(ServerProcess server, int seconds) throws IOException {
				running.add(server.contender().name());
				if (server.contender().name().equals(failing)) {
					throw new IOException("failed");
				}
				return Round.empty();
			}

		};
		try (ServerHost host = ServerHost.create(Cpus.allowed())) {
			List<List<Round>> rounds = new LoadTrial(Figure.CPU, "", load, host).run(contenders, SETTINGS);
			return rounds.stream().map(List::size).toList();
		}
	}

	private static Contender ours(String name) {
		return new Contender(name, EnumSet.of(Feature.HTTP), Feed.HANDLER, new Launch.Jvm(NativeServer.class.getName(),
				List.of(), List.of(Launch.PORT, "NIO"), List.of(), Map.of()));
	}

}
