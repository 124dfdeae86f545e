/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.buffer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import io.fastwire.benchmarks.buffer.contenders.Utf8Contender;
import io.fastwire.benchmarks.buffer.contenders.Utf8Contenders;
import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
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
 * Writes a string as UTF-8 into direct slab memory that has room for it.
 * {@code benchmarks/micro.sh} runs it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Utf8WriterBenchmark {

	private static final int SLAB_BYTES = 8 << 20;

	@Param
	Utf8Contenders contender;

	@Param
	TextSample sample;

	@Param({ "8", "20", "256", "1024", "40960", "61440", "204800", "1048576" })
	int units;

	private Utf8Contender writer;

	private String text;

	private ByteBuf region;

	@Setup
	public void setUp() {
		WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, UnpooledByteBufAllocator.DEFAULT, SLAB_BYTES);
		text = sample.text(units);
		writer = contender.create();
		writer.prepare(text);
		region = pool.allocate(3 * units + 8);
		write();
		if (!Arrays.equals(ByteBufUtil.getBytes(region), text.getBytes(StandardCharsets.UTF_8))) {
			throw new AssertionError(contender + " is wrong");
		}
	}

	@Benchmark
	public int write() {
		return writer.write(text, region.clear());
	}

}
