/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.RejectionListener;
import io.fastwire.http.RequestHandler;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What stands in a response head, and what never may. */
@ExtendWith(LeakFree.class)
class ResponseHeadTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private static EmbeddedWire withServer(String server, RequestHandler handler) {
		return new EmbeddedWire(
				new HttpProtocol(handler, HttpLimits.DEFAULTS, HttpTimeouts.DEFAULTS, server, RejectionListener.NONE),
				false);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\r\nb", "a\rb", "a\nb", "a\0b", "a\u007Fb", "a\u001Fb", "\u20AC\n", "\n",
			"a\r\n\r\nHTTP/1.1 200 OK" })
	void valuesThatWouldBreakTheMessageAreRefusedWithNothingWritten(String value) {
		refuses("X-Name", value);
	}

	@ParameterizedTest
	@CsvSource({ "a\u0100b, a?b", "\u010A\u010D, ??", "a\u2028b, a?b", "\uD83D\uDE00, ??",
			"gr\u00FCn 5 \u20AC, gr\u00FCn 5 ?" })
	void charactersThatNoByteStandsForAreSentAsQuestionMarks(String value, String sent) {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.addHeader("X-Name", value).end())) {
			assertThat(wire.send(GET).response().field("X-Name")).contains(sent);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "a:", "a\r\nb", "a\nb", "a\0", "\u0100", "\u0141", "\u00E4", "a\tb", "(a)",
			"X-Name\r\nSet-Cookie" })
	void namesThatAreNoTokensAreRefusedWithNothingWritten(String name) {
		refuses(name, "value");
	}

	private static void refuses(String name, String value) {
		List<RequestHandler> commits = List.of(Exchange::end, (exchange) -> exchange.end("x"),
				(exchange) -> exchange.end(exchange.allocator().buffer().writeByte(1)),
				(exchange) -> exchange.write(exchange.allocator().buffer().writeByte(1)), Exchange::flushHead,
				(exchange) -> exchange.inform(103, exchange.responseHeaders()));
		for (RequestHandler commit : commits) {
			List<String> messages = new ArrayList<>();
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				exchange.responseHeaders().add("Before", "x").add(name, value);
				assertThatIllegalArgumentException().isThrownBy(() -> commit.handle(exchange))
					.satisfies((ex) -> messages.add(ex.getMessage()));
				assertThat(exchange.committed()).isFalse();
				exchange.responseHeaders().clear();
				exchange.status(400).end("refused");
			})) {
				WireResponse response = wire.send(GET).response();
				assertThat(response.status()).isEqualTo(400);
				assertThat(response.field("Before")).isEmpty();
				assertThat(messages).singleElement().asString().matches("[ -~]+");
			}
		}
	}

	@Test
	void refusedHeaderThatNobodyCatchesIsA500() {
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().add("X", "a\nb");
			exchange.end("secret");
		})) {
			assertThat(wire.send(GET).response().status()).isEqualTo(500);
			assertThat(wire.output()).doesNotContain("secret");
			assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
		}
	}

	@Test
	void latin1ValuesAndTabsAreSentAsTheyAre() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().add("X", "a\tb \u00E4\u00FF").add("Empty", "");
			exchange.end();
		})) {
			WireResponse response = wire.send(GET).response();
			assertThat(response.field("X")).contains("a\tb \u00E4\u00FF");
			assertThat(response.field("Empty")).contains("");
		}
	}

	@Test
	void everyLatin1ValueOfEachLengthIsSentByteForByteAlsoWhenItIsSentAgain() {
		StringBuilder all = new StringBuilder();
		for (char c = ' '; c <= '\u00FF'; c++) {
			all.append((c != '\u007F') ? c : '\t');
		}
		for (int length = 1; length < 600; length++) {
			String value = "<" + all.toString().repeat(4).substring(length % all.length()).substring(0, length) + ">";
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				exchange.responseHeaders().set("X-Value", value).set("ETag", value);
				exchange.end();
			})) {
				List<WireResponse> responses = wire.send(GET.repeat(3)).run().responses();
				assertThat(responses).hasSize(3);
				for (WireResponse response : responses) {
					assertThat(response.field("X-Value")).contains(value);
					assertThat(response.field("ETag")).contains(value);
				}
			}
		}
	}

	@Test
	void repeatedFieldsStayApartAndInOrder() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().add("Set-Cookie", "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT");
			exchange.responseHeaders().add("X", "1").add("Set-Cookie", "b=2");
			exchange.end();
		})) {
			assertThat(wire.send(GET).response().all("Set-Cookie"))
				.containsExactly("a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2");
		}
	}

	@Test
	void dateIsAddedOnce() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end)) {
			assertThat(wire.send(GET).response().field("Date").orElseThrow())
				.matches("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
		}
	}

	@Test
	void dateOfTheApplicationWins() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().add("dAtE", "Sun, 06 Nov 1994 08:49:37 GMT");
			exchange.end();
		})) {
			assertThat(wire.send(GET).response().field("Date")).contains("Sun, 06 Nov 1994 08:49:37 GMT");
		}
	}

	@Test
	void serverIsAddedOnlyIfConfiguredAndTheApplicationWins() {
		try (EmbeddedWire wire = new EmbeddedWire(Exchange::end)) {
			assertThat(wire.send(GET).response().field("Server")).isEmpty();
		}
		try (EmbeddedWire wire = withServer("Fastwire", Exchange::end)) {
			assertThat(wire.send(GET).response().field("Server")).contains("Fastwire");
		}
		try (EmbeddedWire wire = withServer("Fastwire", (exchange) -> {
			exchange.responseHeaders().add("server", "mine");
			exchange.end();
		})) {
			assertThat(wire.send(GET).response().field("Server")).contains("mine");
		}
	}

	@Test
	void errorResponsesHaveDateAndServerToo() {
		try (EmbeddedWire wire = withServer("Fastwire", Exchange::end)) {
			WireResponse response = wire.send("GET / HTTP/1.1\r\n\r\n").response();
			assertThat(response.status()).isEqualTo(400);
			assertThat(response.field("Server")).contains("Fastwire");
			assertThat(response.field("Date")).isPresent();
			assertThat(response.text()).isEqualTo("Bad Request: host-missing\n");
		}
	}

	@Test
	void framingFieldsOfTheApplicationAreReplaced() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			ResponseHeaders headers = exchange.responseHeaders();
			headers.add("transfer-encoding", "gzip, chunked").add("CONNECTION", "upgrade").add("keep-alive", "t=1");
			exchange.end("x");
		})) {
			WireResponse response = wire.send(GET).response();
			assertThat(response.field("Content-Length")).contains("1");
			assertThat(response.field("Connection")).isEmpty();
			assertThat(response.field("Keep-Alive")).isEmpty();
		}
	}

	@Test
	void unregisteredStatusesHaveAnEmptyReason() {
		for (int status : new int[] { 299, 599, 600, 999 }) {
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.status(status).end())) {
				wire.send(GET);
				assertThat(wire.output()).startsWith("HTTP/1.1 " + status + " \r\n");
			}
		}
	}

	@Test
	void headsOfAnySizeAreSent() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			for (int i = 0; i < 1000; i++) {
				exchange.responseHeaders().add("X-" + i, "v".repeat(i));
			}
			exchange.end("x");
		})) {
			WireResponse response = wire.send(GET).response();
			assertThat(response.fields()).hasSize(1002);
			assertThat(response.field("X-999").orElseThrow()).hasSize(999);
		}
	}

	@Test
	void onlyFinalStatusesCanBeSetAndOnlyInterimOnesInformed() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			for (int status : new int[] { -1, 0, 99, 100, 199, 1000 }) {
				assertThatIllegalArgumentException().isThrownBy(() -> exchange.status(status));
			}
			for (int status : new int[] { 100, 101, 200 }) {
				assertThatIllegalArgumentException().isThrownBy(() -> exchange.inform(status, new ResponseHeaders()));
			}
			exchange.end();
		})) {
			assertThat(wire.send(GET).response().status()).isEqualTo(200);
		}
	}

}
