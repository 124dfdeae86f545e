/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import io.fastwire.testsupport.LeakFree;
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
		listener.pipeline().addLast(new AcceptGate(listener, counters, options, new ConnectionQuota(options)));
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

}
