/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;

import io.fastwire.http.Exchange;
import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.io.Counter;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Leaving HTTP by a 101 (RFC 9110 section 7.8). */
@ExtendWith(LeakFree.class)
class UpgradeTests {

	private static final String UPGRADE = "GET /up HTTP/1.1\r\nHost: t\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n";

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	/** Sends back what it gets. */
	private static class Echo implements TunnelListener {

		final List<String> events = new ArrayList<>();

		private @Nullable Tunnel tunnel;

		Tunnel tunnel() {
			return Objects.requireNonNull(tunnel);
		}

		@Override
		public void onOpen(Tunnel tunnel) {
			this.tunnel = tunnel;
			events.add("open");
		}

		@Override
		public void onData(ByteBuf data) {
			events.add(data.toString(StandardCharsets.US_ASCII));
			tunnel().write(data);
		}

		@Override
		public void onClose(@Nullable Throwable cause) {
			events.add((cause == null) ? "close" : "failure");
		}

	}

	private static String behindHead(EmbeddedWire wire) {
		String output = wire.output();
		return output.substring(output.indexOf("\r\n\r\n") + 4);
	}

	@Test
	void bytesBehindTheRequestReachTheTunnelHoweverTheyArrive() {
		Fragmentation.of((UPGRADE + "0123456789").getBytes(StandardCharsets.US_ASCII)).forEach((pieces) -> {
			Echo echo = new Echo();
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
				wire.send(pieces);
				assertThat(wire.output()).startsWith("HTTP/1.1 101 Switching Protocols\r\n")
					.contains("Upgrade: echo\r\n");
				assertThat(behindHead(wire)).isEqualTo("0123456789");
				assertThat(wire.balanced()).isTrue();
			}
			assertThat(echo.events).startsWith("open").endsWith("close");
			assertThat(String.join("", echo.events)).isEqualTo("open0123456789close");
		});
	}

	@Test
	void asynchronousUpgradeDeliversWhatWasHeld() {
		List<Exchange> waiting = new ArrayList<>();
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire(waiting::add)) {
			wire.send(UPGRADE + "abc").send("def");
			waiting.get(0).upgrade("echo", echo);
			wire.run();
			assertThat(behindHead(wire)).isEqualTo("abcdef");
			assertThat(wire.channel().config().isAutoRead()).isTrue();
		}
	}

	@Test
	void head101HasItsFieldsAndNoFraming() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().add("Sec-X", "1").add("Content-Length", "5").add("Upgrade", "other");
			exchange.upgrade("echo", new Echo());
		})) {
			wire.send(UPGRADE);
			WireResponse response = wire.response();
			assertThat(response.status()).isEqualTo(101);
			assertThat(response.field("Sec-X")).contains("1");
			assertThat(response.field("Connection")).contains("upgrade");
			assertThat(response.field("Upgrade")).contains("echo");
		}
	}

	@Test
	void refusedUpgradeKeepsTheConnectionUsable() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.status(403).end("no"))) {
			wire.send(UPGRADE + GET);
			assertThat(wire.responses()).extracting(WireResponse::status).containsExactly(403, 403);
			assertThat(wire.open()).isTrue();
		}
	}

	@Test
	void upgradeThatWasNotAskedForOrComesTooEarlyOrLateIsRefused() {
		List<String> requests = List.of(GET, "GET /up HTTP/1.0\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n",
				"GET /up HTTP/1.1\r\nHost: t\r\nUpgrade: echo\r\n\r\n",
				"POST /up HTTP/1.1\r\nHost: t\r\nUpgrade: echo\r\nConnection: Upgrade\r\nContent-Length: 1\r\n\r\n");
		for (String request : requests) {
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				assertThatIllegalStateException().isThrownBy(() -> exchange.upgrade("echo", new Echo()));
				exchange.end("http goes on");
			})) {
				assertThat(wire.send(request).response().status()).isEqualTo(200);
			}
		}
	}

	@Test
	void closeLetsWhatWasWrittenLeaveAndDropsWhatComes() {
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE).room(10).send("abc");
			echo.tunnel().close();
			wire.run().send("flood").room(1_000);
			assertThat(behindHead(wire)).isEqualTo("abc");
			assertThat(wire.channel().isOutputShutdown()).isTrue();
			assertThat(wire.channel().unread()).isZero();
			wire.pass(Duration.ofSeconds(6));
			assertThat(wire.open()).isFalse();
			assertThat(echo.events).containsExactly("open", "abc", "close");
		}
	}

	@Test
	void closedTunnelTakesNothingMore() {
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE);
			echo.tunnel().close();
			assertThat(echo.tunnel().write(wire.channel().alloc().buffer().writeByte(1))).isFalse();
			echo.tunnel().close();
			echo.tunnel().abort();
			wire.run();
			assertThat(echo.tunnel().write(wire.channel().alloc().buffer().writeByte(1))).isFalse();
			assertThat(echo.events).containsExactly("open", "failure");
		}
	}

	@Test
	void abortAndResetAreFailures() {
		for (boolean byPeer : new boolean[] { false, true }) {
			Echo echo = new Echo();
			try (CapturedLog log = CapturedLog.start();
					EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
				wire.send(UPGRADE);
				if (byPeer) {
					wire.reset();
				}
				else {
					echo.tunnel().abort();
				}
				wire.run();
				assertThat(echo.events).containsExactly("open", "failure");
				assertThat(log.visible()).isEmpty();
			}
		}
	}

	@Test
	void finClosesByDefault() {
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE).fin();
			assertThat(wire.open()).isFalse();
			assertThat(echo.events).containsExactly("open", "close");
		}
	}

	@Test
	void finAndShutdownBeforeTheUpgradeAreToldToTheTunnel() {
		for (boolean fin : new boolean[] { false, true }) {
			List<Exchange> waiting = new ArrayList<>();
			List<String> told = new ArrayList<>();
			Echo echo = new Echo() {

				@Override
				public void onInputClosed(Tunnel tunnel) {
					told.add("fin");
				}

				@Override
				public void onShutdown(Tunnel tunnel) {
					told.add("shutdown");
				}

			};
			try (EmbeddedWire wire = new EmbeddedWire(waiting::add)) {
				wire.send(UPGRADE);
				if (fin) {
					wire.fin();
				}
				else {
					wire.resources().sweeper().drain();
				}
				waiting.get(0).upgrade("echo", echo);
				wire.run();
				assertThat(told).containsExactly(fin ? "fin" : "shutdown");
			}
		}
	}

	@Test
	void shutdownTellsTheTunnelWhichClosesByDefault() {
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE);
			wire.resources().sweeper().drain();
			assertThat(wire.run().outputEnded()).isTrue();
			assertThat(wire.fin().open()).isFalse();
			assertThat(echo.events).containsExactly("open", "close");
		}
	}

	@Test
	void tunnelPausesReadingAndFeelsBackPressure() {
		List<String> told = new ArrayList<>();
		Echo echo = new Echo() {

			@Override
			public void onWritable() {
				told.add("writable");
			}

		};
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE);
			echo.tunnel().reading(false);
			wire.send("abc");
			assertThat(echo.events).containsExactly("open");
			echo.tunnel().reading(true);
			wire.run();
			assertThat(echo.events).containsExactly("open", "abc");
			wire.room(0);
			assertThat(echo.tunnel().write(wire.channel().alloc().buffer().writeZero(100_000))).isFalse();
			wire.run();
			assertThat(echo.tunnel().pendingBytes()).isGreaterThanOrEqualTo(100_000);
			wire.room(Long.MAX_VALUE);
			assertThat(told).containsExactly("writable");
			assertThat(echo.tunnel().pendingBytes()).isZero();
		}
	}

	@Test
	void listenerThatThrowsLosesItsConnectionAndIsLogged() {
		for (boolean atOpen : new boolean[] { false, true }) {
			List<String> events = new ArrayList<>();
			TunnelListener broken = new TunnelListener() {

				@Override
				public void onOpen(Tunnel tunnel) {
					if (atOpen) {
						throw new IllegalStateException("planted");
					}
				}

				@Override
				public void onData(ByteBuf data) {
					data.release();
					throw new IllegalStateException("planted");
				}

				@Override
				public void onClose(@Nullable Throwable cause) {
					events.add("close");
				}

			};
			try (CapturedLog log = CapturedLog.startQuietly();
					EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", broken))) {
				wire.send(UPGRADE).send("x").run();
				assertThat(wire.open()).isFalse();
				assertThat(events).containsExactly("close");
				assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
				assertThat(wire.count(Counter.REQUESTS_COMPLETED)).isEqualTo(1);
			}
		}
	}

	@Test
	void tunnelHasNoIdleTimeout() {
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE).pass(Duration.ofMinutes(10)).send("late");
			assertThat(behindHead(wire)).isEqualTo("late");
		}
	}

	@Test
	void deadlineOfATunnelStrikesOnceAndCanBeMovedAndTurnedOff() {
		List<Long> struck = new ArrayList<>();
		Echo echo = new Echo() {

			@Override
			public void onDeadline() {
				struck.add(tunnel().now());
			}

		};
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE);
			long start = echo.tunnel().now();
			echo.tunnel().deadline(1000);
			wire.pass(Duration.ofMillis(750));
			echo.tunnel().deadline(2000);
			wire.pass(Duration.ofSeconds(10));
			assertThat(struck).hasSize(1);
			assertThat(struck.get(0) - start).isBetween(2750L, 3250L);
			echo.tunnel().deadline(1000);
			echo.tunnel().deadline(0);
			wire.pass(Duration.ofSeconds(10));
			assertThat(struck).hasSize(1);
		}
	}

	@Test
	void reservedBytesLeaveInOrderAndNotAfterTheClose() {
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE);
			Tunnel tunnel = echo.tunnel();
			tunnel.reserve(3).writeBytes("abc".getBytes(StandardCharsets.US_ASCII));
			tunnel.write(tunnel.allocator().buffer().writeByte('d'));
			tunnel.reserve(1).writeByte('e');
			assertThat(tunnel.pendingBytes()).isEqualTo(5);
			tunnel.close();
			assertThatIllegalStateException().isThrownBy(() -> tunnel.reserve(1));
			wire.run();
			assertThat(behindHead(wire)).isEqualTo("abcde");
		}
	}

	@Test
	void writeLimitDecidesWhatIsWritable() {
		Echo echo = new Echo();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.upgrade("echo", echo))) {
			wire.send(UPGRADE).room(0);
			echo.tunnel().writeLimit(10_000, 5_000);
			assertThat(echo.tunnel().write(wire.channel().alloc().buffer().writeZero(9_000))).isTrue();
			assertThat(echo.tunnel().write(wire.channel().alloc().buffer().writeZero(9_000))).isFalse();
			assertThat(echo.tunnel().writable()).isFalse();
			wire.room(Long.MAX_VALUE);
			assertThat(echo.tunnel().writable()).isTrue();
		}
	}

}
