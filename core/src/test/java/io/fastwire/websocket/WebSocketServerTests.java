/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Router;
import io.fastwire.server.Transport;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Sessions on sockets. */
@ExtendWith(LeakFree.class)
class WebSocketServerTests {

	private final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();

	private final WebSocketListener listener = new EchoListener() {

		@Override
		public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
			closed.add(code);
		}

	};

	private TestServer start(Transport transport) {
		return TestServer.start(transport,
				Router.builder().get("/ws", WebSocketRoute.of(WebSocketOptions.DEFAULTS, () -> listener)).build());
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void lostClientsAreToldOnceAs1006(Transport transport) throws Exception {
		try (TestServer server = start(transport)) {
			for (int i = 0; i < 30; i++) {
				WireSocket socket = WireSocket.open(server.port(), "/ws");
				socket.send("x").read();
				if (i % 2 == 0) {
					socket.client().reset();
				}
				else {
					socket.client().hangUp();
				}
				assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(1006);
			}
			server.awaitIdle();
			assertThat(closed).isEmpty();
			assertThat(server.statistics().webSocket().closes(1006)).isEqualTo(30);
			assertThat(server.statistics().webSocket().sessionsActive()).isZero();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void clientThatBreaksTheProtocolCanReadWhyAlthoughItGoesOnSending(Transport transport) throws Exception {
		try (TestServer server = start(transport)) {
			for (int i = 0; i < 10; i++) {
				try (WireSocket socket = WireSocket.open(server.port(), "/ws")) {
					socket.send(WireFrame.of(2, new byte[70_000]), WireFrame.text("late"));
					List<WireFrame> frames = socket.readAll();
					assertThat(frames).hasSize(1);
					assertThat(frames.get(0).closeCode()).isEqualTo(1009);
				}
				assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(1009);
			}
			server.awaitIdle();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void gracefulShutdownSaysGoingAwayAndCallsBackBeforeItIsDone(Transport transport) throws Exception {
		try (TestServer server = start(transport)) {
			List<WireSocket> sockets = new ArrayList<>();
			for (int i = 0; i < 20; i++) {
				sockets.add(WireSocket.open(server.port(), "/ws"));
			}
			List<String> order = new CopyOnWriteArrayList<>();
			BlockingQueue<Boolean> done = new LinkedBlockingQueue<>();
			server.server().shutdownGracefully((graceful) -> {
				order.add(closed.size() + " closed");
				done.add(graceful);
			});
			for (WireSocket socket : sockets) {
				assertThat(socket.read()).isEqualTo(WireFrame.close(1001, ""));
				socket.send(WireFrame.close(1001, ""));
				assertThat(socket.read()).isNull();
				socket.close();
			}
			assertThat(done.poll(20, TimeUnit.SECONDS)).isTrue();
			assertThat(order).containsExactly("20 closed");
			assertThat(closed).containsOnly(1001);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void stopEndsSessionsAndTellsThemBeforeItReturns(Transport transport) throws Exception {
		TestServer server = start(transport);
		try (WireSocket first = WireSocket.open(server.port(), "/ws");
				WireSocket second = WireSocket.open(server.port(), "/ws")) {
			first.send("x").read();
			second.send("x").read();
			server.close();
			assertThat(closed).containsExactly(1006, 1006);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void endIsNeverToldWithinTheCallThatBringsIt(Transport transport) throws Exception {
		BlockingQueue<Integer> toldWithin = new LinkedBlockingQueue<>();
		WebSocketListener ending = new WebSocketListener() {

			@Override
			public void onText(WebSocketSession session, String text) {
				if (text.equals("abort")) {
					session.abort();
				}
				else {
					session.close(1000, "");
				}
				toldWithin.add(closed.size());
			}

			@Override
			public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
				closed.add(code);
			}

		};
		Router router = Router.builder().get("/ws", WebSocketRoute.of(WebSocketOptions.DEFAULTS, () -> ending)).build();
		try (TestServer server = TestServer.start(transport, router);
				WireSocket aborted = WireSocket.open(server.port(), "/ws")) {
			aborted.send("abort");
			assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(1006);
			assertThat(toldWithin.poll(20, TimeUnit.SECONDS)).isZero();
			try (WireSocket left = WireSocket.open(server.port(), "/ws")) {
				left.send(WireFrame.text("close"), WireFrame.close(1000, ""));
				assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(1000);
				assertThat(toldWithin.poll(20, TimeUnit.SECONDS)).isZero();
			}
		}
	}

	@Test
	void countersAreExact() throws Exception {
		try (TestServer server = start(Transport.AUTO)) {
			try (WireSocket socket = WireSocket.open(server.port(), "/ws")) {
				for (int i = 0; i < 10; i++) {
					socket.send(WireFrame.text("12345"), WireFrame.of(9, new byte[3]), new WireFrame(0x02, new byte[2]),
							WireFrame.of(0, new byte[3]));
					socket.read();
					socket.read();
					socket.read();
				}
				WebSocketStatistics statistics = server.statistics().webSocket();
				assertThat(statistics.sessionsActive()).isEqualTo(1);
				assertThat(statistics.messagesReceived()).isEqualTo(20);
				assertThat(statistics.messagesSent()).isEqualTo(20);
				assertThat(statistics.bytesReceived()).isEqualTo(100);
				assertThat(statistics.bytesSent()).isEqualTo(100);
				socket.send(WireFrame.close(4321, ""));
				assertThat(socket.read()).isEqualTo(WireFrame.close(4321, ""));
			}
			server.awaitIdle();
			WebSocketStatistics statistics = server.statistics().webSocket();
			assertThat(statistics.sessionsOpened()).isEqualTo(1);
			assertThat(statistics.sessionsActive()).isZero();
			assertThat(statistics.closes(0)).isEqualTo(1);
			assertThat(statistics.closes(1000)).isZero();
			assertThat(statistics.pendingBytes()).isZero();
		}
	}

	@Test
	void messagesOfManyTurnsLeaveInFewSystemCalls() throws Exception {
		try (TestServer server = start(Transport.AUTO);
				WireClient wire = server.connect();
				WireSocket socket = WireSocket.open(wire, "/ws", "")) {
			WireFrame[] frames = new WireFrame[200];
			Arrays.fill(frames, WireFrame.text("0123456789"));
			long hits = server.statistics().poolHits();
			socket.send(frames);
			for (WireFrame frame : frames) {
				assertThat(socket.read()).isEqualTo(frame);
			}
			assertThat(server.statistics().poolHits() - hits).isLessThan(60);
		}
	}

}
