/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.topic;

import java.util.concurrent.TimeUnit;

import io.fastwire.testsupport.ManualLoop;
import io.fastwire.topic.PayloadKind;
import io.fastwire.topic.PublishOptions;
import io.fastwire.topic.PublishResult;
import io.fastwire.topic.SlowConsumerPolicy;
import io.fastwire.topic.TopicOptions;
import io.fastwire.topic.Topics;
import io.netty.buffer.Unpooled;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A message of 100 bytes to 1 000 subscribers of one loop: publish, encode, deliver,
 * flush. The time is that of one delivery.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(FanOutBenchmark.SUBSCRIBERS)
public class FanOutBenchmark {

	static final int SUBSCRIBERS = 1_000;

	/** How the subscribers are. */
	public enum Audience {

		/** By name, and all read. */
		BY_NAME,

		/** By a pattern, and all read. */
		BY_PATTERN,

		/** By name, and one of ten is stuck under drop-oldest. */
		TENTH_STUCK

	}

	@Param
	Audience audience;

	private final byte[] payload = new byte[100];

	private final ManualLoop loop = new ManualLoop();

	private Topics topics;

	@Setup
	public void setUp() {
		topics = new Topics(TopicOptions.builder()
			.slowConsumerPolicy(SlowConsumerPolicy.DROP_OLDEST)
			.maxPendingBytes(64 * 1024)
			.build());
		for (int i = 0; i < SUBSCRIBERS; i++) {
			boolean stuck = audience == Audience.TENTH_STUCK && i % 10 == 0;
			topics.join(new CopyingSink("sink-" + i, loop, stuck))
				.subscribe((audience == Audience.BY_PATTERN) ? "prices/*" : "prices/FOO");
		}
		loop.runAll();
	}

	@Benchmark
	public PublishResult publish() {
		PublishResult result = topics.publish("prices/FOO", PayloadKind.TEXT, Unpooled.wrappedBuffer(payload),
				PublishOptions.NONE);
		loop.runAll();
		return result;
	}

}
