/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;

import io.fastwire.http.AbortedException;
import io.fastwire.http1.WebSocketWire;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireFrame;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** How sessions end (RFC 6455 section 7). */
@ExtendWith(LeakFree.class)
class CloseTests {

	private static final WireFrame PEER_CLOSE = WireFrame.close(1000, "");

	private final RecordingListener listener = new RecordingListener();

	private WebSocketWire open() {
		return open(WebSocketOptions.DEFAULTS, listener);
	}

	private static WebSocketWire open(WebSocketOptions options, WebSocketListener listener) {
		return WebSocketWire.open(WebSocketRoute.of(options, () -> listener));
	}

	@Test
	void closeOfThePeerIsEchoedAndTheServerClosesTcpFirst() {
		try (WebSocketWire wire = open()) {
			wire.send(WireFrame.close(1008, "bye"), WireFrame.text("late"));
			assertThat(wire.frames()).containsExactly(WireFrame.close(1008, ""));
			assertThat(wire.outputEnded()).isTrue();
			assertThat(listener.events).containsExactly("open", "close 1008 bye");
			assertThat(listener.cause).isNull();
			assertThat(wire.fin().open()).isFalse();
			assertThat(listener.events).hasSize(2);
		}
	}

	@Test
	void emptyCloseIsAnsweredByAnEmptyOneAndToldAs1005() {
		try (WebSocketWire wire = open()) {
			wire.send(WireFrame.of(8, new byte[0]));
			assertThat(wire.frames()).containsExactly(WireFrame.of(8, new byte[0]));
			assertThat(listener.events).containsExactly("open", "close 1005 ");
		}
	}

	@Test
	void eachValidCodeIsTakenAndNoOther() {
		for (int code = 0; code <= 5100; code++) {
			boolean valid = (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006)
					|| (code >= 3000 && code <= 4999);
			assertThat(CloseCode.isValid(code)).describedAs("code " + code).isEqualTo(valid);
		}
		for (int code : new int[] { 0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535 }) {
			RecordingListener told = new RecordingListener();
			try (WebSocketWire wire = open(WebSocketOptions.DEFAULTS, told)) {
				wire.send(WireFrame.close(code, ""));
				assertThat(wire.lastFrame().closeCode()).isEqualTo(1002);
				assertThat(told.events.get(1)).startsWith("close 1002");
				assertThat(told.cause).isInstanceOf(WebSocketException.class);
				assertThatIllegalArgumentException().isThrownBy(() -> told.session().close(code, ""));
			}
		}
	}

	@Test
	void closeWithHalfACodeOrABrokenReasonIsRefused() {
		try (WebSocketWire wire = open()) {
			wire.send(WireFrame.of(8, new byte[] { 3 }));
			assertThat(wire.lastFrame().closeCode()).isEqualTo(1002);
		}
		try (WebSocketWire wire = open()) {
			wire.send(WireFrame.of(8, new byte[] { 3, (byte) 0xE8, (byte) 0xC3 }));
			assertThat(wire.lastFrame().closeCode()).isEqualTo(1007);
		}
	}

	@Test
	void violationIsToldAndNothingBehindItDelivered() {
		Fragmentation.of(WireFrame.masked(WireFrame.of(3, new byte[2]), WireFrame.text("late"))).forEach((pieces) -> {
			RecordingListener told = new RecordingListener();
			try (WebSocketWire wire = open(WebSocketOptions.DEFAULTS, told)) {
				wire.send(pieces);
				assertThat(wire.frames()).hasSize(1);
				assertThat(wire.lastFrame().closeCode()).isEqualTo(1002);
				assertThat(wire.outputEnded()).isTrue();
				assertThat(told.events).containsExactly("open", "close 1002 Reserved opcode");
				assertThat(wire.fin().open()).isFalse();
			}
		});
	}

	@Test
	void closeOfTheServerWaitsForTheAnswer() {
		try (WebSocketWire wire = open()) {
			listener.session().send("last");
			listener.session().close(1000, "done");
			assertThat(listener.session().open()).isFalse();
			assertThat(listener.session().send("too late")).isEqualTo(SendResult.CLOSED);
			listener.session().close(1001, "again");
			wire.run();
			assertThat(wire.frames()).containsExactly(WireFrame.text("last"), WireFrame.close(1000, "done"));
			assertThat(wire.outputEnded()).isFalse();
			wire.send(WireFrame.text("dropped"), WireFrame.of(9, new byte[1]));
			assertThat(listener.events).containsExactly("open");
			wire.send(PEER_CLOSE);
			assertThat(wire.frames()).hasSize(2);
			assertThat(wire.outputEnded()).isTrue();
			assertThat(listener.events).containsExactly("open", "close 1000 ");
		}
	}

	@Test
	void silentPeerIsCutAfterTheCloseTimeout() {
		try (WebSocketWire wire = open()) {
			listener.session().close(1000, "");
			wire.run().pass(Duration.ofSeconds(4));
			assertThat(wire.open()).isTrue();
			wire.pass(Duration.ofSeconds(2));
			assertThat(wire.open()).isFalse();
			assertThat(listener.events).containsExactly("open", "close 1006 ");
			assertThat(listener.cause).isInstanceOf(AbortedException.class);
		}
	}

	@Test
	void peerThatReadsNothingIsCutAfterTheCloseTimeout() {
		try (WebSocketWire wire = open()) {
			wire.room(0);
			listener.session().send("x".repeat(100_000));
			listener.session().close(1000, "");
			wire.run().pass(Duration.ofSeconds(6));
			assertThat(wire.open()).isFalse();
			assertThat(listener.events).containsExactly("open", "close 1006 ");
			assertThat(listener.session().pendingBytes()).isZero();
		}
	}

	@Test
	void lostConnectionsAreToldOnceAs1006() {
		List<Consumer<WebSocketWire>> ways = List.of(WebSocketWire::fin, WebSocketWire::reset, WebSocketWire::stop,
				(wire) -> wire.pass(Duration.ofSeconds(80)));
		for (Consumer<WebSocketWire> way : ways) {
			RecordingListener told = new RecordingListener();
			try (CapturedLog log = CapturedLog.start(); WebSocketWire wire = open(WebSocketOptions.DEFAULTS, told)) {
				wire.send(new WireFrame(0x01, new byte[] { 'a' }));
				way.accept(wire);
				assertThat(wire.run().outputEnded()).isTrue();
				assertThat(told.events).containsExactly("open", "close 1006 ");
				assertThat(told.cause).isInstanceOf(AbortedException.class);
				assertThat(log.visible()).isEmpty();
			}
		}
	}

	@Test
	void abortEndsAtOnce() {
		try (WebSocketWire wire = open()) {
			listener.session().abort();
			assertThat(listener.session().send("late")).isEqualTo(SendResult.CLOSED);
			wire.run();
			assertThat(wire.open()).isFalse();
			assertThat(listener.events).containsExactly("open", "close 1006 ");
			listener.session().abort();
		}
	}

	@Test
	void nothingBehindTheMessageAtWhichTheListenerAbortsIsDelivered() {
		List<WireFrame> ends = List.of(PEER_CLOSE, WireFrame.of(3, new byte[2]));
		for (WireFrame end : ends) {
			RecordingListener told = new RecordingListener() {

				@Override
				public void onText(WebSocketSession session, String text) {
					super.onText(session, text);
					session.abort();
				}

			};
			try (CapturedLog log = CapturedLog.startQuietly();
					WebSocketWire wire = open(WebSocketOptions.DEFAULTS, told)) {
				wire.send(WireFrame.text("one"), WireFrame.text("two"), WireFrame.of(9, new byte[0]), end);
				assertThat(wire.open()).isFalse();
				assertThat(wire.frames()).isEmpty();
				assertThat(told.events).containsExactly("open", "text one", "close 1006 ");
				assertThat(log.visible()).isEmpty();
			}
		}
	}

	@Test
	void listenerThatThrowsWhenItHasAbortedIsLoggedOnceAndToldTheCause() {
		IllegalStateException planted = new IllegalStateException("planted");
		RecordingListener told = new RecordingListener() {

			@Override
			public void onText(WebSocketSession session, String text) {
				session.abort();
				throw planted;
			}

		};
		try (CapturedLog log = CapturedLog.startQuietly(); WebSocketWire wire = open(WebSocketOptions.DEFAULTS, told)) {
			wire.send(WireFrame.text("one"));
			assertThat(wire.open()).isFalse();
			assertThat(told.events).containsExactly("open", "close 1006 ");
			assertThat(told.cause).isSameAs(planted);
			assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
		}
	}

	@Test
	void reasonIsCutBehindTheLastCharacterThatFits() {
		for (String unit : List.of("a", "ä", "€", "\uD83D\uDE00")) {
			try (WebSocketWire wire = open()) {
				listener.session().close(1000, "xy" + unit.repeat(200));
				wire.run();
				byte[] payload = wire.lastFrame().payload();
				int bytes = unit.getBytes(StandardCharsets.UTF_8).length;
				assertThat(payload).hasSizeBetween(125 - bytes + 1, 125);
				assertThat(wire.lastFrame().closeReason()).matches("xy(" + unit + ")+");
			}
		}
	}

	@Test
	void closeWithinOnOpenReachesThePeerWithItsReason() {
		RecordingListener told = new RecordingListener() {

			@Override
			public void onOpen(WebSocketSession session) {
				super.onOpen(session);
				session.close(1008, "no");
			}

		};
		try (WebSocketWire wire = open(WebSocketOptions.DEFAULTS, told)) {
			wire.send(WireFrame.text("early"), PEER_CLOSE);
			assertThat(wire.frames()).containsExactly(WireFrame.close(1008, "no"));
			assertThat(told.events).containsExactly("open", "close 1000 ");
		}
	}

	@Test
	void listenerThatThrowsClosesItsSessionWith1011AndIsLogged() {
		List<WebSocketListener> broken = List.of(new RecordingListener() {

			@Override
			public void onOpen(WebSocketSession session) {
				throw new IllegalStateException("planted");
			}

		}, new RecordingListener() {

			@Override
			public void onMessage(WebSocketSession session, MessageKind kind, ByteBuf payload) {
				throw new IllegalStateException("planted");
			}

		}, new RecordingListener() {

			@Override
			public void onPing(WebSocketSession session, ByteBuf payload) {
				throw new IllegalStateException("planted");
			}

		});
		for (WebSocketListener one : broken) {
			try (CapturedLog log = CapturedLog.startQuietly();
					WebSocketWire wire = open(WebSocketOptions.DEFAULTS, one)) {
				wire.send(WireFrame.of(9, new byte[0]), WireFrame.text("x"), WireFrame.text("y"));
				assertThat(wire.lastFrame().closeCode()).isEqualTo(1011);
				assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
				assertThat(((RecordingListener) one).events.toString()).contains("close 1011 ");
			}
		}
	}

	@Test
	void closeCallbacksRunBeforeTheListenerAndSurviveEachOther() {
		RecordingListener told = new RecordingListener() {

			@Override
			public void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
				super.onClose(session, code, reason, cause);
				throw new IllegalStateException("planted");
			}

		};
		try (CapturedLog log = CapturedLog.startQuietly(); WebSocketWire wire = open(WebSocketOptions.DEFAULTS, told)) {
			told.session().onClose(() -> {
				throw new IllegalStateException("planted");
			});
			told.session().onClose(() -> told.events.add("task"));
			wire.send(PEER_CLOSE);
			told.session().onClose(() -> told.events.add("late task"));
			wire.run();
			assertThat(told.events).containsExactly("open", "task", "close 1000 ", "late task");
			assertThat(log.atLeast(Level.SEVERE)).hasSize(2);
		}
	}

	@Test
	void shutdownSaysGoingAwayAndWaitsForTheAnswer() {
		try (WebSocketWire wire = open()) {
			wire.drain();
			assertThat(wire.frames()).containsExactly(WireFrame.close(1001, ""));
			assertThat(wire.outputEnded()).isFalse();
			wire.send(WireFrame.close(1001, "")).fin();
			assertThat(wire.open()).isFalse();
			assertThat(listener.events).containsExactly("open", "close 1001 ");
		}
		RecordingListener silent = new RecordingListener();
		try (WebSocketWire wire = open(WebSocketOptions.DEFAULTS, silent)) {
			wire.drain().pass(Duration.ofSeconds(6));
			assertThat(wire.open()).isFalse();
			assertThat(silent.events).containsExactly("open", "close 1006 ");
		}
	}

}
