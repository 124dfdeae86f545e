/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.fastwire.http.HttpLimits;
import io.fastwire.http1.ChunkArrivals.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any bytes as a chunked body: arrival never matters, and where Netty accepts it too,
 * both read the same data.
 */
class ChunkDecoderFuzzTests {

	private static final int MAX_INPUT = 4096;

	private static final String HEAD = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n";

	/** So small that inputs reach them. */
	private static final HttpLimits SMALL = HttpLimits.builder()
		.maxHeadBytes(32)
		.maxHeaderFields(2)
		.maxBodyBytes(40)
		.maxChunkExtensionBytes(8)
		.build();

	@FuzzTest(maxDuration = "4m")
	void arrivalNeverMattersAndNettyReadsTheSame(byte[] input) {
		if (input.length == 0 || input.length > MAX_INPUT) {
			return;
		}
		ChunkArrivals.sample(input, SMALL);
		Outcome ours = ChunkArrivals.sample(input, HttpLimits.DEFAULTS);
		if (ours.rejection() != null) {
			return;
		}
		String request = HEAD + new String(input, StandardCharsets.ISO_8859_1);
		NettyDecoder netty = NettyDecoder.decode(HeadArrivals.latin1(request));
		if (netty.request() != null) {
			assertThat(netty.complete()).isEqualTo(ours.settledAt() > 0);
			assertThat(netty.body()).isEqualTo(ours.data());
		}
	}

}
