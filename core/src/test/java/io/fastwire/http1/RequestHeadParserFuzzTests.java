/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Arrays;
import java.util.List;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.fastwire.http.HttpLimits;
import io.fastwire.http1.ChunkArrivals.Outcome;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any bytes as a request: arrival never matters, and where Netty accepts it too, both
 * agree where it ends.
 */
class RequestHeadParserFuzzTests {

	private static final int MAX_INPUT = 4096;

	/** So small that inputs reach them. */
	private static final HttpLimits SMALL = HttpLimits.builder()
		.maxRequestLineBytes(24)
		.maxHeadBytes(96)
		.maxHeaderFields(3)
		.maxBodyBytes(99)
		.build();

	@FuzzTest(maxDuration = "4m")
	void arrivalNeverMattersAndNettyAgreesOnFraming(byte[] input) {
		if (input.length == 0 || input.length > MAX_INPUT) {
			return;
		}
		HeadArrivals.sample(input, SMALL);
		HeadArrivals.Outcome ours = HeadArrivals.sample(input, HttpLimits.DEFAULTS);
		if (ours.rejection() == null && ours.settledAt() > 0) {
			compare(ours.head(), input, ours.consumed());
		}
	}

	private static void compare(CompleteHead head, byte[] input, int consumed) {
		NettyDecoder netty = NettyDecoder.decode(input);
		HttpRequest other = netty.request();
		if (other == null) {
			return;
		}
		assertThat(head.method()).isEqualTo(other.method().name());
		assertThat(head.target().raw()).isEqualTo(other.uri());
		assertThat(head.headers().size()).isEqualTo(netty.lines().size());
		assertThat(head.bodyFraming() == BodyFraming.CHUNKED).isEqualTo(HttpUtil.isTransferEncodingChunked(other));
		byte[] rest = Arrays.copyOfRange(input, consumed, input.length);
		if (head.bodyFraming() == BodyFraming.CHUNKED) {
			Outcome body = ChunkArrivals.decode(new ChunkDecoder(HttpLimits.DEFAULTS), List.of(rest));
			if (netty.complete() && body.rejection() == null) {
				assertThat(body.data()).isEqualTo(netty.body());
			}
			return;
		}
		assertThat(head.contentLength()).isEqualTo(HttpUtil.getContentLength(other, 0L));
		assertThat(netty.complete()).isEqualTo(rest.length >= head.contentLength());
	}

}
