/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code Expect: 100-continue} (RFC 9110 section 10.1.1). */
@ExtendWith(LeakFree.class)
class ExpectContinueTests {

	private static final String HEAD = "POST /x HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";

	private static final String NEXT = "GET /next HTTP/1.1\r\nHost: t\r\n\r\n";

	private static void echo(Exchange exchange) {
		BodyCollector.collect(exchange, 100, exchange::end);
	}

	private static List<Integer> statuses(EmbeddedWire wire) {
		return wire.responses().stream().map(WireResponse::status).toList();
	}

	@Test
	void firstDemandAnswers100() {
		try (EmbeddedWire wire = new EmbeddedWire(ExpectContinueTests::echo)) {
			wire.send(HEAD);
			assertThat(wire.output()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
			wire.send("he").send("llo");
			assertThat(statuses(wire)).containsExactly(100, 200);
			assertThat(wire.responses().get(1).text()).isEqualTo("hello");
			assertThat(wire.responses().get(1).closes()).isFalse();
		}
	}

	@Test
	void atMostOne100ComesBeforeTheFinalStatusHoweverTheRequestArrives() {
		Fragmentation.of((HEAD + "hello" + NEXT).getBytes(StandardCharsets.US_ASCII)).forEach((pieces) -> {
			try (EmbeddedWire wire = new EmbeddedWire(ExpectContinueTests::echo)) {
				wire.send(pieces);
				List<Integer> statuses = new ArrayList<>(statuses(wire));
				statuses.remove((Integer) 100);
				assertThat(statuses).containsExactly(200, 200);
			}
		});
	}

	@Test
	void no100WhenTheBodyIsAlreadyHere() {
		try (EmbeddedWire wire = new EmbeddedWire(ExpectContinueTests::echo)) {
			wire.send(HEAD + "h").send("ello");
			assertThat(statuses(wire)).containsExactly(200);
		}
	}

	@Test
	void no100WithoutDemandAndTheRefusalClosesTheConnection() {
		Consumer<EmbeddedWire> refused = (wire) -> {
			WireResponse response = wire.response();
			assertThat(response.status()).isEqualTo(401);
			assertThat(response.closes()).isTrue();
			assertThat(wire.outputEnded()).isTrue();
		};
		List<String> targets = new ArrayList<>();
		for (String behind : List.of("", "hello", NEXT, "hello" + NEXT)) {
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				targets.add(exchange.target().path());
				exchange.status(401).end("no");
			})) {
				wire.send(HEAD).send(behind);
				refused.accept(wire);
			}
		}
		assertThat(targets).as("never is a body a request, nor a request a body").containsOnly("/x");
	}

	@Test
	void aBodyThatCameWithTheHeadIsDrainedAndTheConnectionKept() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.status(401).end("no"))) {
			wire.send(HEAD + "hello" + NEXT);
			assertThat(statuses(wire)).containsExactly(401, 401);
			assertThat(wire.responses().get(0).closes()).isFalse();
		}
	}

	@Test
	void no100BehindTheFinalStatus() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.status(418).flushHead();
			exchange.request(1);
			exchange.end();
		})) {
			wire.send(HEAD);
			assertThat(statuses(wire)).containsExactly(418);
			assertThat(wire.responses().get(0).closes()).isTrue();
		}
	}

	@Test
	void no100ToHttp10() {
		try (EmbeddedWire wire = new EmbeddedWire(ExpectContinueTests::echo)) {
			wire.send("POST /x HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
			assertThat(wire.output()).isEmpty();
			wire.send("hello");
			assertThat(statuses(wire)).containsExactly(200);
		}
	}

	@Test
	void no100WithoutABody() {
		try (EmbeddedWire wire = new EmbeddedWire(ExpectContinueTests::echo)) {
			wire.send("POST /x HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n");
			assertThat(statuses(wire)).containsExactly(200);
		}
	}

	@Test
	void chunkedBodiesAreAwaitedToo() {
		try (EmbeddedWire wire = new EmbeddedWire(ExpectContinueTests::echo)) {
			wire.send("POST /x HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
			assertThat(statuses(wire)).containsExactly(100);
			wire.send("5\r\nhello\r\n0\r\n\r\n");
			assertThat(wire.responses().get(1).text()).isEqualTo("hello");
		}
	}

	@Test
	void otherInterimResponsesGoOutAtOnceButNotToHttp10() {
		for (String version : List.of("1.1", "1.0")) {
			List<Exchange> waiting = new ArrayList<>();
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				exchange.inform(103, new ResponseHeaders().add("Link", "</s.css>; rel=preload"));
				waiting.add(exchange);
			})) {
				wire.send("GET /x HTTP/" + version + "\r\nHost: t\r\n\r\n");
				boolean informed = version.equals("1.1");
				assertThat(wire.output())
					.isEqualTo(informed ? "HTTP/1.1 103 Early Hints\r\nLink: </s.css>; rel=preload\r\n\r\n" : "");
				waiting.get(0).end();
				waiting.get(0).inform(103, new ResponseHeaders());
				wire.run();
				assertThat(statuses(wire)).isEqualTo(informed ? List.of(103, 200) : List.of(200));
			}
		}
	}

}
