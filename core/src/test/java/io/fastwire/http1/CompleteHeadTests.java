/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpLimits;
import io.fastwire.internal.http.TargetCache;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A head that comes again is the same object, so that it costs nothing. */
class CompleteHeadTests {

	private static final String FIRST = "GET /a HTTP/1.1\r\nHost: t\r\nAccept: */*\r\n\r\n";

	private final RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS);

	private CompleteHead parse(String head, @Nullable CompleteHead previous) {
		byte[] bytes = HeadArrivals.latin1(head);
		RequestHead parsed = new RequestHead();
		HeaderBlock section = (previous != null) ? previous.headers() : null;
		assertThat(parser.parse(bytes, 0, bytes.length, parsed, section)).isEqualTo(bytes.length);
		return parsed.complete(previous);
	}

	@Test
	void headThatComesAgainIsTheSame() {
		CompleteHead first = parse(FIRST, null);
		assertThat(parse(FIRST, first)).isSameAs(first);
	}

	@Test
	void unknownMethodThatComesAgainMakesNoOther() {
		String purge = FIRST.replace("GET", "PURGE");
		CompleteHead first = parse(purge, null);
		assertThat(parse(purge, first)).isSameAs(first);
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST /a HTTP/1.1\r\nHost: t\r\nAccept: */*\r\n\r\n",
			"PURGE /a HTTP/1.1\r\nHost: t\r\nAccept: */*\r\n\r\n", "GET /b HTTP/1.1\r\nHost: t\r\nAccept: */*\r\n\r\n",
			"GET /a HTTP/1.0\r\nHost: t\r\nAccept: */*\r\n\r\n", "GET /a HTTP/1.1\r\nHost: t\r\nAccept: */a\r\n\r\n" })
	void headThatDiffersInOnePartIsAnother(String other) {
		CompleteHead first = parse(FIRST, null);
		CompleteHead second = parse(other, first);
		assertThat(second).isNotEqualTo(first);
		assertThat(first.method() + first.target() + first.version()).isEqualTo("GET/aHTTP/1.1");
		assertThat(HeadArrivals.lines(first.headers())).containsExactly("Host: t", "Accept: */*");
	}

	/** An idle connection keeps it as long as it lives. */
	@Test
	void onlyAShortHeadIsWorthItsMemory() {
		String longest = "/" + "a".repeat(TargetCache.MAX_BYTES - 1);
		assertThat(parse(FIRST.replace("/a", longest), null).repeatable()).isTrue();
		assertThat(parse(FIRST.replace("/a", longest + "a"), null).repeatable()).isFalse();
		String fields = "X: " + "a".repeat(HeaderBlock.MAX_REPEAT_BYTES);
		assertThat(parse(FIRST.replace("Accept: */*", fields), null).repeatable()).isFalse();
	}

}
