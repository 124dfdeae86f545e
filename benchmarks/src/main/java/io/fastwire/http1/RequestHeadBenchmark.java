/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
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
 * Parses a request head that lies whole in direct memory. The first eight fields are a
 * browser's, the others are of names that no table knows.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RequestHeadBenchmark {

	private static final String BROWSER = """
			GET /api/orders/42?expand=items HTTP/1.1
			Host: shop.example.com
			User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
			Accept: application/json, text/plain, */*
			Accept-Language: en-GB,en;q=0.7,sv;q=0.3
			Accept-Encoding: gzip, deflate, br, zstd
			Referer: https://shop.example.com/orders
			Connection: keep-alive
			Cookie: session=5f1d8a3b9c7e4f60; theme=dark; consent=all
			""";

	private static final int BROWSER_FIELDS = 8;

	@Param
	RequestHeadContenders contender;

	@Param({ "8", "20", "60" })
	int fields;

	private RequestHeadContender parser;

	private ByteBuf socket;

	@Setup
	public void setUp() {
		StringBuilder head = new StringBuilder(BROWSER);
		for (int i = BROWSER_FIELDS; i < fields; i++) {
			head.append("X-Example-Field-").append(i).append(": value of the field ").append(i).append('\n');
		}
		byte[] bytes = head.append('\n').toString().replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
		socket = Unpooled.directBuffer(bytes.length, bytes.length).writeBytes(bytes);
		parser = contender.create();
		for (int i = 0; i < 2; i++) {
			if (parse() != fields) {
				throw new AssertionError(contender + " is wrong");
			}
		}
	}

	@TearDown(Level.Trial)
	public void tearDown() {
		socket.release();
	}

	@Benchmark
	public int parse() {
		return parser.parse(socket.readerIndex(0));
	}

}
