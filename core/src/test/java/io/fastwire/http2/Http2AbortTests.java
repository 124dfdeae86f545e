/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.BodySkipper;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Exchanges that do not end well, and those that end before their request. */
@ExtendWith(LeakFree.class)
class Http2AbortTests {

	private final List<Throwable> aborted = new CopyOnWriteArrayList<>();

	private static TestServer start(RequestHandler handler) {
		return TestServer.start(TestServer.options().http2(Http2Options.DEFAULTS), handler);
	}

	private static Http2Client connect(TestServer server) throws IOException {
		return Http2Client.over(server.connect());
	}

	/** Writes more than the windows let out, so that something waits in the stream. */
	private void stream(Exchange exchange) {
		exchange.onAbort(aborted::add);
		exchange.write("x".repeat(100_000));
	}

	@Test
	void tellsOfAStreamThatTheClientResets() throws IOException {
		try (TestServer server = start(this::stream); Http2Client client = connect(server).stopReading()) {
			client.get(1, "/");
			client.await(Http2Client.DATA);
			client.cancel(1);
			TestServer.await("the abort is told", () -> !aborted.isEmpty());
			assertThat(aborted).singleElement()
				.isInstanceOf(AbortedException.class)
				.hasToString("io.fastwire.http.AbortedException: Stream reset by the client: CANCEL");
			assertThat(server.statistics().requestsAborted()).isEqualTo(1);
			assertThat(server.statistics().connectionsActive()).isEqualTo(1);
		}
	}

	@Test
	void tellsAllStreamsOfAConnectionThatEnds() throws IOException {
		try (TestServer server = start(this::stream)) {
			try (Http2Client client = connect(server).stopReading()) {
				client.get(1, "/").get(3, "/");
				client.await((frame) -> frame.type() == Http2Client.HEADERS && frame.stream() == 3);
			}
			TestServer.await("both aborts are told", () -> aborted.size() == 2);
			assertThat(aborted).allMatch(AbortedException.class::isInstance);
			server.awaitIdle();
		}
	}

	@Test
	void answers500IfTheHandlerFailsBeforeTheHead() throws IOException {
		try (CapturedLog log = CapturedLog.startQuietly(); TestServer server = start((exchange) -> {
			throw new IllegalStateException("wanted");
		}); Http2Client client = connect(server)) {
			assertThat(client.get(1, "/").response(1).status()).isEqualTo(500);
			assertThat(client.request(3, false, "POST", "/").response(3).status()).isEqualTo(500);
			assertThat(client.get(5, "/").response(5).status()).isEqualTo(500);
			assertThat(log.visible()).hasSize(3).allMatch((line) -> line.contains("The handler of"));
		}
	}

	@Test
	void cutsAResponseOffIfTheHandlerFailsBehindTheHead() throws IOException {
		try (CapturedLog log = CapturedLog.startQuietly(); TestServer server = start((exchange) -> {
			exchange.write("some");
			throw new IllegalStateException("wanted");
		}); Http2Client client = connect(server)) {
			assertThat(client.get(1, "/").response(1).reset()).isEqualTo((int) Http2Error.INTERNAL_ERROR.code());
			assertThat(client.get(3, "/").response(3).reset()).isEqualTo((int) Http2Error.INTERNAL_ERROR.code());
			assertThat(log.visible()).hasSize(2);
		}
	}

	@Test
	void answers500IfAFieldCannotBeSent() throws IOException {
		try (CapturedLog log = CapturedLog.startQuietly(); TestServer server = start((exchange) -> {
			exchange.responseHeaders().add("X", exchange.target().path().equals("/lf") ? "a\nb" : "\u007F");
			exchange.end("x");
		}); Http2Client client = connect(server)) {
			assertThat(client.get(1, "/lf").response(1).status()).isEqualTo(500);
			assertThat(client.get(3, "/delete").response(3).status()).isEqualTo(500);
			assertThat(log.visible()).hasSize(2);
		}
	}

	private static TestServer startDrainingLittle(RequestHandler handler) {
		HttpLimits limits = HttpLimits.builder().maxDrainBytes(64 * 1024).build();
		return TestServer.start(TestServer.options().limits(limits).http2(Http2Options.DEFAULTS), handler);
	}

	/**
	 * Case N07: a hundred uploads of 1 MB at once, each sent until its stream ends. The
	 * answer arrives whole, and only its stream ends.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void answersBeforeTheBodyIsRead(boolean lengthKnown) throws IOException {
		byte[] piece = new byte[16_000];
		try (TestServer server = startDrainingLittle((exchange) -> exchange.status(401).end("no"));
				Http2Client client = connect(server)) {
			String[] length = lengthKnown ? new String[] { "content-length", "1000000" } : new String[0];
			for (int stream = 1; stream < 200; stream += 2) {
				client.request(stream, false, "POST", "/", length).frame(Http2Client.DATA, 0, stream, piece);
			}
			for (int stream = 1; stream < 200; stream += 2) {
				Http2Client.Response response = client.response(stream);
				assertThat(response.status()).isEqualTo(401);
				assertThat(response.text()).isEqualTo("no");
				for (int i = 0; !lengthKnown && i < 5; i++) {
					client.frame(Http2Client.DATA, 0, stream, piece);
				}
				assertThat(client.response(stream).reset()).isEqualTo((int) Http2Error.NO_ERROR.code());
			}
			assertThat(client.get(201, "/").response(201).text()).isEqualTo("no");
			assertThat(server.statistics().http2ConnectionErrors()).isZero();
		}
	}

	@Test
	void resetsAStreamThatGoesOnForTooLongBehindItsAnswer() throws IOException {
		byte[] piece = new byte[16_000];
		try (TestServer server = startDrainingLittle((exchange) -> exchange.end("early"));
				Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/");
			assertThat(client.response(1).text()).isEqualTo("early");
			for (int i = 0; i < 5; i++) {
				client.frame(Http2Client.DATA, 0, 1, piece);
			}
			assertThat(client.response(1).reset()).isEqualTo((int) Http2Error.NO_ERROR.code());
			client.frame(Http2Client.DATA, 0, 1, piece);
			assertThat(client.get(3, "/").response(3).text()).isEqualTo("early");
			assertThat(server.statistics().http2ResetsByServer()).isEqualTo(1);
		}
	}

	/** What became of the upload does not matter any more, but the answer does. */
	@Test
	void sendsAllOfAnAnswerAlthoughItsUploadBecomesTooLong() throws IOException {
		HttpLimits limits = HttpLimits.builder().maxBodyBytes(10).build();
		try (TestServer server = TestServer.start(TestServer.options().limits(limits).http2(Http2Options.DEFAULTS),
				(exchange) -> exchange.end("x".repeat(100_000))); Http2Client client = connect(server).stopReading()) {
			client.request(1, false, "POST", "/");
			int received = 0;
			while (received < 65_535) {
				received += client.await(Http2Client.DATA).payload().length;
			}
			client.data(1, false, "0123456789abcdef").data(1, false, "more");
			client.window(1, 1 << 20).window(0, 1 << 20);
			assertThat(client.response(1).body()).hasSize(100_000 - received);
			assertThat(client.response(1).reset()).isEqualTo((int) Http2Error.NO_ERROR.code());
			assertThat(server.statistics().rejections(Rejection.BODY_TOO_LARGE)).isEqualTo(1);
		}
	}

	@Test
	void sendsNoDataOfAnErrorWhoseHeadTheClientDoesNotTake() throws IOException {
		try (CapturedLog log = CapturedLog.startQuietly();
				TestServer server = start((exchange) -> exchange.end("x"));
				Http2Client client = connect(server).setting(Http2Client.MAX_HEADER_LIST_SIZE, 0)) {
			client.request(1, true, "GET", "/", "expect", "something");
			Http2Client.Response refused = client.response(1);
			assertThat(refused.body()).isEmpty();
			assertThat(refused.reset()).isEqualTo((int) Http2Error.INTERNAL_ERROR.code());
			assertThat(client.get(3, "/").response(3).reset()).isEqualTo((int) Http2Error.INTERNAL_ERROR.code());
			assertThat(log.visible()).isEmpty();
		}
	}

	@Test
	void tellsWhoReceivesTheBodyThatTheResponseWasFirst() throws IOException {
		AtomicReference<Throwable> failure = new AtomicReference<>();
		try (TestServer server = start((exchange) -> {
			exchange.receive(new BodySkipper((trailers) -> failure.set(new AssertionError("complete")), failure::set));
			exchange.request(1);
			exchange.end("early");
		}); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/");
			assertThat(client.response(1).text()).isEqualTo("early");
			assertThat(failure.get()).isInstanceOf(CancellationException.class);
		}
	}

	/** Room for two streams shows whether one is left behind. */
	@Test
	void closesTheStreamAlthoughWhoReceivesTheBodyFailsAtTheEndOfTheResponse() throws IOException {
		List<Exchange> waiting = new CopyOnWriteArrayList<>();
		Http2Options options = Http2Options.builder().maxConcurrentStreams(2).build();
		try (CapturedLog log = CapturedLog.startQuietly();
				TestServer server = TestServer.start(TestServer.options().http2(options), (exchange) -> {
					if (exchange.target().path().equals("/wait")) {
						waiting.add(exchange);
						exchange.receive(new BodySkipper((trailers) -> exchange.abort(new AssertionError("complete")),
								(failure) -> {
									throw new IllegalStateException("wanted");
								}));
						return;
					}
					Exchange first = waiting.remove(0);
					first.execute(() -> {
						first.end("early");
						exchange.end("later");
					});
				});
				Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/wait").data(1, true, "body").get(3, "/");
			assertThat(client.response(1).text()).isEqualTo("early");
			assertThat(client.response(3).text()).isEqualTo("later");
			assertThat(server.statistics().requestsActive()).isZero();
			assertThat(log.visible()).singleElement().asString().contains("The handler of");
			client.request(5, false, "POST", "/wait").data(5, true, "body").get(7, "/");
			assertThat(client.response(5).text()).isEqualTo("early");
			assertThat(client.response(7).text()).isEqualTo("later");
		}
	}

	@Test
	void abortsABodyWhoseClientEnds() throws IOException {
		List<Throwable> failures = new CopyOnWriteArrayList<>();
		try (TestServer server = start((exchange) -> {
			exchange.onAbort(failures::add);
			exchange.receive(new BodySkipper((trailers) -> exchange.end(), failures::add));
			exchange.request(Long.MAX_VALUE);
		}); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/").data(1, false, "x").await(Http2Client.SETTINGS);
			TestServer.await("the request has begun", () -> server.statistics().requestsActive() == 1);
			client.wire().shutdownOutput();
			TestServer.await("both are told", () -> failures.size() == 2);
			assertThat(failures).allMatch(AbortedException.class::isInstance);
			assertThatExceptionOfType(EOFException.class).isThrownBy(() -> client.await(99));
		}
	}

	@Test
	void answersWhatCameBeforeTheClientClosedItsSide() throws IOException {
		try (TestServer server = start((exchange) -> exchange.execute(() -> exchange.end("last")));
				Http2Client client = connect(server)) {
			client.stopReading().await(Http2Client.SETTINGS);
			client.get(1, "/").wire().shutdownOutput();
			assertThat(client.response(1).text()).isEqualTo("last");
			assertThat(client.wire().atEnd()).isTrue();
		}
	}

}
