/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.BodySkipper;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** Windows in both directions (RFC 9113 section 5.2). */
@ExtendWith(LeakFree.class)
class Http2FlowTests {

	private static final int WINDOW = 65_535;

	private static TestServer start(RequestHandler handler) {
		return TestServer.start(TestServer.options().http2(Http2Options.DEFAULTS), handler);
	}

	private static Http2Client connect(TestServer server) throws IOException {
		return Http2Client.over(server.connect());
	}

	@Test
	void tellsTheApplicationWhenToWaitAndWhenToGoOn() throws IOException {
		AtomicInteger pieces = new AtomicInteger();
		int wanted = 100;
		try (TestServer server = start((exchange) -> fill(exchange, pieces, wanted));
				Http2Client client = connect(server).stopReading()) {
			client.get(1, "/");
			int received = 0;
			while (received < WINDOW) {
				received += client.await(Http2Client.DATA).payload().length;
			}
			int held = pieces.get();
			assertThat(held).isLessThan(wanted / 2);
			client.window(0, 1 << 24).window(1, 1 << 24);
			assertThat(client.response(1).body()).hasSize(wanted * 10_000 - received);
		}
	}

	/** Writes while it may, then when it may again. */
	private static void fill(Exchange exchange, AtomicInteger pieces, int wanted) {
		exchange.onWritable(() -> fill(exchange, pieces, wanted));
		while (exchange.writable() && pieces.get() < wanted) {
			pieces.incrementAndGet();
			exchange.write(new byte[10_000], 0, 10_000);
		}
		if (pieces.get() == wanted && !exchange.ended()) {
			exchange.end();
		}
	}

	@Test
	void letsOtherStreamsPassOneWhoseWindowIsClosed() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end("x".repeat(100_000)));
				Http2Client client = connect(server).stopReading()) {
			client.get(1, "/").window(0, 1 << 24);
			int received = 0;
			while (received < WINDOW) {
				received += client.await(Http2Client.DATA).payload().length;
			}
			client.get(3, "/").window(3, 1 << 20);
			assertThat(client.response(3).body()).hasSize(100_000);
			client.window(1, 1 << 20);
			assertThat(client.response(1).body()).hasSize(100_000 - received);
		}
	}

	@Test
	void letsStreamsShareTheWindowOfTheConnection() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end("x".repeat(60_000)));
				Http2Client client = connect(server).stopReading()) {
			client.get(1, "/").get(3, "/").get(5, "/");
			int received = 0;
			while (received < WINDOW) {
				received += client.await(Http2Client.DATA).payload().length;
			}
			assertThat(received).isEqualTo(WINDOW);
			client.window(0, 1 << 20);
			while (received < 180_000) {
				received += client.await(Http2Client.DATA).payload().length;
			}
			assertThat(client.get(7, "/").window(7, 1 << 20).response(7).body()).hasSize(60_000);
		}
	}

	private static void awaitAck(Http2Client client) throws IOException {
		client.await((frame) -> frame.type() == Http2Client.SETTINGS && frame.has(Http2Client.ACK));
	}

	@Test
	void obeysASmallerWindowAtOnce() throws IOException {
		List<Exchange> waiting = new CopyOnWriteArrayList<>();
		try (TestServer server = start(waiting::add); Http2Client client = connect(server).stopReading()) {
			client.get(1, "/").setting(Http2Client.INITIAL_WINDOW_SIZE, 5);
			awaitAck(client);
			awaitAck(client);
			waiting.get(0).execute(() -> waiting.get(0).end("0123456789"));
			assertThat(client.await(Http2Client.DATA).payload()).hasSize(5);
			client.window(1, 5);
			assertThat(client.await(Http2Client.DATA).payload()).isEqualTo(new byte[] { '5', '6', '7', '8', '9' });
		}
	}

	@Test
	void opensTheWindowOfAStreamOnlyAsTheApplicationTakesIt() throws IOException {
		List<Exchange> waiting = new CopyOnWriteArrayList<>();
		byte[] half = new byte[16_000];
		try (TestServer server = start((exchange) -> {
			if (exchange.contentLength() == 0) {
				exchange.end("other");
			}
			else {
				waiting.add(exchange);
			}
		}); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/");
			for (int i = 0; i < 4; i++) {
				client.frame(Http2Client.DATA, 0, 1, half);
			}
			// What the first stream holds back is in nobody's way.
			assertThat(client.get(3, "/").response(3).text()).isEqualTo("other");
			Exchange exchange = waiting.get(0);
			exchange.execute(() -> {
				exchange.receive(new BodySkipper((trailers) -> exchange.end("done"), exchange::abort));
				exchange.request(Long.MAX_VALUE);
			});
			int opened = 0;
			while (opened < 32_000) {
				opened += client.await((frame) -> frame.type() == Http2Client.WINDOW_UPDATE && frame.stream() == 1)
					.number(0);
			}
			assertThat(client.data(1, true, "x").response(1).text()).isEqualTo("done");
		}
	}

	@Test
	void resetsAStreamThatSendsMoreThanItsWindow() throws IOException {
		HttpLimits limits = HttpLimits.builder().maxBufferedBytes(10_000).build();
		try (TestServer server = TestServer.start(TestServer.options().limits(limits).http2(Http2Options.DEFAULTS),
				(exchange) -> {
					if (exchange.contentLength() == 0) {
						exchange.end();
					}
				}); Http2Client client = connect(server)) {
			client.await((frame) -> frame.type() == Http2Client.SETTINGS && !frame.has(Http2Client.ACK));
			client.get(1, "/").response(1);
			client.request(3, false, "POST", "/").frame(Http2Client.DATA, 0, 3, new byte[10_001]);
			assertThat(client.response(3).reset()).isEqualTo((int) Http2Error.FLOW_CONTROL_ERROR.code());
			assertThat(client.get(5, "/").response(5).status()).isEqualTo(200);
		}
	}

}
