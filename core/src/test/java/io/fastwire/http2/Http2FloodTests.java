/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.logging.Logger;

import io.fastwire.http.Exchange;
import io.fastwire.server.ServerOptions;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a client must not do too often (RFC 9113 section 10.5). */
@ExtendWith(LeakFree.class)
class Http2FloodTests {

	private static final Logger LOGGER = Logger.getLogger(Http2FloodTests.class.getName());

	private static final int CALM = (int) Http2Error.ENHANCE_YOUR_CALM.code();

	private static final int MAX_RESETS = 50;

	private static final int MAX_CONTROLS = 100;

	/** The value of a field that makes a section larger than is read. */
	private static final String TOO_LARGE = "a".repeat(26_000);

	private static final Http2Options OPTIONS = Http2Options.builder()
		.maxResets(MAX_RESETS)
		.maxControlFrames(MAX_CONTROLS)
		.build();

	/** Frames by what they are; each is sent with an identifier that grows. */
	private static final Map<String, IntFunction<byte[]>> CONTROLS = Map.of("SETTINGS",
			(i) -> Http2Client.bytes(Http2Client.SETTINGS, 0, 0), "PING",
			(i) -> Http2Client.bytes(Http2Client.PING, 0, 0, new byte[8]), "PING ACK",
			(i) -> Http2Client.bytes(Http2Client.PING, Http2Client.ACK, 0, new byte[8]), "PRIORITY",
			(i) -> Http2Client.bytes(Http2Client.PRIORITY, 0, 2 * i + 101, new byte[5]), "unknown",
			(i) -> Http2Client.bytes(99, 0, 0), "empty DATA", (i) -> Http2Client.bytes(Http2Client.DATA, 0, 1),
			"RST_STREAM of nothing", (i) -> Http2Client.bytes(Http2Client.RST_STREAM, 0, 3, new byte[4]),
			"WINDOW_UPDATE of nothing", (i) -> Http2Client.bytes(Http2Client.WINDOW_UPDATE, 0, 3, new byte[4]));

	private static TestServer start() {
		return TestServer.start(TestServer.options().http2(OPTIONS), Http2FloodTests::hold);
	}

	/** Answers nothing but what asks for it. */
	private static void hold(Exchange exchange) {
		if (exchange.target().path().equals("/now")) {
			exchange.end("now");
		}
		else if (exchange.target().path().equals("/much")) {
			exchange.end("x".repeat(100_000));
		}
	}

	private static Http2Client connect(TestServer server) throws IOException {
		return Http2Client.over(server.connect());
	}

	@ParameterizedTest
	@ValueSource(strings = { "SETTINGS", "PING", "PING ACK", "PRIORITY", "unknown", "empty DATA",
			"RST_STREAM of nothing", "WINDOW_UPDATE of nothing" })
	void endsAConnectionThatSendsTooManyFramesForNothing(String kind) throws IOException {
		IntFunction<byte[]> frames = Objects.requireNonNull(CONTROLS.get(kind));
		try (TestServer server = start(); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/");
			client.get(3, "/now").response(3);
			for (int i = 0; i < MAX_CONTROLS - 10; i++) {
				client.wire().send(frames.apply(i));
			}
			assertThat(client.get(5, "/now").response(5).text()).isEqualTo("now");
			ByteArrayOutputStream flood = new ByteArrayOutputStream();
			for (int i = 0; i < 20; i++) {
				flood.writeBytes(frames.apply(i));
			}
			client.wire().send(flood.toByteArray());
			assertThat(client.awaitError()).isEqualTo(CALM);
			assertThat(server.statistics().http2Floods(Http2Flood.CONTROL_FRAMES)).isEqualTo(1);
			assertThat(server.statistics().http2ConnectionErrors()).isEqualTo(1);
		}
	}

	/** What was on its way is no fault, but a client cannot go on for ever. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void endsAConnectionThatGoesOnWithAStreamThatWasReset(boolean data) throws IOException {
		byte[] piece = new byte[13_000];
		try (TestServer server = start(); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/").window(1, 0);
			client.response(1);
			for (int i = 0; data && i < 5; i++) {
				client.frame(Http2Client.DATA, 0, 1, piece);
			}
			assertThat(client.get(3, "/now").response(3).text()).isEqualTo("now");
			assertThat(server.statistics().http2Floods(Http2Flood.CONTROL_FRAMES)).isZero();
			for (int i = 0; i <= MAX_CONTROLS; i++) {
				if (data) {
					client.frame(Http2Client.DATA, 0, 1, piece);
				}
				else {
					client.headers(1, true, "x", "y");
				}
			}
			assertThat(client.awaitError()).isEqualTo(CALM);
			assertThat(server.statistics().http2Floods(Http2Flood.CONTROL_FRAMES)).isEqualTo(1);
		}
	}

	@Test
	void endsAConnectionThatResetsTooManyStreamsAndSaysSoOnce() throws IOException {
		try (CapturedLog log = CapturedLog.startQuietly(); TestServer server = start()) {
			for (int i = 0; i < 2; i++) {
				try (Http2Client client = connect(server)) {
					rapidReset(client, MAX_RESETS + 1);
					assertThat(client.awaitError()).isEqualTo(CALM);
				}
			}
			assertThat(server.statistics().http2Floods(Http2Flood.RESETS)).isEqualTo(2);
			assertThat(server.statistics().http2ResetsByClient()).isEqualTo(2 * (MAX_RESETS + 1));
			assertThat(log.visible()).singleElement().asString().contains("for a flood of resets");
			server.awaitIdle();
		}
	}

	private static void rapidReset(Http2Client client, int count) throws IOException {
		for (int i = 0; i < count; i++) {
			client.get(2 * i + 1, "/").cancel(2 * i + 1);
		}
	}

	@Test
	void letsAClientGiveUpNowAndThen() throws IOException {
		try (TestServer server = start(); Http2Client client = connect(server)) {
			rapidReset(client, MAX_RESETS);
			assertThat(client.get(1001, "/now").response(1001).text()).isEqualTo("now");
		}
	}

	/** Case N01: ten cancels a second, as a page makes whose user types. */
	@Test
	@Tag("soak")
	void letsAClientGiveUpOftenForHalfAMinute() throws Exception {
		List<Exchange> held = new CopyOnWriteArrayList<>();
		try (CapturedLog log = CapturedLog.start(); TestServer server = TestServer.start(defaults(), (exchange) -> {
			if (exchange.target().path().equals("/long")) {
				held.add(exchange);
			}
		}); Http2Client client = connect(server)) {
			int calls = 10;
			for (int i = 0; i < calls; i++) {
				client.get(2 * i + 1, "/long");
			}
			int stream = 2 * calls + 1;
			for (int i = 0; i < 300; i++, stream += 2) {
				client.get(stream, "/").cancel(stream);
				Thread.sleep(100);
			}
			TestServer.await("all came", () -> server.statistics().http2ResetsByClient() == 300);
			assertThat(held).hasSize(calls).noneMatch(Exchange::ended);
			held.forEach((exchange) -> exchange.execute(() -> exchange.end("at last")));
			for (int i = 0; i < calls; i++) {
				assertThat(client.response(2 * i + 1).text()).isEqualTo("at last");
			}
			assertThat(server.statistics().http2Floods(Http2Flood.RESETS)).isZero();
			assertThat(log.visible()).isEmpty();
		}
	}

	/** Case N01: ten thousand resets a second, by a client that always comes back. */
	@Test
	@Tag("soak")
	void endsEachConnectionOfAnAttackBeforeItHasStartedMuch() throws Exception {
		AtomicInteger started = new AtomicInteger();
		int rate = 10_000;
		int batch = 1_000;
		int attacks = 10 * rate / batch;
		try (CapturedLog log = CapturedLog.startQuietly();
				TestServer server = TestServer.start(defaults(), (exchange) -> {
					started.incrementAndGet();
					hold(exchange);
				});
				Http2Client healthy = connect(server)) {
			long begun = System.nanoTime();
			for (int attack = 0; attack < attacks; attack++) {
				try (Http2Client client = connect(server)) {
					ByteArrayOutputStream flood = new ByteArrayOutputStream();
					for (int i = 0; i < batch; i++) {
						byte[] block = client.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority",
								"t");
						flood.writeBytes(Http2Client.bytes(Http2Client.HEADERS,
								Http2Client.END_HEADERS | Http2Client.END_STREAM, 2 * i + 1, block));
						flood.writeBytes(Http2Client.bytes(Http2Client.RST_STREAM, 0, 2 * i + 1, new byte[4]));
					}
					client.wire().send(flood.toByteArray());
					assertThat(client.awaitError()).isEqualTo(CALM);
				}
				assertThat(healthy.get(2 * attack + 1, "/now").response(2 * attack + 1).text()).isEqualTo("now");
				long due = begun + (attack + 1) * TimeUnit.SECONDS.toNanos(batch) / rate;
				LockSupport.parkNanos(due - System.nanoTime());
			}
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
			LOGGER.info(() -> attacks * batch + " resets in " + millis + " ms started " + started + " requests");
			assertThat(server.statistics().http2Floods(Http2Flood.RESETS)).isEqualTo(attacks);
			assertThat(started.get()).isLessThanOrEqualTo(attacks * (Http2Options.DEFAULTS.maxResets() + 2));
			assertThat(log.visible()).allMatch((line) -> line.contains("for a flood of resets"));
			assertThat(log.visible()).hasSize(1);
		}
	}

	private static ServerOptions.Builder defaults() {
		return TestServer.options().http2(Http2Options.DEFAULTS);
	}

	/** What waits of a complete response was made for nothing, too. */
	@Test
	void countsResetsOfResponsesThatWaitForAWindow() throws IOException {
		try (TestServer server = start(); Http2Client client = connect(server).stopReading()) {
			for (int i = 0; i <= MAX_RESETS; i++) {
				client.get(2 * i + 1, "/much").cancel(2 * i + 1);
			}
			assertThat(client.awaitError()).isEqualTo(CALM);
			assertThat(server.statistics().http2Floods(Http2Flood.RESETS)).isEqualTo(1);
		}
	}

	/** CVE-2025-8671: the client breaks a rule, so that the server resets the stream. */
	@ParameterizedTest
	@ValueSource(strings = { "window", "fields", "length", "priority", "second head", "trailers", "refused head" })
	void countsResetsThatTheClientBringsTheServerTo(String how) throws IOException {
		try (TestServer server = start(); Http2Client client = connect(server)) {
			for (int i = 0; i <= MAX_RESETS; i++) {
				int stream = 2 * i + 1;
				switch (how) {
					case "window" -> client.request(stream, true, "GET", "/").window(stream, 0);
					case "fields" -> client.request(stream, true, "GET", "/", "te", "gzip");
					case "length" ->
						client.request(stream, false, "POST", "/", "content-length", "1").data(stream, true, "ab");
					case "second head" ->
						client.request(stream, true, "GET", "/").headers(stream, true, "x", TOO_LARGE);
					case "trailers" -> client.request(stream, false, "POST", "/").headers(stream, true, "x", TOO_LARGE);
					case "refused head" -> client.request(stream, false, "POST", "/", "expect", "something");
					default -> client.request(stream, true, "GET", "/").data(stream, true, "x");
				}
			}
			assertThat(client.awaitError()).isEqualTo(CALM);
			assertThat(server.statistics().http2Floods(Http2Flood.RESETS)).isEqualTo(1);
			client.wire().hangUp();
			server.awaitIdle();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void endsAHeaderBlockOfTooManyPieces(int bytes) throws IOException {
		try (TestServer server = start(); Http2Client client = connect(server)) {
			byte[] block = client.block(":method", "GET", ":scheme", "http", ":path", "/" + "a".repeat(300));
			ByteArrayOutputStream flood = new ByteArrayOutputStream();
			flood.writeBytes(Http2Client.bytes(Http2Client.HEADERS, 0, 1));
			for (int i = 0; i < 200; i++) {
				byte[] piece = (bytes == 0) ? new byte[0] : new byte[] { block[i] };
				flood.writeBytes(Http2Client.bytes(Http2Client.CONTINUATION, 0, 1, piece));
			}
			client.wire().send(flood.toByteArray());
			assertThat(client.awaitError()).isEqualTo(CALM);
			assertThat(server.statistics().http2Floods(Http2Flood.CONTINUATIONS)).isEqualTo(1);
		}
	}

	/** CVE-2019-9511: a window of a byte at a time. */
	@Test
	void endsAConnectionThatTakesAResponseByteByByte() throws IOException {
		try (TestServer server = TestServer.start(TestServer.options().http2(OPTIONS),
				(exchange) -> exchange.end("x".repeat(10_000))); Http2Client client = connect(server)) {
			client.stopReading().setting(Http2Client.INITIAL_WINDOW_SIZE, 0).get(1, "/");
			client.await(Http2Client.HEADERS);
			for (int i = 0; i <= MAX_CONTROLS; i++) {
				client.window(1, 1);
			}
			assertThat(client.awaitError()).isEqualTo(CALM);
			client.wire().hangUp();
			server.awaitIdle();
		}
	}

	@Test
	void takesWhatIsNotThePrefaceForHttp11() throws IOException {
		List<String> wrong = List.of("no preface at all, but long enough", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\r");
		for (String bytes : wrong) {
			try (TestServer server = start(); Http2Client client = Http2Client.silent(server.connect())) {
				client.wire().send(bytes);
				assertThat(client.wire().readAll()).startsWith("HTTP/1.1 ");
			}
		}
	}

}
