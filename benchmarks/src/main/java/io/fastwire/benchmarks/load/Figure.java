/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.Locale;

/** What a round tells, in the order of the columns. */
enum Figure {

	/** Of the server's whole process: JIT and garbage collector included. */
	CPU("CPU µs/op", 2),

	/** By all threads of a JVM. */
	ALLOCATED("B/op", 0),

	RATE("op/s", 0),

	/** Part of one CPU that the server has used. */
	BUSY("busy %", 0),

	/** The same of the load generator, which near 100 could not have done more. */
	LOAD("load busy %", 0),

	P50("p50 µs", 0),

	P99("p99 µs", 0),

	P999("p99.9 µs", 0),

	/** Memory of the server's process. */
	RESIDENT("RSS MB", 0),

	/** From the start of the process to the end of the first answer. */
	START("ms to first answer", 0),

	/** Up to then. */
	START_CPU("CPU ms", 0),

	/** Of the heap after a garbage collection, and of the process outside of it. */
	MEMORY("heap + native B/connection", 0),

	HEAP("heap B/connection", 0),

	/** Growth of the resident memory while that of the heap cannot grow. */
	OUTSIDE("native B/connection", 0),

	/** Part of what is outside of the heap. */
	DIRECT("direct B/connection", 0);

	private final String title;

	private final int decimals;

	Figure(String title, int decimals) {
		this.title = title;
		this.decimals = decimals;
	}

	String title() {
		return title;
	}

	String format(double value) {
		return String.format(Locale.ROOT, "%." + decimals + "f", value);
	}

}
