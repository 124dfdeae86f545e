/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

import io.fastwire.buffer.WritePool;
import io.fastwire.http1.WebSocketWire;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** Compressed messages (RFC 7692 section 7.2). */
@ExtendWith(LeakFree.class)
class DeflateTests {

	private static final String OFFER = "Sec-WebSocket-Extensions: permessage-deflate";

	private static final String[] OFFERS = { "", "; client_no_context_takeover", "; server_no_context_takeover",
			"; client_no_context_takeover; server_no_context_takeover", "; server_max_window_bits=9" };

	private final RecordingListener listener = new RecordingListener();

	private static WebSocketWire open(CompressionMode mode, String offer, WebSocketListener listener) {
		WebSocketOptions options = WebSocketOptions.builder().compression(mode).maxMessageBytes(70_000).build();
		return WebSocketWire.open(WebSocketRoute.of(options, () -> listener), OFFER + offer + "\r\n");
	}

	private static String agreement(WebSocketWire wire) {
		return wire.responses().get(0).field("Sec-WebSocket-Extensions").orElseThrow();
	}

	@Test
	void messagesPassInBothDirectionsWhateverWasAgreedOn() {
		byte[] message = DeflateData.JSON.bytes(2000, 1);
		for (CompressionMode mode : new CompressionMode[] { CompressionMode.SHARED, CompressionMode.DEDICATED }) {
			for (String offer : OFFERS) {
				try (WebSocketWire wire = open(mode, offer, new EchoListener());
						DeflatePeer peer = new DeflatePeer(agreement(wire))) {
					for (int i = 0; i < 3; i++) {
						wire.send(peer.frames(1, message, i * 100));
					}
					List<WireFrame> frames = wire.frames();
					assertThat(frames).hasSize(3);
					for (WireFrame frame : frames) {
						assertThat(frame.first()).isEqualTo(0xC1);
						assertThat(frame.payload()).hasSizeLessThan(message.length);
						assertThat(peer.message(frame)).isEqualTo(message);
					}
				}
			}
		}
	}

	@Test
	void messagesOfSeveralSessionsDoNotMix() {
		byte[] message = DeflateData.ASCII_TEXT.bytes(3000, 1);
		for (CompressionMode mode : new CompressionMode[] { CompressionMode.SHARED, CompressionMode.DEDICATED }) {
			try (WebSocketWire wire = open(mode, "", new EchoListener());
					DeflatePeer peer = new DeflatePeer(agreement(wire))) {
				WireFrame[] parts = peer.frames(1, message, 300);
				for (WireFrame part : parts) {
					wire.send(part).send(WireFrame.of(9, new byte[1]));
				}
				assertThat(peer.message(wire.lastFrame().opcode() == 1 ? wire.lastFrame()
						: wire.frames().get(wire.frames().size() - 2)))
					.isEqualTo(message);
			}
		}
	}

	@Test
	void takeoverMakesTheSecondMessageShort() {
		byte[] message = DeflateData.RANDOM.bytes(1000, 1);
		try (WebSocketWire wire = open(CompressionMode.DEDICATED, "", new EchoListener());
				DeflatePeer peer = new DeflatePeer(agreement(wire))) {
			wire.send(peer.frames(2, message, 0)).send(peer.frames(2, message, 0));
			assertThat(wire.frames().get(0).payload()).hasSizeGreaterThan(1000);
			assertThat(wire.frames().get(1).payload()).hasSizeLessThan(50);
			wire.frames().forEach((frame) -> assertThat(peer.message(frame)).isEqualTo(message));
		}
		try (WebSocketWire wire = open(CompressionMode.SHARED, "", new EchoListener());
				DeflatePeer peer = new DeflatePeer(agreement(wire))) {
			wire.send(peer.frames(2, message, 0));
			assertThat(wire.lastFrame()).describedAs("not compressed, for that would be longer")
				.isEqualTo(WireFrame.binary(message));
		}
	}

	@Test
	void shortMessagesAndPiecesAreNotCompressed() {
		try (WebSocketWire wire = open(CompressionMode.SHARED, "", listener)) {
			listener.session().send("x".repeat(63));
			listener.session().send("");
			FragmentedMessage message = listener.session().begin(MessageKind.TEXT);
			message.write("x".repeat(1000));
			message.end();
			wire.run();
			assertThat(wire.frames()).noneMatch((frame) -> (frame.first() & 0x40) != 0);
			listener.session().send("x".repeat(64));
			wire.run();
			assertThat(wire.lastFrame().first()).isEqualTo(0xC1);
		}
	}

	@Test
	void preparedMessageIsCompressedOnceForAllSessionsWithoutTakeover() {
		PreparedMessage message = PreparedMessage.text("x".repeat(1000));
		PreparedMessage random = PreparedMessage.binary(DeflateData.RANDOM.bytes(500, 1));
		for (CompressionMode mode : CompressionMode.values()) {
			try (WebSocketWire wire = open(mode, "", listener);
					DeflatePeer peer = new DeflatePeer((mode == CompressionMode.OFF) ? "" : agreement(wire))) {
				listener.session().send(message);
				listener.session().send("y".repeat(1000));
				listener.session().send(message);
				listener.session().send(random);
				wire.run();
				List<String> received = new ArrayList<>();
				for (WireFrame frame : wire.frames().subList(0, 3)) {
					received.add(new String(peer.message(frame), StandardCharsets.UTF_8));
				}
				assertThat(peer.message(wire.lastFrame())).isEqualTo(DeflateData.RANDOM.bytes(500, 1));
				assertThat(received).containsExactly("x".repeat(1000), "y".repeat(1000), "x".repeat(1000));
			}
		}
		assertThat(message.release()).isTrue();
		assertThat(random.release()).isTrue();
	}

	@Test
	void inflatingStopsAtTheLimit() {
		byte[] bomb = new byte[100_000_000];
		try (DeflatePeer peer = new DeflatePeer("")) {
			byte[] payload = peer.deflate(bomb);
			assertThat(payload).hasSizeGreaterThan(70_000);
			tooBig(new WireFrame(0xC2, payload));
		}
		try (DeflatePeer peer = new DeflatePeer("")) {
			tooBig(peer.frames(2, new byte[30_000_000], 0));
		}
		try (DeflatePeer peer = new DeflatePeer("")) {
			tooBig(peer.frames(2, new byte[30_000_000], 600));
		}
		try (DeflatePeer peer = new DeflatePeer("")) {
			tooBig(peer.frames(2, new byte[70_001], 0));
		}
	}

	private static void tooBig(WireFrame... frames) {
		for (CompressionMode mode : new CompressionMode[] { CompressionMode.SHARED, CompressionMode.DEDICATED }) {
			try (WebSocketWire wire = open(mode, "", new EchoListener())) {
				wire.send(frames);
				assertThat(wire.lastFrame().closeCode()).isEqualTo(1009);
			}
		}
	}

	@Test
	void messageAsLongAsTheLimitIsTakenAlsoIfItCannotBeCompressed() {
		byte[] message = DeflateData.RANDOM.bytes(70_000, 1);
		try (WebSocketWire wire = open(CompressionMode.DEDICATED, "", new EchoListener());
				DeflatePeer peer = new DeflatePeer(agreement(wire))) {
			wire.send(peer.frames(2, message, 0));
			assertThat(peer.message(wire.lastFrame())).isEqualTo(message);
		}
	}

	@Test
	void whatCannotBeInflatedIsRefused() {
		for (CompressionMode mode : new CompressionMode[] { CompressionMode.SHARED, CompressionMode.DEDICATED }) {
			try (WebSocketWire wire = open(mode, "", listener)) {
				wire.send(new WireFrame(0xC1, new byte[] { 7, 8, 9 }));
				assertThat(wire.lastFrame().closeCode()).isEqualTo(1007);
			}
			try (WebSocketWire wire = open(mode, "", listener)) {
				wire.send(WireFrame.masked(new WireFrame(0x41, new byte[1]), new WireFrame(0xC0, new byte[1])));
				assertThat(wire.lastFrame().closeCode()).isEqualTo(1002);
			}
			try (WebSocketWire wire = open(mode, "", listener); DeflatePeer peer = new DeflatePeer("")) {
				wire.send(peer.frames(1, new byte[] { 'a', (byte) 0xC3 }, 0));
				assertThat(wire.lastFrame().closeCode()).isEqualTo(1007);
			}
		}
	}

	@Test
	void examplesOfTheRfcAreRead() {
		String hello = "48656c6c6f";
		List<String> examples = List.of("f248cdc9c90700", "000500faff48656c6c6f00", "f348cdc9c9070000",
				"f248050000 00ffffcac9c90700".replace(" ", ""));
		for (String example : examples) {
			byte[] frame = new WireFrame(0xC1, ByteBufUtil.decodeHexDump(example)).masked();
			Fragmentation.of(frame).forEach((pieces) -> {
				MessageInflater inflater = new MessageInflater(false);
				assertThat(FrameArrivals.decode(pieces, 100, 10, inflater)).containsExactly("text " + hello);
				inflater.close();
			});
		}
		byte[] twice = WireFrame.masked(new WireFrame(0xC1, ByteBufUtil.decodeHexDump("f248cdc9c90700")),
				new WireFrame(0xC1, ByteBufUtil.decodeHexDump("f200110000")), new WireFrame(0xC1, new byte[1]),
				new WireFrame(0xC2, new byte[0]));
		MessageInflater inflater = new MessageInflater(true);
		assertThat(FrameArrivals.decode(List.of(twice), 100, 10, inflater)).containsExactly("text " + hello,
				"text " + hello, "text ", "binary ");
		inflater.close();
	}

	@Test
	void finalBlockDoesNotEndAMessageNorWhatComesBehindIt() {
		String last = "f348cdc9c90700";
		byte[] input = WireFrame.masked(new WireFrame(0xC1, ByteBufUtil.decodeHexDump(last + last + "00")),
				new WireFrame(0xC1, ByteBufUtil.decodeHexDump("f248cdc9c90700")));
		for (boolean takeover : new boolean[] { false, true }) {
			Fragmentation.of(input).forSome((pieces) -> {
				MessageInflater inflater = new MessageInflater(takeover);
				assertThat(FrameArrivals.decode(pieces, 100, 10, inflater)).containsExactly("text 48656c6c6f48656c6c6f",
						"text 48656c6c6f");
				inflater.close();
			}, 10);
		}
	}

	@Test
	void messageOfFinalBlocksWithoutEndIsRefused() {
		byte[] empty = { 3, 0 };
		try (MessageInflater inflater = new MessageInflater(false)) {
			ByteBuf few = Unpooled.wrappedBuffer(repeat(empty, 100));
			ByteBuf message = inflater.inflate(few, 100, ByteBufAllocator.DEFAULT);
			assertThat(message).isNotNull();
			assertThat(message.isReadable()).isFalse();
			message.release();
			ByteBuf many = Unpooled.wrappedBuffer(repeat(empty, 30_000));
			assertThat(inflater.inflate(many, 100, ByteBufAllocator.DEFAULT)).isNull();
			assertThat(inflater.violation()).isEqualTo(Violation.NOT_DEFLATE);
		}
	}

	private static byte[] repeat(byte[] part, int times) {
		byte[] all = new byte[part.length * times];
		for (int i = 0; i < all.length; i++) {
			all[i] = part[i % part.length];
		}
		return all;
	}

	@Test
	void sharedInflaterLetsNobodyReferToWhatOthersHaveSent() {
		byte[] input = WireFrame.masked(new WireFrame(0xC1, ByteBufUtil.decodeHexDump("f248cdc9c90700")),
				new WireFrame(0xC1, ByteBufUtil.decodeHexDump("f200110000")));
		MessageInflater inflater = new MessageInflater(false);
		assertThat(FrameArrivals.decode(List.of(input), 100, 10, inflater)).containsExactly("text 48656c6c6f",
				"NOT_DEFLATE");
		inflater.close();
	}

	@Test
	void noDistanceReachesBeyondTheWindow() {
		EmbeddedChannel channel = new EmbeddedChannel();
		WritePool pool = new WritePool(channel.eventLoop(), ByteBufAllocator.DEFAULT, 64 * 1024);
		MessageDeflater deflater = new MessageDeflater(false);
		for (DeflateData data : DeflateData.values()) {
			byte[] message = data.bytes(20_000, 3);
			for (int bits = 8; bits <= 15; bits++) {
				ByteBuf deflated = deflater.deflate(Unpooled.wrappedBuffer(message), bits, pool);
				InflateModel model = InflateModel.inflate(ByteBufUtil.getBytes(deflated));
				deflated.release();
				assertThat(model.output()).isEqualTo(message);
				assertThat(model.longestDistance()).describedAs(data + " in " + bits + " bits")
					.isLessThanOrEqualTo(1 << bits);
			}
		}
		deflater.close();
		pool.close();
		channel.close();
	}

	@Test
	void modelSeesDistancesThatAreTooLong() {
		Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
		byte[] half = DeflateData.RANDOM.bytes(5000, 1);
		byte[] twice = Arrays.copyOf(half, 10_000);
		System.arraycopy(half, 0, twice, 5000, 5000);
		deflater.setInput(twice);
		byte[] out = new byte[20_000];
		int length = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
		deflater.end();
		InflateModel model = InflateModel.inflate(Arrays.copyOf(out, length - 4));
		assertThat(model.output()).isEqualTo(twice);
		assertThat(model.longestDistance()).isEqualTo(5000);
	}

}
