/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fastwire.http1.WebSocketWire;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ScarceMemory;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireSocket;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a session receives. */
@ExtendWith(LeakFree.class)
class InputTests {

	private final RecordingListener listener = new RecordingListener();

	private WebSocketWire open(WebSocketListener listener) {
		return WebSocketWire.open(WebSocketRoute.of(WebSocketOptions.DEFAULTS, () -> listener));
	}

	@Test
	void framesBehindTheHandshakeAreDeliveredHoweverTheyArrive() {
		String handshake = WireSocket.handshake("/ws", "");
		String frames = new String(WireFrame.masked(WireFrame.text("one"), WireFrame.binary(new byte[] { 1, 2 })),
				StandardCharsets.ISO_8859_1);
		Fragmentation.of((handshake + frames).getBytes(StandardCharsets.ISO_8859_1)).forEach((pieces) -> {
			RecordingListener told = new RecordingListener();
			try (WebSocketWire wire = new WebSocketWire(WebSocketRoute.of(WebSocketOptions.DEFAULTS, () -> told))) {
				wire.send(pieces);
				assertThat(told.events).containsExactly("open", "text one", "binary 0102");
				assertThat(wire.frames()).isEmpty();
			}
		});
	}

	@Test
	void framesThatComeBeforeTheDecisionAreKeptForTheSession() {
		List<WebSocketUpgrade> waiting = new ArrayList<>();
		try (WebSocketWire wire = WebSocketWire.open(new WebSocketRoute(WebSocketOptions.DEFAULTS, waiting::add))) {
			wire.send(WireFrame.text("early")).send(WireFrame.text("too"));
			waiting.get(0).accept(listener);
			wire.run();
			assertThat(listener.events).containsExactly("open", "text early", "text too");
		}
	}

	@Test
	void pingIsAnsweredAtOnceAlsoWithinAMessage() {
		byte[] input = WireFrame.masked(new WireFrame(0x01, "hel".getBytes(StandardCharsets.UTF_8)),
				WireFrame.of(9, "1".getBytes(StandardCharsets.UTF_8)),
				WireFrame.of(0, "lo".getBytes(StandardCharsets.UTF_8)), WireFrame.of(9, new byte[125]));
		Fragmentation.of(input).forSome((pieces) -> {
			RecordingListener told = new RecordingListener();
			try (WebSocketWire wire = open(told)) {
				wire.send(pieces);
				assertThat(wire.frames()).containsExactly(WireFrame.of(10, "1".getBytes(StandardCharsets.UTF_8)),
						WireFrame.of(10, new byte[125]));
				assertThat(told.events).startsWith("open", "ping 1", "text hello").hasSize(4);
			}
		}, 20);
	}

	@Test
	void pongsThatNobodyAskedForAreTakenAndNotAnswered() {
		try (WebSocketWire wire = open(listener)) {
			for (int i = 0; i < 1000; i++) {
				wire.send(WireFrame.of(10, new byte[] { 'a', 'b', 'c', 'd' }));
			}
			assertThat(wire.frames()).isEmpty();
			assertThat(listener.events).hasSize(1001).endsWith("pong abcd");
		}
	}

	@Test
	void messageMayBeKeptBeyondTheCall() {
		List<ByteBuf> kept = new ArrayList<>();
		WebSocketListener keeping = new WebSocketListener() {

			@Override
			public void onBinary(WebSocketSession session, ByteBuf payload) {
				kept.add(payload.retain());
			}

		};
		try (WebSocketWire wire = open(keeping)) {
			wire.send(WireFrame.binary(new byte[] { 1 }), WireFrame.binary(new byte[] { 2 }));
			wire.send(WireFrame.binary(new byte[] { 3 }));
			assertThat(kept).extracting((payload) -> payload.getByte(payload.readerIndex()))
				.containsExactly((byte) 1, (byte) 2, (byte) 3);
		}
		kept.forEach(ByteBuf::release);
	}

	/** Returns a listener that reads on when it is told to, a text at a time. */
	private static RecordingListener pausing() {
		return new RecordingListener() {

			@Override
			public void onText(WebSocketSession session, String text) {
				super.onText(session, text);
				session.reading(false);
			}

		};
	}

	@Test
	void nothingIsDeliveredWhileTheApplicationDoesNotRead() {
		RecordingListener pausing = pausing();
		byte[] input = WireFrame.masked(WireFrame.text("1"), WireFrame.text("2"), WireFrame.text("3"));
		Fragmentation.of(input).forSome((pieces) -> {
			pausing.events.clear();
			try (WebSocketWire wire = open(pausing)) {
				wire.send(pieces).send(WireFrame.text("4")).run();
				assertThat(pausing.events).containsExactly("open", "text 1");
				assertThat(wire.reads()).isFalse();
				for (int i = 2; i <= 4; i++) {
					pausing.session().reading(true);
					wire.run();
					assertThat(pausing.events).hasSize(i + 1).endsWith("text " + i);
				}
				pausing.session().reading(true);
				wire.run();
				assertThat(wire.reads()).isTrue();
			}
		}, 10);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void sessionThatFindsNoMemoryIsCutOffAndKeepsNothing(boolean paused) {
		WebSocketWire wire = new WebSocketWire(WebSocketRoute.of(WebSocketOptions.DEFAULTS, () -> listener));
		try (wire; CapturedLog log = CapturedLog.startQuietly()) {
			wire.allocator(new ScarceMemory(16 * 1024)).send(WireSocket.handshake("/ws", ""));
			listener.session().reading(!paused);
			wire.run();
			byte[] frame = WireFrame.masked(WireFrame.binary(new byte[40_000]));
			wire.send(Arrays.copyOf(frame, 100));
			listener.session().reading(true);
			wire.run();
			assertThat(listener.events).hasSize(2).last().asString().startsWith("close 1006");
			assertThat(wire.open()).isFalse();
			assertThat(log.visible()).hasSize(1);
		}
	}

	@Test
	void readingThatStartsAgainWithinTheCallGoesOnWithoutRecursion() {
		RecordingListener toggling = new RecordingListener() {

			@Override
			public void onText(WebSocketSession session, String text) {
				super.onText(session, text);
				session.reading(false);
				session.reading(true);
			}

		};
		try (WebSocketWire wire = open(toggling)) {
			WireFrame[] frames = new WireFrame[5000];
			Arrays.fill(frames, WireFrame.text("x"));
			wire.send(frames).run();
			assertThat(toggling.events).hasSize(5001);
			assertThat(wire.reads()).isTrue();
		}
	}

	@Test
	void endOfInputWaitsUntilWhatCameBeforeIsDelivered() {
		RecordingListener pausing = pausing();
		try (WebSocketWire wire = open(pausing)) {
			wire.send(WireFrame.text("1"), WireFrame.text("2")).fin();
			assertThat(pausing.events).containsExactly("open", "text 1");
			pausing.session().reading(true);
			wire.run();
			pausing.session().reading(true);
			wire.run();
			assertThat(pausing.events).containsExactly("open", "text 1", "text 2", "close 1006 ");
		}
	}

	@Test
	void closeIsAnsweredAlthoughTheApplicationDoesNotRead() {
		try (WebSocketWire wire = open(listener)) {
			listener.session().reading(false);
			wire.send(WireFrame.text("held"));
			listener.session().close(1000, "");
			wire.run().send(WireFrame.close(1000, "")).run();
			assertThat(listener.events).containsExactly("open", "close 1000 ");
		}
	}

}
