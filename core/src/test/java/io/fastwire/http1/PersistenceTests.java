/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.internal.io.Counter;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** Keep-alive and pipelining (RFC 9112 sections 9.3 and 9.3.2). */
@ExtendWith(LeakFree.class)
class PersistenceTests {

	private static final String GET = "GET /%s HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final String POST = "POST /%s HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhello";

	private static void echoPath(Exchange exchange) {
		exchange.end(exchange.target().path());
	}

	private static List<String> texts(List<WireResponse> responses) {
		return responses.stream().map(WireResponse::text).toList();
	}

	@Test
	void answersPipelinedRequestsInOrderHoweverTheyArrive() {
		String requests = GET.formatted("1") + POST.formatted("2")
				+ "POST /3 HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
				+ GET.formatted("4") + GET.formatted("5");
		Fragmentation.of(requests.getBytes(StandardCharsets.US_ASCII)).forEach((pieces) -> {
			try (EmbeddedWire wire = new EmbeddedWire(PersistenceTests::echoPath)) {
				wire.send(pieces);
				assertThat(texts(wire.responses())).containsExactly("/1", "/2", "/3", "/4", "/5");
				assertThat(wire.open()).isTrue();
				assertThat(wire.balanced()).isTrue();
			}
		});
	}

	@Test
	void answersPipelinedRequestsInOrderWithAsynchronousHandlers() {
		String requests = GET.formatted("1") + POST.formatted("2") + GET.formatted("3");
		Fragmentation.of(requests.getBytes(StandardCharsets.US_ASCII)).forEach((pieces) -> {
			List<Exchange> waiting = new ArrayList<>();
			try (EmbeddedWire wire = new EmbeddedWire(waiting::add)) {
				wire.send(pieces);
				for (int i = 0; i < 3; i++) {
					assertThat(waiting).as("one request at a time").hasSize(i + 1);
					waiting.get(i).end(waiting.get(i).target().path());
					wire.run();
				}
				assertThat(texts(wire.responses())).containsExactly("/1", "/2", "/3");
			}
		});
	}

	@Test
	void readsHeadsThatReachBeyondTheWindow() {
		String cookie = "x".repeat(3000);
		StringBuilder requests = new StringBuilder();
		for (int i = 0; i < 10; i++) {
			requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: t\r\nCookie: ").append(cookie, i, 3000);
			requests.append("\r\n\r\n");
		}
		byte[] bytes = requests.toString().getBytes(StandardCharsets.US_ASCII);
		Fragmentation.of(bytes).forSome((pieces) -> {
			List<Integer> cookies = new ArrayList<>();
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				cookies.add(exchange.headers().getAll("Cookie").get(0).length());
				echoPath(exchange);
			})) {
				wire.send(pieces);
				assertThat(texts(wire.responses())).containsExactly("/0", "/1", "/2", "/3", "/4", "/5", "/6", "/7",
						"/8", "/9");
				assertThat(cookies).containsExactly(3000, 2999, 2998, 2997, 2996, 2995, 2994, 2993, 2992, 2991);
			}
		}, 200);
	}

	@Test
	void holdsPipelinedRequestsUpToTheLimitAndThenStopsReading() {
		List<Exchange> waiting = new ArrayList<>();
		HttpLimits limits = HttpLimits.builder().maxBufferedBytes(1000).build();
		int length = GET.formatted("00").length();
		try (EmbeddedWire wire = new EmbeddedWire(waiting::add, limits)) {
			for (int i = 10; i < 100; i++) {
				wire.send(GET.formatted(i));
			}
			assertThat(wire.count(Counter.BYTES_RECEIVED)).isBetween(1000L, 1000L + 2 * length);
			for (int i = 0; i < 90; i++) {
				waiting.get(i).end();
				wire.run();
				assertThat(wire.count(Counter.BYTES_RECEIVED)).isLessThan(1000L + (i + 3) * length);
			}
			assertThat(wire.responses()).hasSize(90);
			assertThat(wire.channel().config().isAutoRead()).isTrue();
		}
	}

	@Test
	void repeatedHeadsShareTheirFields() {
		List<Exchange> seen = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			seen.add(exchange);
			exchange.end();
		})) {
			wire.send(GET.formatted("1")).send(GET.formatted("2"));
			assertThat(seen.get(1).headers()).isSameAs(seen.get(0).headers());
			assertThat(wire.count(Counter.REPEAT_HEADS)).isEqualTo(1);
		}
	}

	@Test
	void closesWhenTheClientAsks() {
		try (EmbeddedWire wire = new EmbeddedWire(PersistenceTests::echoPath)) {
			wire.send("GET /1 HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n" + GET.formatted("2"));
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void closesWhenTheApplicationAsks() {
		for (String option : List.of("close", "Close", "foo, close", "close ,foo")) {
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				exchange.responseHeaders().add("Connection", "x").add("Connection", option);
				exchange.end();
			})) {
				wire.send(GET.formatted("1") + GET.formatted("2"));
				assertThat(wire.response().closes()).as(option).isTrue();
				assertThat(wire.outputEnded()).isTrue();
			}
		}
	}

	@Test
	void closesHttp10UnlessItAsksForKeepAlive() {
		try (EmbeddedWire wire = new EmbeddedWire(PersistenceTests::echoPath)) {
			wire.send("GET /1 HTTP/1.0\r\n\r\n");
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void keepsHttp10AliveIfItAsks() {
		try (EmbeddedWire wire = new EmbeddedWire(PersistenceTests::echoPath)) {
			wire.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".repeat(2));
			assertThat(wire.responses()).hasSize(2)
				.allSatisfy((response) -> assertThat(response.field("Connection")).contains("keep-alive"));
			assertThat(wire.open()).isTrue();
		}
	}

	@Test
	void strayLineEndingBehindACloseDoesNotResetTheConnection() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(waiting::add)) {
			wire.send("GET /1 HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n").send("\r\n").send("\r\n");
			waiting.get(0).end("x");
			wire.run();
			assertThat(wire.response().text()).isEqualTo("x");
			assertThat(wire.channel().isOutputShutdown()).isTrue();
			assertThat(wire.channel().unread()).as("left in the socket").isZero();
			assertThat(wire.fin().open()).isFalse();
		}
	}

	@Test
	void answersAbsoluteFormAndOptionsAsterisk() {
		List<String> targets = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			targets.add(exchange.method() + " " + exchange.target().path());
			exchange.end();
		})) {
			wire.send("GET http://a.example/p?q HTTP/1.1\r\nHost: t\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(wire.responses()).hasSize(2);
			assertThat(targets).containsExactly("GET /p", "OPTIONS *");
		}
	}

	@Test
	void aHandlerMayAnswerAnotherConnectionFromWithinItsOwnCall() {
		List<Exchange> waiting = new ArrayList<>();
		try (EmbeddedWire first = new EmbeddedWire((exchange) -> {
			if (exchange.target().path().equals("/wait")) {
				waiting.add(exchange);
			}
			else {
				List.copyOf(waiting).forEach((other) -> other.end("from outside"));
				echoPath(exchange);
			}
		}); EmbeddedWire second = first.sibling()) {
			first.send(GET.formatted("wait") + GET.formatted("1"));
			second.send(GET.formatted("a") + GET.formatted("b"));
			first.run();
			assertThat(texts(first.responses())).containsExactly("from outside", "/1");
			assertThat(texts(second.responses())).containsExactly("/a", "/b");
		}
	}

	@Test
	void handlersThatAnswerEachOthersRequestsDoNotNest() {
		List<Exchange> waiting = new ArrayList<>();
		int[] depth = new int[2];
		List<EmbeddedWire> wires = new ArrayList<>();
		wires.add(new EmbeddedWire((exchange) -> {
			depth[1] = Math.max(depth[1], ++depth[0]);
			if (exchange.target().path().equals("/wait")) {
				waiting.add(exchange);
			}
			else {
				if (!waiting.isEmpty()) {
					waiting.remove(waiting.size() - 1).end();
				}
				exchange.end();
			}
			depth[0]--;
		}));
		for (int i = 0; i < 200; i++) {
			wires.add(wires.get(0).sibling());
		}
		wires.forEach((wire) -> wire.send(GET.formatted("wait") + GET.formatted("go")));
		wires.get(0).sibling().send(GET.formatted("go")).close();
		wires.get(0).run();
		for (int i = 0; i < 200; i++) {
			wires.forEach(EmbeddedWire::run);
		}
		assertThat(waiting).isEmpty();
		assertThat(depth[1]).isEqualTo(1);
		wires.forEach((wire) -> assertThat(wire.responses()).hasSize(2));
		wires.forEach(EmbeddedWire::close);
	}

	@Test
	void closesWithTheLastRequestThatAConnectionMayHave() {
		HttpLimits limits = HttpLimits.builder().maxRequests(3).build();
		try (EmbeddedWire wire = new EmbeddedWire(PersistenceTests::echoPath, limits)) {
			wire.send(GET.formatted("1")).send(POST.formatted("2"));
			assertThat(wire.open()).isTrue();
			wire.send(GET.formatted("3") + GET.formatted("4"));
			List<WireResponse> responses = wire.responses();
			assertThat(texts(responses)).containsExactly("/1", "/2", "/3");
			assertThat(responses.get(1).field("Connection")).isEmpty();
			assertThat(responses.get(2).field("Connection")).contains("close");
			assertThat(wire.outputEnded()).isTrue();
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void countsRequestsThatComeInPiecesToo() {
		HttpLimits limits = HttpLimits.builder().maxRequests(2).build();
		Fragmentation.of((GET.formatted("1") + GET.formatted("2")).getBytes(StandardCharsets.US_ASCII))
			.forEach((pieces) -> {
				try (EmbeddedWire wire = new EmbeddedWire(PersistenceTests::echoPath, limits)) {
					wire.send(pieces);
					assertThat(texts(wire.responses())).containsExactly("/1", "/2");
					assertThat(wire.outputEnded()).isTrue();
				}
			});
	}

}
