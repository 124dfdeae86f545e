/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fastwire.benchmarks.clients.Command;

/** How much memory a connection takes that was used once and is kept. */
final class IdleTrial implements Trial {

	/*
	 * The heap is touched in full at the start, so that from then on the resident memory
	 * grows by what is outside of it and by nothing else: direct buffers, and whatever
	 * the JVM and native libraries have for a connection. What the compiler takes while
	 * the server is cold would be far more than that, so it is warm first.
	 */

	/** A server may let go of something when a connection has been idle for a while. */
	private static final int REST_SECONDS = 8;

	/** So many connections warm the server up, and their memory counts for nothing. */
	private static final int EARLY_CONNECTIONS = 100;

	private final int connections;

	private final ServerHost host;

	private final LoadProcess clients;

	IdleTrial(int connections, ServerHost host, LoadProcess clients) {
		this.connections = connections;
		this.host = host;
		this.clients = clients;
	}

	@Override
	public Figure judged() {
		return Figure.MEMORY;
	}

	@Override
	public String description() {
		return connections
				+ " connections kept after one request each and idle for a few seconds; native is all that the process has outside of the heap, direct buffers among it";
	}

	@Override
	public List<List<Round>> run(List<Contender> contenders, Settings settings) throws IOException {
		return Trial.inTurn(contenders, settings.rounds(),
				(contender, copied) -> hold(contender, copied, settings.warmupSeconds()));
	}

	private Round hold(Contender contender, boolean copied, int warmup) throws IOException {
		try (ServerProcess server = ServerProcess.start(contender.withFlag("-XX:+AlwaysPreTouch"), host, copied)) {
			int early = Math.min(connections, EARLY_CONNECTIONS);
			if (warmup > 0) {
				clients.ask(Command.of("hello")
					.with("port", server.port())
					.with("pid", server.pid())
					.with("connections", early)
					.with("seconds", warmup));
			}
			// A few connections first, so that what is there only once does not count.
			Command open = Command.of("open").with("port", server.port());
			clients.ask(open.with("connections", early));
			clients.ask(Command.of("close"));
			long[] before = contender.probed() ? server.memory() : new long[2];
			long residentBefore = server.resident();
			clients.ask(open.with("connections", connections));
			rest();
			long[] after = contender.probed() ? server.memory() : new long[2];
			long resident = server.resident();
			clients.ask(Command.of("close"));
			double heap = (double) (after[0] - before[0]) / connections;
			double direct = (double) (after[1] - before[1]) / connections;
			double outside = (double) (resident - residentBefore) / connections;
			return Round.empty()
				.with(Figure.MEMORY, heap + outside)
				.with(Figure.HEAP, heap)
				.with(Figure.OUTSIDE, outside)
				.with(Figure.DIRECT, direct);
		}
	}

	private static void rest() throws IOException {
		try {
			TimeUnit.SECONDS.sleep(REST_SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

}
