/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ScarceMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@ExtendWith(LeakFree.class)
class MessageInflaterTests {

	private static ByteBuf compressed(String text) {
		try (DeflatePeer peer = new DeflatePeer("")) {
			return Unpooled.wrappedBuffer(peer.deflate(text.getBytes(StandardCharsets.UTF_8)));
		}
	}

	/**
	 * One inflater serves the sessions of a loop, which must not see each other's data.
	 */
	@Test
	void messageThatFindsNoMemoryLeavesNothingToTheOneAfterIt() {
		try (MessageInflater inflater = new MessageInflater(false)) {
			ByteBuf large = compressed("secret ".repeat(10_000));
			assertThatIllegalStateException()
				.isThrownBy(() -> inflater.inflate(large, 1_000_000, new ScarceMemory(4096)));
			ByteBuf next = Objects
				.requireNonNull(inflater.inflate(compressed("next"), 1_000_000, UnpooledByteBufAllocator.DEFAULT));
			assertThat(next.toString(StandardCharsets.UTF_8)).isEqualTo("next");
			next.release();
		}
	}

}
