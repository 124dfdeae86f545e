/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.buffer;

import java.util.concurrent.TimeUnit;

import io.fastwire.benchmarks.buffer.contenders.BufferSource;
import io.fastwire.buffer.WritePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The life of a small buffer: allocated, filled, copied into what is about to be sent,
 * released. Tells from which size on a buffer deserves memory that is not on the heap.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TinyBufferBenchmark {

	@Param
	BufferSource source;

	@Param({ "0", "1", "2", "8", "64", "256", "1024", "2048" })
	int size;

	private byte[] content;

	private WritePool pool;

	private ByteBuf cork;

	@Setup
	public void setUp() {
		content = new byte[size];
		pool = new WritePool(ImmediateEventExecutor.INSTANCE, UnpooledByteBufAllocator.DEFAULT,
				WritePool.DEFAULT_CAPACITY);
		cork = pool.allocate(4096);
	}

	@TearDown(Level.Trial)
	public void tearDown() {
		cork.release();
		pool.close();
	}

	@Benchmark
	public ByteBuf allocateFillCopyRelease() {
		ByteBuf buffer = source.allocate(size).writeBytes(content);
		cork.clear().writeBytes(buffer);
		buffer.release();
		return cork;
	}

	@Benchmark
	public boolean allocateFillRelease() {
		return source.allocate(size).writeBytes(content).release();
	}

}
