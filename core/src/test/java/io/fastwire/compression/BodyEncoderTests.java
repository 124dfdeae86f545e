/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.util.Random;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ScarceMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Encoders that find no memory. {@link LeakFree} looks for what they leave behind. */
@ExtendWith(LeakFree.class)
class BodyEncoderTests {

	private static final int LIMIT = 8192;

	private final Random random = new Random(1);

	private ByteBuf incompressible(int length) {
		byte[] bytes = new byte[length];
		random.nextBytes(bytes);
		return Unpooled.wrappedBuffer(bytes);
	}

	@ParameterizedTest
	@EnumSource(ContentCoding.class)
	void encoderThatHasFailedIsDiscardedWithoutFailingAgain(ContentCoding coding) {
		BodyEncoder encoder = new BodyEncoder(coding, new ScarceMemory(LIMIT));
		assertThatIllegalStateException().isThrownBy(() -> {
			for (int i = 0; i < 2000; i++) {
				encoder.add(incompressible(LIMIT));
			}
		});
		assertThatNoException().isThrownBy(encoder::discard);
	}

	@ParameterizedTest
	@EnumSource(ContentCoding.class)
	void encoderThatFailsAtItsEndKeepsNothing(ContentCoding coding) {
		BodyEncoder encoder = new BodyEncoder(coding, new ScarceMemory(600));
		encoder.add(incompressible(1000));
		assertThatIllegalStateException().isThrownBy(encoder::finish);
	}

}
