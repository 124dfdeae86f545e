/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
 * Writes a response head into direct memory: status line, the application's fields, Date
 * and Content-Length.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResponseHeadBenchmark {

	@Param
	ResponseHeadContenders contender;

	@Param({ "1", "8", "20" })
	int fields;

	private ResponseHeadContender encoder;

	private String[] namesAndValues;

	private ByteBuf out;

	@Setup
	public void setUp() {
		namesAndValues = new String[2 * fields];
		for (int i = 0; i < fields; i++) {
			namesAndValues[2 * i] = (i == 0) ? "Content-Type" : "X-Example-Field-" + i;
			namesAndValues[2 * i + 1] = (i == 0) ? "application/json" : "value of the field " + i;
		}
		out = Unpooled.directBuffer(4096, 4096);
		encoder = contender.create();
		encoder.build(namesAndValues);
	}

	@TearDown(Level.Trial)
	public void tearDown() {
		out.release();
	}

	/** Writes the same response again and again. */
	@Benchmark
	public ByteBuf encode() {
		encoder.encode(out.clear());
		return out;
	}

	/** Makes each response anew, as a server must. */
	@Benchmark
	public ByteBuf buildAndEncode() {
		encoder.build(namesAndValues);
		return encode();
	}

}
