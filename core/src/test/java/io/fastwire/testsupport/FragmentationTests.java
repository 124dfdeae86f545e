/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FragmentationTests {

	@Test
	void piecesMakeUpTheInput() {
		byte[] input = "0123456789".getBytes(StandardCharsets.US_ASCII);
		List<Integer> counts = new ArrayList<>();
		Fragmentation.of(input).forEach((pieces) -> {
			StringBuilder joined = new StringBuilder();
			pieces.forEach((piece) -> joined.append(new String(piece, StandardCharsets.US_ASCII)));
			assertThat(joined).hasToString("0123456789");
			assertThat(pieces).noneMatch((piece) -> piece.length == 0);
			counts.add(pieces.size());
		});
		assertThat(counts).hasSize(2 + 9 + Fragmentation.RANDOM_CUTTINGS).startsWith(2, 2).contains(1, 10);
	}

	@Test
	void oneByteArrivesInOneWay() {
		List<List<byte[]>> arrivals = new ArrayList<>();
		Fragmentation.of(new byte[1]).forEach(arrivals::add);
		assertThat(arrivals).hasSize(2).allMatch((pieces) -> pieces.size() == 1);
	}

	@Test
	void failureTellsHowTheInputArrived() {
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(
					() -> Fragmentation.of(new byte[4]).forEach((pieces) -> assertThat(pieces.size()).isNotEqualTo(2)))
			.withMessageContaining("cut at 1, cuts [1]");
	}

	@Test
	void failureOfRandomCuttingTellsTheSeed() {
		byte[] input = new byte[100];
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> Fragmentation.of(input)
				.forEach((pieces) -> assertThat(pieces.size() > 2 && pieces.size() < 100).isFalse()))
			.withMessageContaining("-Dfastwire.test.seed=");
	}

}
