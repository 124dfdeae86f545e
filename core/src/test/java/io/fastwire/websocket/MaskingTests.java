/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.Random;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Masking (RFC 6455 section 5.3), compared with one byte at a time. */
class MaskingTests {

	@Test
	void eachLengthAndPlaceIsUnmaskedAndNothingElse() {
		Random random = new Random(1);
		for (int length = 0; length <= 70; length++) {
			for (int offset = 0; offset < 9; offset++) {
				byte[] bytes = new byte[length + 16];
				random.nextBytes(bytes);
				int mask = random.nextInt();
				byte[] expected = bytes.clone();
				for (int i = 0; i < length; i++) {
					expected[offset + i] ^= (byte) (mask >>> (i % 4 * 8));
				}
				ByteBuf direct = ByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes);
				Masking.unmask(direct, offset, length, mask);
				Masking.unmask(Unpooled.wrappedBuffer(bytes), offset, length, mask);
				assertThat(bytes).isEqualTo(expected);
				direct.readBytes(bytes);
				direct.release();
				assertThat(bytes).isEqualTo(expected);
			}
		}
	}

	@Test
	void piecesGoOnWithTheRightByteOfTheMask() {
		int mask = 0x44332211;
		for (int cut = 0; cut <= 13; cut++) {
			ByteBuf whole = Unpooled.buffer().writeZero(13);
			ByteBuf cutInTwo = Unpooled.buffer().writeZero(13);
			Masking.unmask(whole, 0, 13, mask);
			Masking.unmask(cutInTwo, 0, cut, mask);
			Masking.unmask(cutInTwo, cut, 13 - cut, Masking.advance(mask, cut));
			assertThat(cutInTwo).isEqualTo(whole);
		}
	}

	@Test
	void asciiIsToldFromTheRestAtEachPlace() {
		for (int length = 1; length <= 20; length++) {
			ByteBuf ascii = Unpooled.buffer().writeZero(length);
			assertThat(Masking.unmask(ascii, 0, length, 0x7F7F7F7F)).isTrue();
			for (int i = 0; i < length; i++) {
				ByteBuf other = Unpooled.buffer().writeZero(length).setByte(i, 0x80);
				assertThat(Masking.unmask(other, 0, length, 0x01020304)).isFalse();
			}
		}
	}

}
