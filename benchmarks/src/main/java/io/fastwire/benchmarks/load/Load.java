/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;

/** What servers are loaded with. */
interface Load extends AutoCloseable {

	/**
	 * Checks that a server answers rightly, before it is measured.
	 * @throws IOException if it does not
	 */
	void check(ServerProcess server) throws IOException, InterruptedException;

	/**
	 * Loads a server for some time.
	 * @throws IOException if any request failed
	 */
	Round run(ServerProcess server, int seconds) throws IOException;

	@Override
	default void close() {
	}

	/**
	 * What a round came to.
	 *
	 * @param requests or messages that were answered
	 * @param seconds it has taken
	 * @param cpuMicrosPerRequest of the server's whole process
	 * @param busy part of one CPU that the server has used
	 */
	record Round(long requests, double seconds, double cpuMicrosPerRequest, double busy) {

		static Round of(long requests, double seconds, double cpuMicros) {
			return new Round(requests, seconds, cpuMicros / requests, cpuMicros / 1e6 / seconds);
		}

		double perSecond() {
			return requests / seconds;
		}

	}

}
