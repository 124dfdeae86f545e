/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.Rejection;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.Http2Client.Frame;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.netty.handler.codec.http2.Http2Error;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Time and the end of connections: idle ones, slow ones, and a server that shuts down.
 */
@ExtendWith(LeakFree.class)
class Http2LifecycleTests {

	private static final Duration SHORT = Duration.ofMillis(500);

	private static TestServer start(HttpTimeouts.Builder timeouts, RequestHandler handler) {
		return TestServer.start(TestServer.options().timeouts(timeouts.build()).http2(Http2Options.DEFAULTS), handler);
	}

	private static TestServer start(RequestHandler handler) {
		return start(HttpTimeouts.builder(), handler);
	}

	private static Http2Client connect(TestServer server) throws IOException {
		return Http2Client.over(server.connect());
	}

	private static Frame goAway(Http2Client client) throws IOException {
		return client.await(Http2Client.GOAWAY);
	}

	@Test
	void saysGoodbyeToAnIdleClient() throws IOException {
		try (TestServer server = start(HttpTimeouts.builder().idle(SHORT), Exchange::end);
				Http2Client client = connect(server)) {
			client.get(1, "/").response(1);
			Frame frame = goAway(client);
			assertThat(frame.number(0)).isEqualTo(1);
			assertThat(frame.number(4)).isZero();
			assertThat(client.wire().atEnd()).isTrue();
		}
	}

	/** Which takes 5 s. The fields that a loop has read last are its own. */
	@Test
	void forgetsTheLastRequestOfAClientThatRests() throws IOException {
		List<WeakReference<Headers>> seen = new CopyOnWriteArrayList<>();
		try (TestServer server = TestServer.start(TestServer.options().eventLoops(1).http2(Http2Options.DEFAULTS),
				(exchange) -> {
					seen.add(new WeakReference<>(exchange.headers()));
					exchange.end("" + exchange.headers().get("x"));
				}); Http2Client client = connect(server); Http2Client other = connect(server)) {
			client.request(1, true, "GET", "/", "x", "y");
			assertThat(client.response(1).text()).isEqualTo("y");
			other.get(1, "/").response(1);
			Awaitility.await("the request is forgotten").pollInterval(Duration.ofMillis(500)).until(() -> {
				System.gc();
				return seen.get(0).get() == null;
			});
			client.request(3, true, "GET", "/", "x", "y");
			assertThat(client.response(3).text()).isEqualTo("y");
		}
	}

	@Test
	void endsAConnectionThatSaysNothingAtFirst() throws IOException {
		try (TestServer server = start(HttpTimeouts.builder().firstRequest(SHORT), Exchange::end);
				Http2Client client = Http2Client.silent(server.connect())) {
			assertThat(client.wire().atEnd()).isTrue();
		}
	}

	@Test
	void doesNotCallAStreamInProgressIdle() throws IOException {
		List<Exchange> waiting = new CopyOnWriteArrayList<>();
		try (TestServer server = start(HttpTimeouts.builder().idle(SHORT), waiting::add);
				Http2Client client = connect(server);
				Http2Client other = connect(server)) {
			client.get(1, "/");
			goAway(other);
			waiting.get(0).execute(() -> waiting.get(0).end("there"));
			assertThat(client.response(1).text()).isEqualTo("there");
		}
	}

	@Test
	void endsAConnectionWhosePrefaceOrHeadDrips() throws IOException {
		try (TestServer server = start(HttpTimeouts.builder().head(SHORT), Exchange::end);
				Http2Client preface = Http2Client.silent(server.connect());
				Http2Client block = connect(server);
				Http2Client frame = connect(server)) {
			// What a client acknowledges would end what is incomplete.
			block.await(Http2Client.SETTINGS);
			frame.await(Http2Client.SETTINGS);
			preface.wire().send("PRI * HTTP/2.0");
			assertThat(preface.wire().atEnd()).isTrue();
			block.frame(Http2Client.HEADERS, Http2Client.END_STREAM, 1, block.block(":method", "GET"));
			assertThat(block.awaitError()).isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
			frame.wire().send(new byte[] { 0, 0, 8, Http2Client.PING, 0 });
			assertThat(frame.awaitError()).isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
			assertThat(server.statistics().rejections(Rejection.HEAD_TIMEOUT)).isEqualTo(2);
		}
	}

	@Test
	void endsAConnectionThatDoesNotAcknowledgeTheSettings() throws IOException {
		try (TestServer server = start(HttpTimeouts.builder().head(SHORT), Exchange::end);
				Http2Client client = connect(server)) {
			Frame frame = client.read();
			while (frame.type() != Http2Client.GOAWAY) {
				frame = client.read();
			}
			assertThat(frame.number(4)).isEqualTo((int) Http2Error.SETTINGS_TIMEOUT.code());
		}
	}

	/** RFC 9113 section 6.8: a client may have sent what it named again elsewhere. */
	@Test
	void neverNamesALaterLastStreamThanBefore() throws IOException {
		List<Exchange> waiting = new CopyOnWriteArrayList<>();
		try (TestServer server = start(waiting::add); Http2Client client = connect(server)) {
			client.get(1, "/");
			TestServer.await("the request has begun", () -> waiting.size() == 1);
			server.server().shutdownGracefully((done) -> {
			});
			assertThat(goAway(client).number(0)).isEqualTo(Integer.MAX_VALUE);
			assertThat(goAway(client).number(0)).isEqualTo(1);
			client.get(5, "/").data(0, false, "x");
			assertThat(goAway(client).number(0)).isEqualTo(1);
		}
	}

	@Test
	void answers408ToABodyThatTricklesAndLetsOthersLive() throws IOException {
		try (TestServer server = start(HttpTimeouts.builder().bodyWindow(SHORT), (exchange) -> {
			if (exchange.contentLength() == 0) {
				exchange.end("alive");
			}
			else {
				BodyCollector.collect(exchange, 1000, exchange::end);
			}
		}); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/", "content-length", "1000").data(1, false, "x");
			assertThat(client.response(1).status()).isEqualTo(408);
			assertThat(client.response(1).reset()).isZero();
			assertThat(server.statistics().rejections(Rejection.BODY_TIMEOUT)).isEqualTo(1);
			assertThat(client.get(3, "/").response(3).text()).isEqualTo("alive");
		}
	}

	/** Its window is used up, and it is the application that opens it. */
	@Test
	void doesNotBlameTheClientForABodyThatNobodyReceives() throws IOException {
		try (TestServer server = start(HttpTimeouts.builder().bodyWindow(SHORT), (exchange) -> {
			exchange.request(Long.MAX_VALUE);
			exchange.eventLoop().schedule(() -> exchange.end("patient"), 5, TimeUnit.SECONDS);
		}); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/");
			for (int i = 0; i < 4; i++) {
				client.frame(Http2Client.DATA, 0, 1, new byte[16_384]);
			}
			assertThat(client.response(1).text()).isEqualTo("patient");
			assertThat(server.statistics().rejections(Rejection.BODY_TIMEOUT)).isZero();
		}
	}

	/** The frame takes longer than the time in which some of it must come. */
	@Test
	void waitsForALargeFrameThatComesSlowlyButFastEnough() throws Exception {
		byte[] frame = Http2Client.bytes(Http2Client.DATA, Http2Client.END_STREAM, 1, new byte[16_000]);
		int pieces = 30;
		try (TestServer server = start(HttpTimeouts.builder().bodyWindow(Duration.ofSeconds(2)).bodyBytesPerWindow(100),
				(exchange) -> BodyCollector.collect(exchange, 20_000, (body) -> exchange.end("all")));
				Http2Client client = connect(server)) {
			client.await(Http2Client.SETTINGS);
			client.request(1, false, "POST", "/");
			for (int i = 0; i < pieces; i++) {
				int from = frame.length * i / pieces;
				client.wire().send(Arrays.copyOfRange(frame, from, frame.length * (i + 1) / pieces));
				// The passing of time is what this is about.
				Thread.sleep(200);
			}
			assertThat(client.response(1).text()).isEqualTo("all");
			assertThat(server.statistics().rejections(Rejection.BODY_TIMEOUT)).isZero();
		}
	}

	@Test
	void givesUpAStreamWhoseClientDoesNotRead() throws IOException {
		AtomicReference<Throwable> aborted = new AtomicReference<>();
		try (TestServer server = start(HttpTimeouts.builder().write(SHORT), (exchange) -> {
			if (exchange.target().path().equals("/large")) {
				exchange.onAbort(aborted::set);
				exchange.write("x".repeat(100_000));
			}
			else {
				exchange.end("alive");
			}
		}); Http2Client client = connect(server).stopReading()) {
			client.get(1, "/large");
			assertThat(client.response(1).reset()).isEqualTo((int) Http2Error.CANCEL.code());
			assertThat(aborted.get()).hasMessageContaining("did not read");
			client.window(0, 1 << 20);
			assertThat(client.get(3, "/").response(3).text()).isEqualTo("alive");
		}
	}

	@Test
	void letsStreamsFinishWhenItShutsDown() throws IOException {
		List<Exchange> waiting = new CopyOnWriteArrayList<>();
		List<String> told = new CopyOnWriteArrayList<>();
		AtomicReference<Boolean> done = new AtomicReference<>();
		try (TestServer server = start((exchange) -> {
			exchange.onShutdown(() -> told.add(exchange.target().path()));
			waiting.add(exchange);
		}); Http2Client client = connect(server)) {
			client.get(1, "/1");
			TestServer.await("the request has begun", () -> waiting.size() == 1);
			server.server().shutdownGracefully(done::set);
			assertThat(goAway(client).number(0)).isEqualTo(Integer.MAX_VALUE);
			Frame ping = client.await(Http2Client.PING);
			client.get(3, "/3");
			client.frame(Http2Client.PING, Http2Client.ACK, 0, ping.payload());
			assertThat(goAway(client).number(0)).isEqualTo(3);
			client.get(5, "/5");
			assertThat(told).containsExactly("/1", "/3");
			waiting.forEach((exchange) -> exchange.execute(() -> exchange.end("done")));
			assertThat(client.response(1).text()).isEqualTo("done");
			assertThat(client.response(3).text()).isEqualTo("done");
			assertThat(client.wire().atEnd()).isTrue();
			client.wire().hangUp();
			TestServer.await("the shutdown is done", () -> done.get() != null);
			assertThat(done.get()).isTrue();
			assertThat(waiting).hasSize(2);
		}
	}

	@Test
	void shutsDownAlthoughAClientDoesNotAnswer() throws IOException {
		AtomicReference<Boolean> done = new AtomicReference<>();
		try (TestServer server = start(Exchange::end); Http2Client client = connect(server)) {
			client.get(1, "/").response(1);
			server.server().shutdownGracefully(done::set);
			assertThat(goAway(client).number(0)).isEqualTo(Integer.MAX_VALUE);
			assertThat(goAway(client).number(0)).isEqualTo(1);
			TestServer.await("the shutdown is done", () -> done.get() != null);
			assertThat(done.get()).isTrue();
		}
	}

	@Test
	void closesAConnectionThatHasNotSaidItsVersionWhenItShutsDown() throws IOException {
		AtomicReference<Boolean> done = new AtomicReference<>();
		try (TestServer server = start(Exchange::end); Http2Client client = Http2Client.silent(server.connect())) {
			client.wire().send("PRI * H");
			TestServer.await("the connection is there", () -> server.statistics().connectionsActive() == 1);
			server.server().shutdownGracefully(done::set);
			TestServer.await("the shutdown is done", () -> done.get() != null);
			assertThat(done.get()).isTrue();
		}
	}

	@Test
	void stopsWithStreamsInProgress() throws IOException {
		List<Throwable> aborted = new CopyOnWriteArrayList<>();
		try (TestServer server = start((exchange) -> {
			exchange.onAbort(aborted::add);
			exchange.write("x".repeat(100_000));
		}); Http2Client client = connect(server).stopReading()) {
			client.get(1, "/").get(3, "/");
			client.await((frame) -> frame.type() == Http2Client.HEADERS && frame.stream() == 3);
			server.server().stop();
			TestServer.await("both are told", () -> aborted.size() == 2);
		}
	}

}
