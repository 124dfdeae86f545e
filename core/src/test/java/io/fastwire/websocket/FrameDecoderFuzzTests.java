/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import com.code_intelligence.jazzer.junit.FuzzTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any bytes as frames: arrival never matters, and the decoder agrees with a plain model.
 */
class FrameDecoderFuzzTests {

	private static final int MAX_INPUT = 4096;

	/** So small that inputs reach them. */
	private static final int SMALL_BYTES = 300;

	private static final int SMALL_FRAGMENTS = 3;

	@FuzzTest(maxDuration = "4m")
	void arrivalNeverMattersAndTheModelAgrees(byte[] input) {
		if (input.length == 0 || input.length > MAX_INPUT) {
			return;
		}
		assertThat(FrameArrivals.sample(input, SMALL_BYTES, SMALL_FRAGMENTS))
			.isEqualTo(FrameModel.read(input, SMALL_BYTES, SMALL_FRAGMENTS));
		assertThat(FrameArrivals.sample(input, MAX_INPUT, MAX_INPUT))
			.isEqualTo(FrameModel.read(input, MAX_INPUT, MAX_INPUT));
	}

}
