/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** What a piece of a request body pins. */
@ExtendWith(LeakFree.class)
class BodyQueueTests {

	/** Takes a piece of a read buffer, which the server then releases. */
	private static ByteBuf piece(int length, int held) {
		ByteBuf in = ByteBufAllocator.DEFAULT.buffer(held).writeZero(held).setByte(0, 'x');
		try {
			return BodyQueue.piece(in, length, held);
		}
		finally {
			assertThat(in.readableBytes()).isEqualTo(held - length);
			in.release();
		}
	}

	private static void assertPins(int length, int held, int atMost) {
		ByteBuf piece = piece(length, held);
		ByteBuf root = piece;
		while (root.unwrap() != null && root.unwrap().refCnt() == piece.refCnt() && root.unwrap().capacity() <= held) {
			root = root.unwrap();
		}
		assertThat(piece.readableBytes()).isEqualTo(length);
		assertThat(piece.getByte(0)).isEqualTo((byte) 'x');
		assertThat(root.capacity()).isLessThanOrEqualTo(atMost);
		assertThat(piece.release()).isTrue();
	}

	@Test
	void isItselfIfTheReadBufferIsMuchLarger() {
		assertPins(1, 65_536, 64);
		assertPins(1000, 65_536, 1024);
	}

	@Test
	void isTheReadBufferIfThatIsNotMuchMore() {
		ByteBuf in = ByteBufAllocator.DEFAULT.buffer(8192).writeZero(8192);
		ByteBuf small = ByteBufAllocator.DEFAULT.buffer(2048).writeZero(2048);
		ByteBuf slice = BodyQueue.piece(in, 4096, 8192);
		ByteBuf smallSlice = BodyQueue.piece(small, 1, 2048);
		assertThat(in.refCnt()).isEqualTo(2);
		assertThat(small.refCnt()).isEqualTo(2);
		slice.release();
		smallSlice.release();
		in.release();
		small.release();
	}

}
