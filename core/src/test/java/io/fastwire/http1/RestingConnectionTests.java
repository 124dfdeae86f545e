/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.internal.io.Counter;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.RetainedHeap;
import io.fastwire.testsupport.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a connection lets go of when no request has come for 5 s, on a clock that stands
 * still unless the test moves it.
 */
@ExtendWith(LeakFree.class)
class RestingConnectionTests {

	private static final String GET = "GET /%s HTTP/1.1\r\nHost: t\r\nX-Own: %s\r\n\r\n";

	private static final String AGAIN = GET.formatted("again", "own");

	private static final Duration NEARLY = Duration.ofMillis(4750);

	private static final Duration LONG_ENOUGH = Duration.ofMillis(5250);

	private final List<EmbeddedWire> opened = new ArrayList<>();

	private final List<WeakReference<Headers>> sections = new ArrayList<>();

	private EmbeddedWire wire() {
		EmbeddedWire wire = new EmbeddedWire(this::answer);
		opened.add(wire);
		return wire;
	}

	private void answer(Exchange exchange) {
		sections.add(new WeakReference<>(exchange.headers()));
		exchange.headers().get("Cookie");
		exchange.end(exchange.target().path() + exchange.headers().get("X-Own"));
	}

	/** The last head of a loop is kept by the loop, whoever sent it. */
	private void awaitForgotten(EmbeddedWire wire) {
		List<WeakReference<Headers>> before = List.copyOf(sections);
		opened.add(wire.sibling().send(GET.formatted("other", "other")));
		TestServer.await("the sections are garbage", () -> {
			System.gc();
			return before.stream().allMatch((section) -> section.get() == null);
		});
	}

	@AfterEach
	void close() {
		opened.forEach(EmbeddedWire::close);
	}

	@Test
	void isStillOnHandForAnotherRequest() {
		EmbeddedWire wire = wire();
		wire.send(AGAIN).pass(NEARLY).send(AGAIN);
		assertThat(wire.count(Counter.REPEAT_HEADS)).isEqualTo(1);
		assertThat(wire.pass(NEARLY).send(AGAIN).count(Counter.REPEAT_HEADS)).isEqualTo(2);
	}

	@Test
	void forgetsItsLastRequestAndReadsTheNextOneAllTheSame() {
		EmbeddedWire wire = wire();
		wire.send(AGAIN).pass(LONG_ENOUGH).send(AGAIN);
		assertThat(wire.count(Counter.REPEAT_HEADS)).isZero();
		assertThat(wire.send(AGAIN).count(Counter.REPEAT_HEADS)).isEqualTo(1);
		wire.pass(LONG_ENOUGH).send(GET.formatted("another", "one"));
		assertThat(wire.responses()).extracting((response) -> response.text())
			.containsExactly("/againown", "/againown", "/againown", "/anotherone");
	}

	@Test
	void leavesTheSectionOfItsLastRequestToTheCollector() {
		EmbeddedWire wire = wire();
		wire.send(AGAIN).send(AGAIN).pass(LONG_ENOUGH);
		awaitForgotten(wire);
		assertThat(wire.open()).isTrue();
	}

	/** A head in pieces is read into memory of its own, which then serves the loop. */
	@Test
	void hasNoMemoryOfItsOwnAfterAHeadThatCameInPieces() {
		EmbeddedWire wire = wire();
		RequestHead shared = wire.connection().loop().head();
		wire.send(AGAIN.substring(0, AGAIN.length() - 3));
		assertThat(wire.connection().loop().head()).isNotSameAs(shared);
		wire.send(AGAIN.substring(AGAIN.length() - 3));
		assertThat(wire.connection().loop().head()).isSameAs(shared);
		assertThat(wire.response().text()).isEqualTo("/againown");
	}

	@Test
	void forgetsTheRequestThatItBecameATunnelBy() {
		EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			sections.add(new WeakReference<>(exchange.headers()));
			exchange.upgrade("none", new SilentTunnel());
		});
		opened.add(wire);
		wire.send("GET / HTTP/1.1\r\nHost: t\r\nUpgrade: none\r\nConnection: Upgrade\r\n\r\n");
		WeakReference<Headers> handshake = sections.get(0);
		opened.add(wire.sibling().send("GET / HTTP/1.0\r\n\r\n"));
		TestServer.await("the handshake is garbage", () -> {
			System.gc();
			return handshake.get() == null;
		});
		assertThat(wire.open()).isTrue();
	}

	/** Whether there is something to forget must not move the end. */
	@Test
	void isClosedWhenItsIdleTimeIsOver() {
		for (int seconds : new int[] { 2, 5, 6, 60 }) {
			try (EmbeddedWire wire = new EmbeddedWire(Exchange::end,
					HttpTimeouts.builder().idle(Duration.ofSeconds(seconds)).build())) {
				wire.send(AGAIN).pass(Duration.ofSeconds(seconds));
				assertThat(wire.outputEnded()).as("early, of %s s", seconds).isFalse();
				assertThat(wire.pass(Duration.ofMillis(500)).outputEnded()).as("late, of %s s", seconds).isTrue();
			}
		}
	}

	/**
	 * Their sections would take 2 MB, and as much again as text. All are open until the
	 * end, or those of one attempt would be set off against those of the next.
	 */
	@Test
	void connectionsTakeNoMoreThanTheirChannels() {
		int connections = 500;
		String request = "GET / HTTP/1.1\r\nHost: t\r\nX-Own: \r\nCookie: " + "c".repeat(4000) + "\r\n\r\n";
		RetainedHeap.assertAtMost(connections * 5000L, () -> {
			EmbeddedWire first = wire();
			for (int i = 0; i < connections; i++) {
				opened.add(first.sibling().send(request));
			}
			return first.pass(LONG_ENOUGH);
		});
	}

}
