/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FeedMessagesTests {

	@Test
	void messagesAreOf100BytesAndAllDifferent() {
		FeedMessages messages = new FeedMessages();
		ByteBuf first = messages.next();
		ByteBuf second = messages.next();
		assertThat(first.readableBytes()).isEqualTo(FeedMessages.LENGTH);
		assertThat(second.readableBytes()).isEqualTo(FeedMessages.LENGTH);
		assertThat(first).isNotEqualTo(second);
		assertThat(FeedMessages.number(second, 0)).isEqualTo(2);
	}

	@Test
	void aMessageMatchesItsNumberOnlyWithEveryByte() {
		FeedMessages messages = new FeedMessages();
		messages.next();
		ByteBuf received = Unpooled.copiedBuffer(messages.next());
		assertThat(messages.matches(2, received, 0)).isTrue();
		assertThat(messages.matches(1, received, 0)).isFalse();
		assertThat(messages.matches(3, received, 0)).isFalse();
		received.setByte(FeedMessages.LENGTH - 1, '!');
		assertThat(messages.matches(2, received, 0)).isFalse();
	}

}
