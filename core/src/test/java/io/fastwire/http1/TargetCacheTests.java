/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.RequestTarget;
import io.fastwire.internal.http.TargetCache;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TargetCacheTests {

	private final RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS);

	private RequestTarget parse(String target) {
		byte[] bytes = HeadArrivals.latin1("GET " + target + " HTTP/1.1\r\nHost: t\r\n\r\n");
		RequestHead head = new RequestHead();
		assertThat(parser.parse(bytes, 0, bytes.length, head, null)).describedAs(target).isEqualTo(bytes.length);
		RequestTarget parsed = head.complete(null).target();
		assertThat(parsed.raw()).isEqualTo(target);
		return parsed;
	}

	@Test
	void sharesAFrequentTarget() {
		RequestTarget first = parse("/api/orders/17?full=true");
		assertThat(parse("/api/orders/17?full=true")).isSameAs(first);
		assertThat(parse("http://t/a")).isSameAs(parse("http://t/a"));
		TargetCache cache = parser.targets();
		assertThat(cache.hits()).isEqualTo(2);
		assertThat(cache.misses()).isEqualTo(2);
		assertThat(cache.replacements()).isZero();
	}

	@Test
	void tellsTargetsOfEachLengthApart() {
		for (int length = 1; length < 2 * TargetCache.MAX_BYTES; length++) {
			String target = "/" + "a".repeat(length - 1);
			RequestTarget first = parse(target);
			assertThat(parse(target) == first).describedAs("length %s", length)
				.isEqualTo(length <= TargetCache.MAX_BYTES);
			for (int i = 1; i < length; i++) {
				parse(target.substring(0, i) + "b" + target.substring(i + 1));
			}
		}
	}

	@Test
	void holdsAFixedNumberOfTargets() {
		int count = 10_000;
		for (int i = 0; i < count; i++) {
			parse("/" + i);
		}
		TargetCache cache = parser.targets();
		assertThat(cache.misses()).isEqualTo(count);
		assertThat(count - cache.replacements()).isBetween(TargetCache.SLOTS / 2L, (long) TargetCache.SLOTS);
	}

	@Test
	void spreadsTargetsOverItsSlots() {
		for (int i = 0; i < 64; i++) {
			parse("/api/v1/customers/" + (100_000 + i) + "/orders");
		}
		assertThat(parser.targets().replacements()).isLessThan(20);
	}

	@Test
	void doesNotCountAHeadThatIsIncompleteOrRefused() {
		RequestHead head = new RequestHead();
		byte[] bytes = HeadArrivals.latin1("GET /a HTTP/1.1\r\nHost: t\r\n\r\n");
		for (int length = 1; length < 16; length++) {
			assertThat(parser.parse(bytes, 0, length, head, null)).isEqualTo(RequestHeadParser.MORE);
		}
		byte[] bad = HeadArrivals.latin1("GET /a HTTP/2.0\r\nHost: t\r\n\r\n");
		assertThat(parser.parse(bad, 0, bad.length, new RequestHead(), null)).isEqualTo(RequestHeadParser.REJECTED);
		assertThat(parser.targets().hits() + parser.targets().misses()).isZero();
	}

	@Test
	void targetBehindTheLongestOneIsParsedEachTime() {
		String target = "/" + "a".repeat(TargetCache.MAX_BYTES);
		assertThat(parse(target)).isNotSameAs(parse(target));
		assertThat(parse(target.substring(1).replaceFirst("a", "/")))
			.isSameAs(parse(target.substring(1).replaceFirst("a", "/")));
	}

}
