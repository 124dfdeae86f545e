/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatNoException;

class LoopConnectionTests {

	/** Its owner may not know yet: the channel tells in a later task. */
	@Test
	void howAClosedSocketClosesNoLongerMatters() {
		NioSocketChannel socket = new NioSocketChannel();
		socket.unsafe().closeForcibly();
		LoopResources resources = new LoopResources(new EmbeddedChannel().eventLoop(), 1);
		TestConnection connection = new TestConnection(resources, socket);
		assertThatNoException().isThrownBy(() -> connection.resetOnClose(true));
		resources.close();
	}

	@Test
	void aClosedSocketIsNotAskedWhetherItsPeerIsLost() {
		EmbeddedChannel socket = new EmbeddedChannel();
		LoopResources resources = new LoopResources(socket.eventLoop(), 1, 1024, (channel) -> {
			throw new IllegalStateException("Bad file descriptor");
		});
		TestConnection connection = new TestConnection(resources, socket);
		socket.close();
		assertThatNoException().isThrownBy(connection::abortIfLost);
		resources.close();
	}

}
