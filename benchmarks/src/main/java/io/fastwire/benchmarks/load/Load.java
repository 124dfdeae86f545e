/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;

/** What servers are loaded with. */
interface Load {

	/**
	 * Checks that a server answers rightly, before it is measured.
	 * @throws IOException if it does not
	 */
	void check(ServerProcess server) throws IOException;

	/**
	 * Loads a server for some time before it is measured, which shows by the cost when it
	 * is warm.
	 * @throws IOException if any request failed
	 */
	default Round warmUp(ServerProcess server, int seconds) throws IOException {
		return run(server, seconds);
	}

	/**
	 * Loads a server for some time.
	 * @throws IOException if any request failed
	 */
	Round run(ServerProcess server, int seconds) throws IOException;

}
