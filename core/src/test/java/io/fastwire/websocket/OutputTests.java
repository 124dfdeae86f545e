/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import io.fastwire.http1.WebSocketWire;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.RetainedHeap;
import io.fastwire.testsupport.WireFrame;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** What a session sends, on its loop. */
@ExtendWith(LeakFree.class)
class OutputTests {

	private static final int LIMIT = 256 * 1024;

	private static final WebSocketOptions.Builder BOUNDED = WebSocketOptions.builder().maxPendingBytes(LIMIT);

	private final RecordingListener listener = new RecordingListener();

	private WebSocketWire open(WebSocketOptions.Builder options) {
		return WebSocketWire.open(WebSocketRoute.of(options.build(), () -> listener));
	}

	private WebSocketWire open() {
		return open(WebSocketOptions.builder());
	}

	private WebSocketSession session() {
		return listener.session();
	}

	private static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Test
	void textOfEachLengthAndKindIsFramedExactly() {
		for (String unit : new String[] { "a", "ä", "€", "\uD83D\uDE00", "ab€" }) {
			try (WebSocketWire wire = open()) {
				List<WireFrame> expected = new ArrayList<>();
				for (int length = 0; length < 140; length++) {
					String text = unit.repeat(length);
					assertThat(session().send(text)).isEqualTo(SendResult.ACCEPTED);
					expected.add(WireFrame.text(text));
				}
				for (int length : new int[] { 680, 681, 682, 1364, 1365, 1366, 5000, 21845, 21846, 65535, 65536 }) {
					String text = unit.repeat(length);
					session().send((CharSequence) new StringBuilder(text));
					wire.run();
					expected.add(WireFrame.text(text));
				}
				wire.run();
				assertThat(wire.frames()).isEqualTo(expected);
			}
		}
	}

	@Test
	void whatWasSentLeavesWhenTheTurnEndsOrByAFlush() {
		try (WebSocketWire wire = open()) {
			session().send("1");
			session().send("2");
			assertThat(wire.frames()).isEmpty();
			session().flush();
			assertThat(wire.frames()).containsExactly(WireFrame.text("1"), WireFrame.text("2"));
			session().send("3");
			assertThat(wire.frames()).hasSize(2);
			wire.run();
			assertThat(wire.frames()).hasSize(3);
			session().abort();
			session().flush();
		}
	}

	@ParameterizedTest
	@MethodSource("io.fastwire.testsupport.PoolText#texts")
	void textIsSentAsTheJdkEncodesItWholeAndInPieces(String text) {
		try (WebSocketWire wire = open()) {
			session().send(text);
			session().send(utf8(text));
			FragmentedMessage message = session().begin(MessageKind.TEXT);
			int half = text.length() - text.length() / 2;
			message.write(text.substring(0, half));
			message.write(text.substring(half));
			message.end();
			wire.run();
			List<WireFrame> frames = wire.frames();
			assertThat(frames.get(0)).isEqualTo(WireFrame.of(1, utf8(text)));
			assertThat(frames.get(1)).isEqualTo(WireFrame.binary(utf8(text)));
			assertThat(frames.stream().skip(2).map(WireFrame::text).collect(Collectors.joining()))
				.isEqualTo(new String(utf8(text), StandardCharsets.UTF_8));
		}
	}

	@Test
	void idleSessionKeepsNoMemoryOfWhatHasWaited() {
		List<WebSocketWire> wires = new ArrayList<>();
		RetainedHeap.assertAtMost(1_000_000, () -> {
			WebSocketWire wire = open(WebSocketOptions.builder().maxPendingBytes(10_000_000));
			wires.add(wire);
			FragmentedMessage message = session().begin(MessageKind.BINARY);
			message.write(Unpooled.EMPTY_BUFFER);
			for (int i = 0; i < 600_000; i++) {
				session().send("");
			}
			wire.room(0);
			message.end();
			return wire;
		});
		wires.forEach(WebSocketWire::close);
	}

	@Test
	void loneSurrogateBecomesAQuestionMark() {
		try (WebSocketWire wire = open()) {
			session().send("a\uD83D");
			session().send("\uDE00" + "b".repeat(10_000));
			wire.run();
			assertThat(wire.frames()).containsExactly(WireFrame.text("a?"), WireFrame.text("?" + "b".repeat(10_000)));
		}
	}

	@Test
	void bytesOfEachLengthAreFramedExactly() {
		try (WebSocketWire wire = open()) {
			List<WireFrame> expected = new ArrayList<>();
			for (int length : new int[] { 0, 1, 125, 126, 4095, 4096, 65535, 65536, 100_000 }) {
				byte[] bytes = new byte[length];
				new Random(length).nextBytes(bytes);
				session().send(bytes);
				session().send(MessageKind.BINARY, Unpooled.copiedBuffer(bytes));
				session().send(MessageKind.TEXT, Unpooled.directBuffer().writeBytes(new byte[length]));
				wire.run();
				expected.add(WireFrame.binary(bytes));
				expected.add(WireFrame.binary(bytes));
				expected.add(WireFrame.of(1, new byte[length]));
			}
			assertThat(wire.frames()).isEqualTo(expected);
		}
	}

	@Test
	void shortMessagesComeFromTheWritePool() {
		try (WebSocketWire wire = open()) {
			long hits = wire.resources().pool().statistics().hits();
			long fallbacks = wire.resources().pool().statistics().mallocFallbacks();
			for (int i = 0; i < 100; i++) {
				session().send("a message");
				session().send("a longer message".repeat(300));
				wire.run();
			}
			assertThat(wire.resources().pool().statistics().hits() - hits).isGreaterThanOrEqualTo(200);
			assertThat(wire.resources().pool().statistics().mallocFallbacks()).isEqualTo(fallbacks);
		}
	}

	@Test
	void preparedMessageIsSentByManyAndReleasedOnce() {
		for (int length : new int[] { 0, 10, 126, 4000, 5000, 70_000 }) {
			PreparedMessage text = PreparedMessage.text("€".repeat(length));
			PreparedMessage binary = PreparedMessage.binary(new byte[length]);
			for (int i = 0; i < 3; i++) {
				try (WebSocketWire wire = open()) {
					assertThat(session().send(text).accepted()).isTrue();
					assertThat(session().send(binary).accepted()).isTrue();
					wire.run();
					assertThat(wire.frames()).containsExactly(WireFrame.text("€".repeat(length)),
							WireFrame.binary(new byte[length]));
				}
			}
			assertThat(text.length()).isEqualTo(3 * length);
			assertThat(text.release()).isTrue();
			assertThat(binary.release()).isTrue();
		}
	}

	// The bound

	@Test
	void pendingBytesStayWithinTheBoundAndDrainIsTold() {
		try (WebSocketWire wire = open(BOUNDED.overflowPolicy(OverflowPolicy.DROP_NEWEST))) {
			wire.room(0);
			int accepted = 0;
			int dropped = 0;
			for (int i = 0; i < 1000; i++) {
				SendResult result = session().send("x".repeat(1000));
				accepted += result.accepted() ? 1 : 0;
				dropped += (result == SendResult.DROPPED) ? 1 : 0;
				assertThat(session().pendingBytes()).isLessThanOrEqualTo(LIMIT + 1000);
			}
			assertThat(accepted + dropped).isEqualTo(1000);
			assertThat(accepted).isBetween(150, LIMIT / 1000);
			assertThat(session().writable()).isFalse();
			wire.run();
			assertThat(listener.events).containsExactly("open");
			wire.room(Long.MAX_VALUE).run();
			assertThat(listener.events).containsExactly("open", "drain");
			assertThat(session().writable()).isTrue();
			assertThat(session().pendingBytes()).isZero();
			assertThat(wire.frames()).hasSize(accepted).containsOnly(WireFrame.text("x".repeat(1000)));
			assertThat(session().open()).isTrue();
		}
	}

	@Test
	void boundHoldsForEachWayToSend() {
		PreparedMessage prepared = PreparedMessage.binary(new byte[1000]);
		try (WebSocketWire wire = open(BOUNDED.overflowPolicy(OverflowPolicy.DROP_NEWEST))) {
			wire.room(0);
			for (int i = 0; i < 1000; i++) {
				session().send("€".repeat(300));
				session().send(new byte[1000]);
				session().send(MessageKind.BINARY, Unpooled.wrappedBuffer(new byte[1000]));
				session().send(prepared);
			}
			assertThat(session().pendingBytes()).isLessThanOrEqualTo(LIMIT + 1000);
		}
		prepared.release();
	}

	@Test
	void messageLongerThanTheBoundIsSentWhileThePeerKeepsUp() {
		try (WebSocketWire wire = open(BOUNDED.overflowPolicy(OverflowPolicy.DROP_NEWEST))) {
			wire.room(0);
			assertThat(session().send("x".repeat(2 * LIMIT))).isEqualTo(SendResult.CONGESTED);
			assertThat(session().send("y")).isEqualTo(SendResult.DROPPED);
			wire.room(Long.MAX_VALUE).run();
			assertThat(wire.frames()).containsExactly(WireFrame.text("x".repeat(2 * LIMIT)));
			assertThat(session().send("z")).isEqualTo(SendResult.ACCEPTED);
		}
	}

	@Test
	void slowPeerIsClosedWith1013IfThatIsThePolicy() {
		try (WebSocketWire wire = open(BOUNDED.overflowPolicy(OverflowPolicy.CLOSE))) {
			wire.room(0);
			SendResult result = SendResult.ACCEPTED;
			int sent = 0;
			while (result.accepted()) {
				result = session().send("x".repeat(1000));
				sent++;
			}
			assertThat(result).isEqualTo(SendResult.DROPPED);
			assertThat(listener.events).containsExactly("open");
			assertThat(session().send("y")).isEqualTo(SendResult.CLOSED);
			wire.room(Long.MAX_VALUE).run();
			assertThat(wire.frames()).hasSize(sent);
			assertThat(wire.lastFrame().closeCode()).isEqualTo(1013);
			wire.send(WireFrame.close(1013, ""));
			assertThat(listener.events).containsExactly("open", "close 1013 ");
		}
	}

	@Test
	void pongIsOwedToAPeerThatDoesNotReadAndOnlyTheLastOne() {
		try (WebSocketWire wire = open()) {
			wire.room(0);
			session().send("x".repeat(200_000));
			wire.run();
			long pending = session().pendingBytes();
			for (int i = 0; i < 10_000; i++) {
				wire.send(WireFrame.of(9, utf8("p" + i)));
			}
			assertThat(session().pendingBytes()).isEqualTo(pending);
			wire.room(Long.MAX_VALUE).run();
			assertThat(wire.lastFrame()).isEqualTo(WireFrame.of(10, utf8("p9999")));
			assertThat(wire.frames()).hasSize(2);
		}
	}

	// Pings

	@Test
	void pingAndPongHaveUpTo125Bytes() {
		try (WebSocketWire wire = open()) {
			session().ping(new byte[125]);
			session().pong(new byte[124]);
			wire.run();
			assertThat(wire.frames()).containsExactly(WireFrame.of(9, new byte[125]), WireFrame.of(10, new byte[124]));
			assertThatIllegalArgumentException().isThrownBy(() -> session().pong(new byte[126]));
			assertThatIllegalArgumentException().isThrownBy(() -> session().ping(new byte[126]));
		}
	}

	// Messages of several frames

	@Test
	void othersWaitForTheEndOfAMessageAndControlFramesDoNot() {
		try (WebSocketWire wire = open()) {
			FragmentedMessage message = session().begin(MessageKind.TEXT);
			session().send("before");
			message.write("one ");
			session().send("after");
			FragmentedMessage second = session().begin(MessageKind.BINARY);
			second.write(Unpooled.wrappedBuffer(utf8("2a")));
			session().send("between");
			second.write(Unpooled.wrappedBuffer(utf8("2b")));
			session().ping(utf8("p"));
			assertThat(session().pendingBytes()).isGreaterThanOrEqualTo("afterbetween2a2b".length());
			message.write("message");
			message.end();
			second.end();
			session().send("last");
			wire.run();
			assertThat(wire.frames()).containsExactly(WireFrame.text("before"), new WireFrame(0x01, utf8("one ")),
					WireFrame.of(9, utf8("p")), new WireFrame(0x00, utf8("message")), WireFrame.of(0, new byte[0]),
					WireFrame.text("after"), new WireFrame(0x02, utf8("2a")), new WireFrame(0x00, utf8("2b")),
					WireFrame.of(0, new byte[0]), WireFrame.text("between"), WireFrame.text("last"));
			assertThat(session().pendingBytes()).isZero();
		}
	}

	/** Compressed, what has waited may be so little that the socket was never full. */
	@Test
	void drainIsToldWhenWhatWaitedForTheEndOfAMessageHasLeftCompressed() {
		WebSocketOptions options = WebSocketOptions.builder().compression(CompressionMode.SHARED).build();
		String text = "x".repeat(10_000);
		try (WebSocketWire wire = WebSocketWire.open(WebSocketRoute.of(options, () -> listener),
				"Sec-WebSocket-Extensions: permessage-deflate\r\n")) {
			assertThat(session().compressed()).isTrue();
			FragmentedMessage message = session().begin(MessageKind.TEXT);
			message.write("one");
			for (int i = 0; i < 6; i++) {
				assertThat(session().send(text)).isEqualTo(SendResult.ACCEPTED);
			}
			assertThat(session().send(text)).isEqualTo(SendResult.CONGESTED);
			FragmentedMessage second = session().begin(MessageKind.TEXT);
			second.write("two");
			session().send("behind the second");
			wire.run();
			assertThat(listener.events).containsExactly("open");
			message.end();
			assertThat(listener.events).containsExactly("open");
			wire.run();
			assertThat(listener.events).containsExactly("open", "drain");
			assertThat(session().writable()).isTrue();
			second.end();
			wire.run();
			assertThat(listener.events).hasSize(2);
		}
	}

	@Test
	void piecesOfTextMayCutASurrogatePair() {
		try (WebSocketWire wire = open()) {
			FragmentedMessage message = session().begin(MessageKind.TEXT);
			message.write("a\uD83D");
			message.write("\uDE00b\uD83D");
			message.end();
			FragmentedMessage empty = session().begin(MessageKind.TEXT);
			empty.end();
			wire.run();
			assertThat(wire.frames()).containsExactly(new WireFrame(0x01, utf8("a")),
					new WireFrame(0x00, utf8("\uD83D\uDE00b")), WireFrame.of(0, utf8("?")), WireFrame.text(""));
		}
	}

	@Test
	void messageThatHasEndedTakesNothingMore() {
		try (WebSocketWire wire = open()) {
			FragmentedMessage message = session().begin(MessageKind.BINARY);
			assertThatIllegalStateException().isThrownBy(() -> message.write("text"));
			message.end();
			assertThatIllegalStateException().isThrownBy(message::end);
			assertThatIllegalStateException().isThrownBy(() -> message.write(Unpooled.directBuffer().writeByte(1)));
			wire.run();
			assertThat(wire.frames()).containsExactly(WireFrame.binary(new byte[0]));
		}
	}

	@Test
	void messageThatNeverEndsIsCutByTheClose() {
		try (WebSocketWire wire = open()) {
			FragmentedMessage message = session().begin(MessageKind.TEXT);
			message.write("one");
			session().send(MessageKind.BINARY, Unpooled.directBuffer().writeByte(1));
			session().close(1000, "");
			assertThat(message.write("two")).isEqualTo(SendResult.CLOSED);
			wire.run().send(WireFrame.close(1000, ""));
			assertThat(wire.frames()).containsExactly(new WireFrame(0x01, utf8("one")), WireFrame.close(1000, ""));
			assertThat(session().pendingBytes()).isZero();
		}
	}

	@Test
	void firstPieceIsDroppedLikeAMessageAndALaterOneClosesTheSession() {
		try (WebSocketWire wire = open(BOUNDED.overflowPolicy(OverflowPolicy.DROP_NEWEST))) {
			wire.room(0);
			session().send("x".repeat(2 * LIMIT));
			FragmentedMessage dropped = session().begin(MessageKind.TEXT);
			assertThat(dropped.write("a")).isEqualTo(SendResult.DROPPED);
			assertThat(dropped.write("b")).isEqualTo(SendResult.DROPPED);
			assertThat(dropped.end()).isEqualTo(SendResult.DROPPED);
			wire.room(Long.MAX_VALUE).run().room(0);
			FragmentedMessage torn = session().begin(MessageKind.TEXT);
			assertThat(torn.write("x".repeat(2 * LIMIT)).accepted()).isTrue();
			assertThat(torn.write("y")).isEqualTo(SendResult.DROPPED);
			assertThat(session().open()).isFalse();
			wire.room(Long.MAX_VALUE).run();
			assertThat(wire.lastFrame().closeCode()).isEqualTo(1013);
			assertThat(wire.frames()).hasSize(3);
		}
	}

}
