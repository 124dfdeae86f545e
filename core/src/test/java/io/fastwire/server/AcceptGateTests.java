/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class AcceptGateTests {

	/** Whose client has gone, so that its socket takes no options any more. */
	private static final class GoneChannel extends EmbeddedChannel {

		@Override
		public ChannelConfig config() {
			return new GoneConfig(this);
		}

	}

	private static final class GoneConfig extends DefaultChannelConfig {

		GoneConfig(Channel channel) {
			super(channel);
		}

		@Override
		public <T> boolean setOption(ChannelOption<T> option, T value) {
			throw new ChannelException("on purpose");
		}

	}

	@Test
	void aRefusedConnectionIsClosedWhateverBecomesOfItsOptions() {
		ConnectionOptions options = ConnectionOptions.builder().max(1).build();
		LoopCounters counters = new LoopCounters(0);
		EmbeddedChannel listener = new EmbeddedChannel();
		listener.pipeline()
			.addLast(new AcceptGate(listener, counters, new AcceptFailures(), options, new ConnectionQuota(options)));
		EmbeddedChannel first = new EmbeddedChannel();
		GoneChannel second = new GoneChannel();
		listener.writeInbound(first, second);
		assertThat(listener.inboundMessages()).containsExactly(first);
		assertThat(first.isOpen()).isTrue();
		assertThat(second.isOpen()).isFalse();
		assertThat(listener.config().isAutoRead()).isTrue();
		assertThat(counters.read(Counter.ACCEPT_FAILURES)).isZero();
		listener.inboundMessages().clear();
		first.close();
		listener.close();
	}

	@Test
	void failuresThatFollowOneAnotherAreSeenAsLasting() {
		AcceptFailures failures = new AcceptFailures();
		LoopCounters counters = new LoopCounters(0);
		EmbeddedChannel listener = new EmbeddedChannel();
		ConnectionOptions options = ConnectionOptions.builder().build();
		listener.pipeline().addLast(new AcceptGate(listener, counters, failures, options, null));
		assertThat(failures.lasting(System.nanoTime())).isZero();
		TestServer.await("it is failing", () -> {
			listener.pipeline().fireExceptionCaught(new IOException("too many open files, on purpose"));
			return failures.lasting(System.nanoTime()) > 0;
		});
		assertThat(counters.read(Counter.ACCEPT_FAILURES)).isPositive();
		assertThat(listener.config().isAutoRead()).isFalse();
		listener.close();
	}

	@Test
	void failuresLastUntilThereWasNoneForASecond() {
		long start = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(2);
		AcceptFailures failures = new AcceptFailures();
		assertThat(failures.lasting(5)).as("before the first").isZero();
		for (int i = 0; i <= 30; i++) {
			failures.failed(start + TimeUnit.MILLISECONDS.toNanos(100 * i));
		}
		assertThat(failures.lasting(start + TimeUnit.SECONDS.toNanos(3))).isEqualTo(TimeUnit.SECONDS.toNanos(3));
		assertThat(failures.lasting(start + TimeUnit.SECONDS.toNanos(4))).isEqualTo(TimeUnit.SECONDS.toNanos(4));
		assertThat(failures.lasting(start + TimeUnit.SECONDS.toNanos(4) + 1)).isZero();
		failures.failed(start + TimeUnit.SECONDS.toNanos(5));
		assertThat(failures.lasting(start + TimeUnit.SECONDS.toNanos(5) + 7)).as("begins anew").isEqualTo(7);
	}

}
