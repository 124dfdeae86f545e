/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class CorkedWriterTests {

	private final List<String> operations = new ArrayList<>();

	private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelOutboundHandlerAdapter() {

		@Override
		public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
			operations.add("write " + ((ByteBuf) message).readableBytes());
			context.write(message, promise);
		}

		@Override
		public void flush(ChannelHandlerContext context) {
			operations.add("flush");
			context.flush();
		}

	});

	private final LoopResources resources = new LoopResources(channel.eventLoop(), 1);

	private final CorkedWriter writer = new CorkedWriter(channel, resources);

	private static byte[] bytes(int count) {
		return new byte[count];
	}

	private ByteBuf buffer(int count) {
		return channel.alloc().directBuffer(Math.max(count, 1)).writeZero(count);
	}

	private String output() {
		StringBuilder text = new StringBuilder();
		for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
			text.append(out.toString(StandardCharsets.US_ASCII));
			out.release();
		}
		return text.toString();
	}

	@AfterEach
	void close() {
		writer.discard();
		channel.finishAndReleaseAll();
		resources.close();
	}

	@Test
	void smallWritesOfATurnLeaveTogether() {
		writer.reserve(3).writeBytes("abc".getBytes(StandardCharsets.US_ASCII));
		writer.write("def".getBytes(StandardCharsets.US_ASCII));
		writer.write(Unpooled.copiedBuffer("ghi", StandardCharsets.US_ASCII));
		assertThat(operations).isEmpty();
		assertThat(writer.pendingBytes()).isEqualTo(9);
		channel.runPendingTasks();
		assertThat(operations).containsExactly("write 9", "flush");
		assertThat(output()).isEqualTo("abcdefghi");
		assertThat(resources.counters().read(Counter.BYTES_SENT)).isEqualTo(9);
	}

	@Test
	void ownerMayFlushEarlierAndThenNothingIsLeftForTheEndOfTheTurn() {
		writer.write(bytes(3));
		writer.flush();
		writer.flush();
		channel.runPendingTasks();
		assertThat(operations).containsExactly("write 3", "flush");
		writer.write(bytes(4));
		channel.runPendingTasks();
		assertThat(operations).containsExactly("write 3", "flush", "write 4", "flush");
		output();
	}

	@Test
	void largeWritesKeepTheirOrderBehindTheCork() {
		writer.write(bytes(10));
		writer.write(buffer(CorkedWriter.COPY_LIMIT));
		writer.write(bytes(11));
		writer.write(bytes(CorkedWriter.COPY_LIMIT + 1));
		writer.write(buffer(CorkedWriter.COPY_LIMIT - 1));
		writer.flush();
		assertThat(operations.stream().filter((operation) -> !operation.equals("flush"))).containsExactly("write 10",
				"write 4096", "write 11", "write 4097", "write 4095");
		output();
	}

	@Test
	void reserveGivesRoomForAnySize() {
		for (int size : new int[] { 0, 1, 2047, 2048, 2049, 100_000 }) {
			ByteBuf room = writer.reserve(size);
			assertThat(room.writableBytes()).isGreaterThanOrEqualTo(size);
			room.writeZero(size);
		}
		writer.flush();
		assertThat(output()).hasSize(1 + 2047 + 2048 + 2049 + 100_000);
	}

	@Test
	void flushAndWaitCompletesBehindAllThatWasWritten() {
		writer.write(bytes(3));
		assertThat(writer.flushAndWait().isSuccess()).isTrue();
		assertThat(writer.flushAndWait().isSuccess()).as("with nothing to write").isTrue();
		channel.close();
		assertThat(writer.flushAndWait().isSuccess()).isFalse();
		output();
	}

	@Test
	void discardDropsTheCork() {
		writer.write(bytes(3));
		writer.discard();
		channel.runPendingTasks();
		assertThat(operations).isEmpty();
		assertThat(writer.pendingBytes()).isZero();
	}

	@Test
	void writesToAClosedChannelAreReleased() {
		channel.close();
		writer.write(bytes(3));
		writer.write(buffer(5000));
		writer.write(buffer(3));
		channel.runPendingTasks();
		assertThat(writer.pendingBytes()).isZero();
	}

}
