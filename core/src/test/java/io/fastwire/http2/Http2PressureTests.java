/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.http.RequestHandler;
import io.fastwire.server.Transport;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What one client can make the server hold for it (RFC 9113 section 10.5). */
@ExtendWith(LeakFree.class)
class Http2PressureTests {

	private static final int WINDOW = 65_535;

	private static final int SMALL_RECEIVE_BYTES = 32 * 1024;

	private static TestServer start(RequestHandler handler) {
		return TestServer.start(TestServer.options().http2(Http2Options.DEFAULTS), handler);
	}

	private static Http2Client connect(TestServer server) throws IOException {
		return Http2Client.over(server.connect());
	}

	@Test
	void forgetsStreamsThatAreResetWhileTheyWaitForTheWindowOfTheConnection() throws IOException {
		List<WeakReference<Exchange>> exchanges = new CopyOnWriteArrayList<>();
		try (TestServer server = start((exchange) -> {
			exchanges.add(new WeakReference<>(exchange));
			exchange.end("x".repeat(100_000));
		}); Http2Client client = connect(server).stopReading()) {
			client.get(1, "/").get(3, "/").get(5, "/");
			client.await((frame) -> frame.type() == Http2Client.HEADERS && frame.stream() == 5);
			client.cancel(1).cancel(3).cancel(5);
			TestServer.await("the streams are forgotten", () -> {
				System.gc();
				return exchanges.stream().allMatch((exchange) -> exchange.get() == null);
			});
			assertThat(exchanges).hasSize(3);
			assertThat(server.statistics().http2ResetsByClient()).isEqualTo(3);
		}
	}

	/** Many connections are idle for long behind a single request. */
	@Test
	void forgetsTheFieldsOfAnIdleConnection() throws IOException {
		List<WeakReference<Object>> values = new CopyOnWriteArrayList<>();
		try (TestServer server = start((exchange) -> {
			if (exchange.target().path().equals("/large")) {
				values.add(new WeakReference<>(exchange.headers().get("x")));
			}
			exchange.end("done");
		}); Http2Client idle = connect(server); Http2Client other = connect(server)) {
			idle.request(1, true, "GET", "/large", "x", "v".repeat(6000));
			assertThat(idle.response(1).text()).isEqualTo("done");
			// The loop keeps what it has read last.
			assertThat(other.get(1, "/").response(1).text()).isEqualTo("done");
			TestServer.await("the value is forgotten", () -> {
				System.gc();
				return values.get(0).get() == null;
			});
			assertThat(idle.get(3, "/").response(3).text()).isEqualTo("done");
		}
	}

	/** No window bounds heads, so that only the socket tells whether the client reads. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void startsNoRequestsWhileNobodyReadsTheAnswers(boolean halfClosed) throws IOException {
		int requests = 3000;
		AtomicLong pending = new AtomicLong();
		AtomicLong number = new AtomicLong();
		try (TestServer server = start((exchange) -> {
			pending.accumulateAndGet(((Http2Exchange) exchange).unsentBytesOfConnection(), Math::max);
			exchange.responseHeaders().add("X", number.incrementAndGet() + "x".repeat(4000));
			exchange.end();
		}); Http2Client client = Http2Client.over(WireClient.connect(server.port(), null, SMALL_RECEIVE_BYTES))) {
			for (int i = 0; i < requests; i++) {
				client.request(2 * i + 1, true, "HEAD", "/");
			}
			if (halfClosed) {
				client.wire().shutdownOutput();
			}
			for (int answers = 0; answers < requests;) {
				Http2Client.Frame frame = halfClosed ? client.read() : client.next();
				if (frame.type() == Http2Client.HEADERS) {
					answers++;
				}
			}
			assertThat(pending.get()).isLessThan(256 * 1024);
			assertThat(number).hasValue(requests);
		}
	}

	/**
	 * A flush of the application, when all frames that could be read have been, makes
	 * room for the next one.
	 */
	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void readsOnWhenTheEndOfAReadItselfMakesRoom(Transport transport) throws IOException {
		int length = 100_000;
		try (TestServer server = TestServer
			.start(TestServer.options().transport(transport).http2(Http2Options.DEFAULTS), (exchange) -> {
				switch (exchange.target().path()) {
					case "/flushes" -> flushWhatIsReceived(exchange);
					case "/large" -> exchange.end("x".repeat(length));
					default -> exchange.end("done");
				}
			}); Http2Client client = connect(server)) {
			client.setting(Http2Client.INITIAL_WINDOW_SIZE, 4 * length).window(0, 4 * length);
			client.frame(Http2Client.PING, 0, 0, new byte[8]).await(Http2Client.PING);
			ByteArrayOutputStream read = new ByteArrayOutputStream();
			read.writeBytes(head(client, 1, "POST", "/flushes"));
			read.writeBytes(Http2Client.bytes(Http2Client.DATA, 0, 1, (byte) 'a'));
			read.writeBytes(head(client, 3, "GET", "/large"));
			read.writeBytes(head(client, 5, "GET", "/small"));
			client.wire().send(read.toByteArray());
			assertThat(client.response(5).text()).isEqualTo("done");
			assertThat(client.response(3).body()).hasSize(length);
			assertThat(client.data(1, true, "b").response(1).text()).isEqualTo("ab");
		}
	}

	private static byte[] head(Http2Client client, int stream, String method, String path) {
		int flags = Http2Client.END_HEADERS | (method.equals("GET") ? Http2Client.END_STREAM : 0);
		return Http2Client.bytes(Http2Client.HEADERS, flags, stream,
				client.block(":method", method, ":scheme", "http", ":path", path, ":authority", "t"));
	}

	private static void flushWhatIsReceived(Exchange exchange) {
		exchange.receive(new BodyListener() {

			@Override
			public void onData(ByteBuf data) {
				exchange.write(data);
				exchange.flush();
			}

			@Override
			public void onComplete(Headers trailers) {
				exchange.end();
			}

			@Override
			public void onFailure(Throwable cause) {
				// the connection has gone
			}

		});
		exchange.request(Long.MAX_VALUE);
	}

	/** Its streams still have the window that RFC 9113 section 6.9.2 begins with. */
	@Test
	void boundsTheStreamsOfAClientThatHasNotAcknowledgedTheSettings() throws IOException {
		HttpLimits limits = HttpLimits.builder().maxBufferedBytes(10_000).build();
		byte[] fifth = new byte[WINDOW / 5];
		try (TestServer server = TestServer.start(TestServer.options().limits(limits).http2(Http2Options.DEFAULTS),
				(exchange) -> {
				}); Http2Client client = connect(server)) {
			for (int stream = 1; stream <= 3; stream += 2) {
				client.request(stream, false, "POST", "/");
				for (int i = 0; i < 5; i++) {
					client.frame(Http2Client.DATA, 0, stream, fifth);
				}
			}
			client.data(3, false, "x");
			assertThat(client.response(3).reset()).isEqualTo((int) Http2Error.FLOW_CONTROL_ERROR.code());
			assertThat(server.statistics().http2ResetsByServer()).isEqualTo(1);
		}
	}

	/** Windows of streams let nothing leave while that of the connection is closed. */
	@Test
	void givesUpAStreamWhoseClientOpensTheWrongWindow() throws IOException {
		HttpTimeouts timeouts = HttpTimeouts.builder().write(Duration.ofMillis(500)).build();
		try (TestServer server = TestServer.start(TestServer.options().timeouts(timeouts).http2(Http2Options.DEFAULTS),
				(exchange) -> {
					exchange.end("x".repeat(100_000));
				}); Http2Client client = connect(server).stopReading()) {
			client.get(1, "/");
			TestServer.await("the stream is reset", () -> {
				open(client);
				return server.statistics().http2ResetsByServer() == 1;
			});
			assertThat(client.response(1).reset()).isEqualTo((int) Http2Error.CANCEL.code());
		}
	}

	private static void open(Http2Client client) {
		try {
			client.window(1, 1);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
