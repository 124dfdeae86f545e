/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** Frames of a client (RFC 6455 section 5), each in every way in which it may arrive. */
@ExtendWith(LeakFree.class)
class FrameDecoderTests {

	private static final HexFormat HEX = HexFormat.of();

	private static byte[] hex(String text) {
		return HEX.parseHex(text.replace(" ", ""));
	}

	private static String hexOf(String text) {
		return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
	}

	/** A frame whose mask is zero, followed by a message that must not be delivered. */
	private static List<String> decode(String frame) {
		return FrameArrivals.decode(hex(frame + "81 82 00000000 6869"));
	}

	@Test
	void messagesOfAllLengthsAreTaken() {
		for (int length : new int[] { 0, 1, 2, 7, 8, 9, 124, 125, 126, 127, 200 }) {
			byte[] payload = new byte[length];
			new Random(length).nextBytes(payload);
			assertThat(FrameArrivals.decode(WireFrame.binary(payload).masked()))
				.containsExactly("binary " + HEX.formatHex(payload));
		}
		for (int length : new int[] { 65535, 65536, 70000 }) {
			byte[] payload = new byte[length];
			new Random(length).nextBytes(payload);
			assertThat(FrameArrivals.sample(WireFrame.binary(payload).masked(), 1 << 20, 1))
				.containsExactly("binary " + HEX.formatHex(payload));
		}
	}

	@Test
	void controlFramesMayComeBetweenFragments() {
		byte[] input = WireFrame.masked(new WireFrame(0x01, "hello".getBytes(StandardCharsets.UTF_8)),
				WireFrame.of(9, new byte[0]), WireFrame.of(10, "p".getBytes(StandardCharsets.UTF_8)),
				new WireFrame(0x00, new byte[0]), WireFrame.of(0, "world".getBytes(StandardCharsets.UTF_8)),
				WireFrame.text("next"));
		assertThat(FrameArrivals.decode(input)).containsExactly("ping ", "pong " + hexOf("p"),
				"text " + hexOf("helloworld"), "text " + hexOf("next"));
	}

	@Test
	void closeInTheMiddleOfAMessageIsSeen() {
		byte[] input = WireFrame.masked(new WireFrame(0x02, new byte[3]), WireFrame.close(1000, "bye"));
		assertThat(FrameArrivals.decode(input)).containsExactly("close 03e8" + hexOf("bye"));
	}

	@Test
	void frameWithoutMaskIsRefused() {
		assertThat(decode("81 02 6869")).containsExactly("NOT_MASKED");
		assertThat(decode("89 00")).containsExactly("NOT_MASKED");
	}

	@Test
	void reservedBitsAreRefusedInEachFrame() {
		for (int bit : new int[] { 0x10, 0x20, 0x40, 0x70 }) {
			for (int opcode : new int[] { 0x1, 0x2, 0x8, 0x9, 0xA }) {
				String first = HEX.toHexDigits((byte) (0x80 | bit | opcode));
				assertThat(decode(first + "82 00000000 03E8")).containsExactly("RESERVED_BITS");
			}
			String continued = "01 81 00000000 61" + HEX.toHexDigits((byte) (0x80 | bit)) + "81 00000000 62";
			assertThat(decode(continued)).containsExactly("RESERVED_BITS");
		}
	}

	@Test
	void reservedOpcodesAreRefused() {
		for (int opcode : new int[] { 3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xE, 0xF }) {
			for (int fin : new int[] { 0, 0x80 }) {
				assertThat(decode(HEX.toHexDigits((byte) (fin | opcode)) + "80 00000000"))
					.containsExactly("RESERVED_OPCODE");
			}
		}
	}

	@Test
	void controlFramesAreShortAndWhole() {
		for (int opcode : new int[] { 8, 9, 0xA }) {
			assertThat(decode(HEX.toHexDigits((byte) opcode) + "80 00000000")).containsExactly("CONTROL_FRAGMENTED");
			assertThat(decode(HEX.toHexDigits((byte) (0x80 | opcode)) + "FE 007E 00000000" + "00".repeat(126)))
				.containsExactly("CONTROL_TOO_LONG");
			assertThat(decode(HEX.toHexDigits((byte) (0x80 | opcode)) + "FF 0000000000010000"))
				.containsExactly("CONTROL_TOO_LONG");
		}
		assertThat(decode("89 FD 00000000" + "61".repeat(125))).startsWith("ping " + "61".repeat(125));
	}

	@Test
	void lengthsMustBeInTheirShortestForm() {
		assertThat(decode("82 FE 007D 00000000" + "00".repeat(125))).containsExactly("LENGTH_NOT_MINIMAL");
		assertThat(decode("82 FE 0000 00000000")).containsExactly("LENGTH_NOT_MINIMAL");
		assertThat(decode("82 FF 000000000000FFFF 00000000")).containsExactly("LENGTH_NOT_MINIMAL");
		assertThat(decode("82 FF 8000000000010000 00000000")).containsExactly("LENGTH_NOT_MINIMAL");
		assertThat(decode("82 FE 007E 00000000" + "00".repeat(126))).startsWith("binary " + "00".repeat(126));
	}

	@Test
	void continuationNeedsAMessageAndAMessageItsEnd() {
		assertThat(decode("80 80 00000000")).containsExactly("NOTHING_TO_CONTINUE");
		assertThat(decode("00 80 00000000")).containsExactly("NOTHING_TO_CONTINUE");
		assertThat(decode("01 81 00000000 61 82 81 00000000 62")).containsExactly("MESSAGE_UNFINISHED");
		assertThat(decode("82 80 00000000 80 80 00000000")).containsExactly("binary ", "NOTHING_TO_CONTINUE");
	}

	@Test
	void limitIsJudgedByTheHeaderAlone() {
		byte[] oneFrame = hex("82 FE 0101");
		assertThat(FrameArrivals.decode(oneFrame, 256, 9)).containsExactly("TOO_BIG");
		assertThat(FrameArrivals.decode(hex("82 FF 0000000080000000"), 256, 9)).containsExactly("TOO_BIG");
		assertThat(FrameArrivals.decode(hex("82 FF 7FFFFFFFFFFFFFFF"), Integer.MAX_VALUE, 9))
			.containsExactly("TOO_BIG");
		byte[] exact = WireFrame.binary(new byte[256]).masked();
		assertThat(FrameArrivals.decode(exact, 256, 9)).containsExactly("binary " + "00".repeat(256));
	}

	@Test
	void limitIsOnTheSumOfTheFragments() {
		ByteArrayOutputStream input = new ByteArrayOutputStream();
		input.writeBytes(new WireFrame(0x02, new byte[100]).masked());
		input.writeBytes(new WireFrame(0x00, new byte[100]).masked());
		input.writeBytes(hex("80 B9"));
		assertThat(FrameArrivals.decode(input.toByteArray(), 256, 9)).containsExactly("TOO_BIG");
	}

	@Test
	void numberOfFragmentsIsLimited() {
		byte[] input = WireFrame.masked(new WireFrame(0x02, new byte[0]), new WireFrame(0, new byte[0]),
				new WireFrame(0, new byte[0]));
		assertThat(FrameArrivals.decode(input, 256, 2)).containsExactly("TOO_MANY_FRAGMENTS");
		assertThat(FrameArrivals.decode(input, 256, 3)).isEmpty();
	}

	@Test
	void textIsCheckedAtTheFirstByteThatShows() {
		// the frame is longer than what has arrived
		assertThat(FrameArrivals.decode(hex("81 FE 0100 00000000 61 C3 28"))).containsExactly("NOT_UTF8");
		assertThat(FrameArrivals.decode(hex("01 82 00000000 F4 90"))).containsExactly("NOT_UTF8");
		assertThat(FrameArrivals.decode(hex("01 82 00000000 ED A0"))).containsExactly("NOT_UTF8");
		assertThat(FrameArrivals.decode(hex("01 82 00000000 E0 9F"))).containsExactly("NOT_UTF8");
	}

	@Test
	void textMayBeCutWithinACharacterButMustNotEndThere() {
		byte[] euro = "€".getBytes(StandardCharsets.UTF_8);
		byte[] input = WireFrame.masked(new WireFrame(0x01, new byte[] { 'a', euro[0] }),
				new WireFrame(0x00, new byte[] { euro[1] }), new WireFrame(0x80, new byte[] { euro[2], 'b' }));
		assertThat(FrameArrivals.decode(input)).containsExactly("text " + hexOf("a€b"));
		byte[] open = WireFrame.masked(new WireFrame(0x01, new byte[] { 'a', euro[0] }),
				new WireFrame(0x80, new byte[] { euro[1] }));
		assertThat(FrameArrivals.decode(open)).containsExactly("NOT_UTF8");
		byte[] thenAscii = WireFrame.masked(new WireFrame(0x01, new byte[] { euro[0] }),
				new WireFrame(0x80, new byte[] { 'b' }));
		assertThat(FrameArrivals.decode(thenAscii)).containsExactly("NOT_UTF8");
	}

	@Test
	void randomFramesAgreeWithTheModel() {
		for (int seed = 0; seed < 300; seed++) {
			Random random = new Random(seed);
			ByteArrayOutputStream input = new ByteArrayOutputStream();
			for (int i = 0; i < 4; i++) {
				int[] firsts = { 0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x89, 0x8A, 0x88 };
				String[] texts = { "", "a", "äöü", "€uro", "\uD83D\uDE00", "x".repeat(130), "0123456789ä" };
				byte[] payload = texts[random.nextInt(texts.length)].getBytes(StandardCharsets.UTF_8);
				if (payload.length > 0 && random.nextInt(8) == 0) {
					payload[random.nextInt(payload.length)] = (byte) random.nextInt();
				}
				input.writeBytes(new WireFrame(firsts[random.nextInt(firsts.length)], payload).masked());
			}
			byte[] bytes = input.toByteArray();
			assertThat(FrameArrivals.sample(bytes, 300, 3)).describedAs("seed " + seed)
				.isEqualTo(FrameModel.read(bytes, 300, 3));
		}
	}

}
