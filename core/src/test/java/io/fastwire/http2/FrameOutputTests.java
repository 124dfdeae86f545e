/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.lang.ref.WeakReference;
import java.util.stream.IntStream;

import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.io.CorkedWriter;
import io.fastwire.internal.io.DateClock;
import io.fastwire.internal.io.LoopResources;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.RetainedHeap;
import io.fastwire.testsupport.TestServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(LeakFree.class)
class FrameOutputTests {

	private final EmbeddedChannel channel = new EmbeddedChannel();

	private final LoopResources resources = new LoopResources(channel.eventLoop(), 1);

	private final CorkedWriter writer = new CorkedWriter(channel, resources);

	private final ByteBuf block = Unpooled.buffer();

	private final FrameOutput frames = new FrameOutput(writer, block);

	/** One for all connections of a loop. */
	private final ResponseFields fields = new ResponseFields(new DateClock(), null);

	@AfterEach
	void close() {
		frames.close();
		writer.discard();
		channel.finishAndReleaseAll();
		resources.close();
	}

	private Http2Headers large() {
		return fields.head(200, new ResponseHeaders().add("x", "v".repeat(10_000)), 5);
	}

	private static void awaitForgotten(WeakReference<AsciiString> value) {
		TestServer.await("the value is forgotten", () -> {
			System.gc();
			return value.get() == null;
		});
	}

	private static WeakReference<AsciiString> value(Http2Headers section) {
		return new WeakReference<>(((HeaderSection) section).value(1));
	}

	@Test
	void keepsNoValueOfASectionThatIsWritten() throws Http2Exception {
		Http2Headers section = large();
		WeakReference<AsciiString> value = value(section);
		frames.headers(1, section, true);
		assertThat(writer.pendingBytes()).isPositive();
		assertThat(section.isEmpty()).isTrue();
		awaitForgotten(value);
	}

	@Test
	void tellsOfTheTableAlsoIfTheClientDidNotTakeTheSectionThatWouldHave() throws Http2Exception {
		frames.tableSize(0);
		frames.maxHeaderListSize(100);
		assertThatExceptionOfType(Http2Exception.class).isThrownBy(() -> frames.headers(1, large(), true));
		frames.maxHeaderListSize(65_536);
		frames.headers(3, fields.head(200, new ResponseHeaders(), 5), true);
		frames.headers(5, fields.head(200, new ResponseHeaders(), 5), true);
		writer.flush();
		ByteBuf out = channel.readOutbound();
		int length = out.getUnsignedMedium(0);
		assertThat(out.getByte(FrameOutput.HEADER_BYTES)).isEqualTo((byte) 0x20);
		assertThat(out.getUnsignedMedium(FrameOutput.HEADER_BYTES + length)).isEqualTo(length - 1);
		out.release();
	}

	@Test
	void keepsNoValueOfASectionThatTheClientDoesNotTake() throws Http2Exception {
		frames.maxHeaderListSize(100);
		Http2Headers section = large();
		WeakReference<AsciiString> value = value(section);
		assertThatExceptionOfType(Http2Exception.class).isThrownBy(() -> frames.headers(1, section, true));
		assertThat(writer.pendingBytes()).isZero();
		awaitForgotten(value);
	}

	@Test
	void idleConnectionsKeepNoMemoryOfLargeSections() {
		int connections = 500;
		RetainedHeap.assertAtMost(connections * 8000L, () -> IntStream.range(0, connections).mapToObj((i) -> {
			FrameOutput output = new FrameOutput(writer, block);
			try {
				output.headers(1, fields.head(200, new ResponseHeaders().add("x", "v".repeat(40_000)), 5), true);
			}
			catch (Http2Exception ex) {
				throw new IllegalStateException(ex);
			}
			writer.discard();
			return output;
		}).toList());
		assertThat(block.capacity()).isLessThanOrEqualTo(FrameOutput.MAX_PAYLOAD);
	}

}
