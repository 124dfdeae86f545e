/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.buffer;

import java.util.concurrent.TimeUnit;

import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What it costs and saves to measure a string before it is encoded, when its worst case
 * does not fit into an empty pool of 128 KB.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MeasureFirstBenchmark {

	/** The strings. */
	public enum Text {

		/** Two-byte text that does not fit after all. */
		FIFTY_THOUSAND_EUROS("\u20ac".repeat(50_000)),

		/** Two-byte text that fits. */
		EURO_THEN_60_KB_ASCII("\u20ac" + "a".repeat(60 * 1024)),

		/** Text that fits, as its ASCII part turns out to be long. */
		ASCII_100_KB_THEN_EURO("a".repeat(100 * 1024) + "\u20ac"),

		/** One-byte text that fits, although its worst case does not. */
		ASCII_100_KB("a".repeat(100 * 1024)),

		/** One-byte text above ASCII that fits. */
		LATIN1_50_KB("\u00e9".repeat(50 * 1024));

		private final String text;

		Text(String text) {
			this.text = text;
		}

	}

	/** What to do when the worst case does not fit. */
	public enum Rule {

		/** What the pool does. */
		MEASURE_FIRST {
			@Override
			ByteBuf encode(WritePool pool, String text) {
				return pool.encode(text);
			}
		},

		/** Encode into the slab, and once more elsewhere if it turns out too small. */
		TRY_FIRST {
			@Override
			ByteBuf encode(WritePool pool, String text) {
				ByteBuf buffer = pool.allocate(WritePool.DEFAULT_CAPACITY);
				try {
					pool.utf8().write(text, buffer);
					pool.trim(buffer);
					return buffer;
				}
				catch (IndexOutOfBoundsException ex) {
					buffer.release();
					return WORST_CASE.encode(pool, text);
				}
			}
		},

		/** A buffer for the worst case of all strings. */
		WORST_CASE {
			@Override
			ByteBuf encode(WritePool pool, String text) {
				ByteBuf buffer = pool.allocate(3 * text.length());
				pool.utf8().write(text, buffer);
				return buffer;
			}
		};

		abstract ByteBuf encode(WritePool pool, String text);

	}

	@Param
	Text text;

	@Param
	Rule rule;

	private WritePool pool;

	@Setup
	public void setUp() {
		pool = new WritePool(ImmediateEventExecutor.INSTANCE, PooledByteBufAllocator.DEFAULT,
				WritePool.DEFAULT_CAPACITY);
	}

	@Benchmark
	public boolean encode() {
		return rule.encode(pool, text.text).release();
	}

}
