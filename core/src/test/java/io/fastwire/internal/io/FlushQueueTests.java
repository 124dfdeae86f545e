/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.testsupport.LeakFree;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class FlushQueueTests {

	private final List<Runnable> endOfTurn = new ArrayList<>();

	private final List<Runnable> nextTurn = new ArrayList<>();

	private final List<String> flushed = new ArrayList<>();

	private final List<EmbeddedChannel> channels = new ArrayList<>();

	private final FlushQueue queue = new FlushQueue(endOfTurn::add, nextTurn::add);

	private final List<LoopResources> resources = new ArrayList<>();

	private CorkedWriter writer(String name, Runnable whenFlushed) {
		EmbeddedChannel channel = new EmbeddedChannel(new ChannelOutboundHandlerAdapter() {

			@Override
			public void flush(ChannelHandlerContext context) {
				flushed.add(name);
				whenFlushed.run();
				context.flush();
			}

		});
		LoopResources own = new LoopResources(channel.eventLoop(), 1);
		resources.add(own);
		CorkedWriter writer = new CorkedWriter(channel, own);
		writer.reserve(0);
		channels.add(channel);
		return writer;
	}

	@AfterEach
	void close() {
		channels.forEach(EmbeddedChannel::finishAndReleaseAll);
		resources.forEach(LoopResources::close);
	}

	@Test
	void writersOfATurnAreFlushedByOneTaskAtItsEnd() {
		queue.add(writer("a", () -> {
		}));
		queue.add(writer("b", () -> {
		}));
		assertThat(endOfTurn).hasSize(1);
		assertThat(flushed).isEmpty();
		endOfTurn.get(0).run();
		assertThat(flushed).containsExactly("a", "b");
		assertThat(nextTurn).isEmpty();
	}

	/** A loop whose queue stops would answer nobody any more. */
	@Test
	void writerThatFailsKeepsNoOtherFromLeaving() {
		List<Throwable> told = new ArrayList<>();
		EmbeddedChannel channel = new EmbeddedChannel() {

			@Override
			public EmbeddedChannel flush() {
				throw new IllegalStateException("planted");
			}

		};
		channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {

			@Override
			public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
				told.add(cause);
			}

		});
		LoopResources own = new LoopResources(channel.eventLoop(), 1);
		resources.add(own);
		CorkedWriter failing = new CorkedWriter(channel, own);
		failing.reserve(0);
		CorkedWriter other = writer("other", () -> {
		});
		queue.add(failing);
		queue.add(other);
		endOfTurn.get(0).run();
		assertThat(flushed).containsExactly("other");
		assertThat(told).hasSize(1);
		other.reserve(0);
		queue.add(other);
		assertThat(endOfTurn).as("the next turn is like any other").hasSize(2);
		endOfTurn.get(1).run();
		assertThat(flushed).containsExactly("other", "other");
		channel.close();
	}

	@Test
	void writerThatIsAddedByAFlushWaitsForTheNextTurn() {
		CorkedWriter second = writer("second", () -> {
		});
		queue.add(writer("first", () -> queue.add(second)));
		endOfTurn.get(0).run();
		assertThat(flushed).containsExactly("first");
		assertThat(endOfTurn).hasSize(1);
		assertThat(nextTurn).hasSize(1);
		nextTurn.get(0).run();
		assertThat(flushed).containsExactly("first", "second");
		queue.add(second);
		assertThat(endOfTurn).as("the turn after that is like any other").hasSize(2);
	}

}
