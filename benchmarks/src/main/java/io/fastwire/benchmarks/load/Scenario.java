/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.util.List;

/**
 * What is measured.
 *
 * @param name of it
 * @param feature that contenders must have
 * @param connections how many, unless told otherwise
 * @param contenders those it is run with, unless told otherwise
 * @param setup makes a trial of it
 */
record Scenario(String name, Feature feature, int connections, List<String> contenders, Setup setup) {

	/** Returns a contender that this scenario can be run with. */
	Contender contender(String contenderName) {
		Contender contender = Contender.named(contenderName);
		if (!contender.has(feature)) {
			throw new IllegalArgumentException(contenderName + " has nothing for " + name);
		}
		return feature.over(contender.wire()) ? contender : contender.over(feature.wire());
	}

	Trial trial(int number, Settings settings, Tools tools) throws IOException {
		return setup.trial(number, settings, tools);
	}

	/** Makes a trial. */
	@FunctionalInterface
	interface Setup {

		Trial trial(int connections, Settings settings, Tools tools) throws IOException;

	}

	/**
	 * What all trials share.
	 *
	 * @param cpus to be pinned to
	 * @param host of servers
	 * @param clients that load them
	 */
	record Tools(Cpus cpus, ServerHost host, LoadProcess clients) {
	}

}
