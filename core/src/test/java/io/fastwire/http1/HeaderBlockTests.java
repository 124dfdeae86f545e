/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HeaderBlockTests {

	private static final String LINES = "Host: t\r\nACCEPT: a\r\nX-Custom: 1\r\n"
			+ "accept: b\r\nx-custom: 2\r\nAccept-Encoding: gzip\r\n\r\n";

	private final RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS);

	private final RequestHead head = new RequestHead();

	private HeaderBlock parse(String start, String lines, HeaderBlock previous) {
		byte[] bytes = HeadArrivals.latin1(start + "\r\n" + lines);
		head.reset();
		assertThat(parser.parse(bytes, 0, bytes.length, head, previous)).isEqualTo(bytes.length);
		return head.headers();
	}

	private HeaderBlock parse(String lines) {
		return parse("GET / HTTP/1.1", lines, HeaderBlock.EMPTY);
	}

	@Test
	void findsNamesInAnyCaseFromAnyIndex() {
		HeaderBlock block = parse(LINES);
		for (String name : new String[] { "Accept", "accept", "ACCEPT", "aCcEpT" }) {
			assertThat(block.indexOf(name, 0)).isEqualTo(1);
			assertThat(block.indexOf(name, 2)).isEqualTo(3);
			assertThat(block.indexOf(name, 4)).isEqualTo(-1);
		}
		for (String name : new String[] { "X-Custom", "x-custom", "X-CUSTOM" }) {
			assertThat(block.indexOf(name, 0)).isEqualTo(2);
			assertThat(block.indexOf(name, 3)).isEqualTo(4);
			assertThat(block.indexOf(name, 5)).isEqualTo(-1);
		}
		assertThat(block.indexOf("X-Custo", 0)).isEqualTo(-1);
		assertThat(block.indexOf("Cookie", 0)).isEqualTo(-1);
		assertThat(block.indexOf("", 0)).isEqualTo(-1);
		assertThat(block.indexOf("Ho\u017ft", 0)).isEqualTo(-1);
		assertThat(block.indexOf("Host", 100)).isEqualTo(-1);
		assertThat(block.getAll("x-custom")).containsExactly("1", "2");
		assertThat(block.contains("accept-encoding")).isTrue();
	}

	@Test
	void sharesKnownNamesAndDecodesEachStringOnce() {
		HeaderBlock first = parse(LINES);
		HeaderBlock second = parse(LINES);
		assertThat(first.name(1)).isSameAs(second.name(1)).isSameAs("Accept");
		assertThat(first.name(2)).isEqualTo("X-Custom").isSameAs(first.name(2));
		assertThat(first.value(2)).isEqualTo("1").isSameAs(first.value(2));
		assertThat(first).hasToString("[Host, Accept, X-Custom, Accept, x-custom, Accept-Encoding]");
	}

	@Test
	void rejectsIndexOutsideItsLines() {
		HeaderBlock block = parse(LINES);
		for (int index : new int[] { -1, 6, 7, 12 }) {
			assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> block.name(index));
			assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> block.value(index));
		}
	}

	@Test
	void outlivesTheBytesAndTheHeadItCameFrom() {
		byte[] bytes = HeadArrivals.latin1("GET / HTTP/1.1\r\n" + LINES);
		assertThat(parser.parse(bytes, 0, bytes.length, head, null)).isEqualTo(bytes.length);
		HeaderBlock block = head.headers();
		Arrays.fill(bytes, (byte) 'z');
		parse("Host: other\r\nCookie: c\r\n\r\n");
		assertThat(HeadArrivals.lines(block)).containsExactly("Host: t", "Accept: a", "X-Custom: 1", "Accept: b",
				"x-custom: 2", "Accept-Encoding: gzip");
	}

	@Test
	void repeatedSectionIsTheSameBlock() {
		HeaderBlock first = parse(LINES);
		assertThat(parse("POST /other?x HTTP/1.1", LINES, first)).isSameAs(first);
		HeaderBlock other = parse("GET / HTTP/1.1", LINES.replace(": t", ": u"), first);
		assertThat(other).isNotSameAs(first);
		assertThat(other.host()).isEqualTo("u");
	}

	@Test
	void repeatedSectionIsRecognisedInPieces() {
		HeaderBlock first = parse(LINES);
		byte[] bytes = HeadArrivals.latin1("GET / HTTP/1.1\r\n" + LINES);
		head.reset();
		for (int length = 1; length < bytes.length; length++) {
			assertThat(parser.parse(bytes, 0, length, head, first)).isEqualTo(RequestHeadParser.MORE);
		}
		assertThat(parser.parse(bytes, 0, bytes.length, head, first)).isEqualTo(bytes.length);
		assertThat(head.headers()).isSameAs(first);
	}

	@Test
	void sectionThatOnlyStartsOrEndsAlikeIsParsed() {
		HeaderBlock first = parse("Host: t\r\nX: a\r\n\r\n");
		for (String lines : new String[] { "Host: t\r\nX: ab\r\n\r\n", "Host: t\r\nX: a\r\nY: b\r\n\r\n",
				"Host: t\r\n\r\n", "host: t\r\nX: a\r\n\r\n", "Host: t\r\nX:  a\r\n\r\n" }) {
			assertThat(parse("GET / HTTP/1.1", lines, first)).isNotSameAs(first);
			assertThat(head.headers().byteLength()).isEqualTo(lines.length());
		}
	}

	@Test
	void repeatedSectionMeansWhatTheNewVersionMakesOfIt() {
		HeaderBlock plain = parse("Host: t\r\n\r\n");
		assertThat(head.complete(null).keepAlive()).isTrue();
		assertThat(parse("GET / HTTP/1.0", "Host: t\r\n\r\n", plain)).isSameAs(plain);
		assertThat(head.complete(null).keepAlive()).isFalse();
		HeaderBlock noHost = parse("GET / HTTP/1.0", "Accept: a\r\n\r\n", plain);
		assertThat(reject("GET / HTTP/1.1", "Accept: a\r\n\r\n", noHost)).isEqualTo(Rejection.HOST_MISSING);
		HeaderBlock chunked = parse("Host: t\r\nTransfer-Encoding: chunked\r\n\r\n");
		assertThat(reject("GET / HTTP/1.0", "Host: t\r\nTransfer-Encoding: chunked\r\n\r\n", chunked))
			.isEqualTo(Rejection.TRANSFER_ENCODING_IN_HTTP_1_0);
		HeaderBlock expects = parse("GET / HTTP/1.0", "Host: t\r\nExpect: x\r\n\r\n", plain);
		assertThat(reject("GET / HTTP/1.1", "Host: t\r\nExpect: x\r\n\r\n", expects))
			.isEqualTo(Rejection.EXPECTATION_UNKNOWN);
	}

	private Rejection reject(String start, String lines, HeaderBlock previous) {
		byte[] bytes = HeadArrivals.latin1(start + "\r\n" + lines);
		head.reset();
		assertThat(parser.parse(bytes, 0, bytes.length, head, previous)).isEqualTo(RequestHeadParser.REJECTED);
		return head.rejection();
	}

	@Test
	void longSectionIsNotRepeated() {
		String rest = "Host: t\r\nX: ";
		String longest = rest + "a".repeat(HeaderBlock.MAX_REPEAT_BYTES - rest.length() - 4) + "\r\n\r\n";
		HeaderBlock first = parse(longest);
		assertThat(first.repeatable()).isTrue();
		assertThat(parse("GET / HTTP/1.1", longest, first)).isSameAs(first);
		String longer = rest + "a" + longest.substring(rest.length());
		HeaderBlock second = parse(longer);
		assertThat(second.repeatable()).isFalse();
		assertThat(parse("GET / HTTP/1.1", longer, second)).isNotSameAs(second);
	}

	@Test
	void threadsReadEqualStringsWithoutSynchronisation() throws InterruptedException {
		ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
		int threads = 4;
		CountDownLatch start = new CountDownLatch(1);
		CountDownLatch done = new CountDownLatch(threads);
		HeaderBlock block = parse(LINES);
		for (int i = 0; i < threads; i++) {
			new Thread(() -> {
				try {
					start.await();
					seen.add(HeadArrivals.lines(block).toString());
				}
				catch (InterruptedException ex) {
					seen.add(ex.toString());
				}
				done.countDown();
			}).start();
		}
		start.countDown();
		assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(seen).hasSize(threads).containsOnly(HeadArrivals.lines(block).toString());
	}

}
