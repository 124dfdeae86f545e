/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.time.Duration;

import io.fastwire.http1.WebSocketWire;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** Pings, silence and age. */
@ExtendWith(LeakFree.class)
class TimerTests {

	private static final WireFrame PING = WireFrame.of(9, new byte[0]);

	private static final WireFrame PONG = WireFrame.of(10, new byte[0]);

	private final RecordingListener listener = new RecordingListener();

	private WebSocketWire open(WebSocketOptions.Builder options) {
		return WebSocketWire.open(WebSocketRoute.of(options.build(), () -> listener));
	}

	@Test
	void pingIsSentAtEachInterval() {
		try (WebSocketWire wire = open(WebSocketOptions.builder())) {
			wire.pass(Duration.ofSeconds(29));
			assertThat(wire.frames()).isEmpty();
			wire.pass(Duration.ofSeconds(2)).send(PONG);
			assertThat(wire.frames()).containsExactly(PING);
			wire.pass(Duration.ofSeconds(30)).send(PONG);
			assertThat(wire.frames()).containsExactly(PING, PING);
			assertThat(listener.events).containsExactly("open", "pong ", "pong ");
		}
	}

	@Test
	void peerThatAnswersPingsIsNeverIdle() {
		try (WebSocketWire wire = open(WebSocketOptions.builder())) {
			for (int i = 0; i < 20; i++) {
				wire.pass(Duration.ofSeconds(31)).send(PONG);
			}
			assertThat(wire.open()).isTrue();
		}
	}

	@Test
	void anyDataCountsAsLife() {
		WebSocketOptions.Builder options = WebSocketOptions.builder()
			.pingInterval(Duration.ZERO)
			.idleTimeout(Duration.ofSeconds(10));
		try (WebSocketWire wire = open(options)) {
			byte[] frame = WireFrame.text("slowly").masked();
			for (byte b : frame) {
				wire.pass(Duration.ofSeconds(8)).send(new byte[] { b });
			}
			assertThat(listener.events).containsExactly("open", "text slowly");
			wire.pass(Duration.ofSeconds(11));
			assertThat(listener.events).endsWith("close 1006 ");
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void idleTimeDoesNotCountWhileTheApplicationDoesNotRead() {
		WebSocketOptions.Builder options = WebSocketOptions.builder()
			.pingInterval(Duration.ZERO)
			.idleTimeout(Duration.ofSeconds(10));
		try (WebSocketWire wire = open(options)) {
			listener.session().reading(false);
			wire.pass(Duration.ofMinutes(5));
			assertThat(wire.open()).isTrue();
			listener.session().reading(true);
			wire.pass(Duration.ofSeconds(9));
			assertThat(wire.open()).isTrue();
			wire.pass(Duration.ofSeconds(2));
			assertThat(wire.open()).isFalse();
		}
	}

	@Test
	void sessionIsClosedAtItsMaximumAge() {
		try (WebSocketWire wire = open(WebSocketOptions.builder().maxLifetime(Duration.ofMinutes(1)))) {
			wire.pass(Duration.ofSeconds(31)).send(PONG).pass(Duration.ofSeconds(28));
			assertThat(wire.frames()).containsExactly(PING);
			wire.send(PONG).pass(Duration.ofSeconds(2));
			assertThat(wire.lastFrame().closeCode()).isEqualTo(1001);
			wire.send(WireFrame.close(1001, ""));
			assertThat(listener.events).endsWith("close 1001 ");
		}
	}

	@Test
	void allTimesCanBeTurnedOff() {
		WebSocketOptions.Builder options = WebSocketOptions.builder()
			.idleTimeout(Duration.ZERO)
			.pingInterval(Duration.ZERO);
		try (WebSocketWire wire = open(options)) {
			wire.pass(Duration.ofHours(1));
			assertThat(wire.open()).isTrue();
			assertThat(wire.frames()).isEmpty();
		}
	}

	@Test
	void pingIsNotSentToAPeerThatDoesNotRead() {
		try (WebSocketWire wire = open(WebSocketOptions.builder().pingInterval(Duration.ofSeconds(5)))) {
			wire.room(0);
			listener.session().send("x".repeat(100_000));
			wire.run();
			long pending = listener.session().pendingBytes();
			wire.pass(Duration.ofSeconds(16));
			assertThat(pending).isPositive();
			assertThat(listener.session().pendingBytes()).isEqualTo(pending);
		}
	}

}
