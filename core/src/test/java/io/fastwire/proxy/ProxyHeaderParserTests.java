/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is a PROXY header, and what it says. */
class ProxyHeaderParserTests {

	private static final String REST = "GET / HTTP/1.1";

	private final ProxyHeaderParser parser = new ProxyHeaderParser();

	private static byte[] latin1(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

	/** The verdict on a header with something behind it, and on each part of it. */
	private int parse(byte[] header) {
		for (int length = 0; length < header.length; length++) {
			int early = new ProxyHeaderParser().parse(Unpooled.wrappedBuffer(header, 0, length));
			if (early != ProxyHeaderParser.MORE) {
				return early;
			}
		}
		ByteBuf all = Unpooled.wrappedBuffer(new byte[3], header, latin1(REST)).skipBytes(3);
		int length = parser.parse(all);
		assertThat(all.readerIndex()).isEqualTo(3);
		return length;
	}

	@ParameterizedTest
	@ValueSource(strings = { "PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n",
			"PROXY TCP6 2001:db8::1 ::1 65535 0\r\n", "PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n",
			"PROXY TCP6 ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n" })
	void readsText(String template) {
		String header = template.replace("f...f", "ffff:ffff:ffff:ffff:ffff:ffff");
		assertThat(parse(latin1(header))).isEqualTo(header.length());
		String[] words = header.trim().split(" ", -1);
		assertThat(parser.source()).isEqualTo(new InetSocketAddress(words[2], Integer.parseInt(words[4])));
		assertThat(parser.destination()).isEqualTo(new InetSocketAddress(words[3], Integer.parseInt(words[5])));
		assertThat(parser.secure()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "PROXY UNKNOWN\r\n", "PROXY UNKNOWN ffff::1 whatever 1 2\r\n", "PROXY UNKNOWN \u00ff\r\n" })
	void readsTextThatTellsNothing(String header) {
		assertThat(parse(latin1(header))).isEqualTo(header.length());
		assertThat(parser.source()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PROXY \r\n", "PROXY TCP4\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n",
			"PROXY TCP4 1.2.3.4 1.2.3.4 1\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n",
			"PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 \r\n", "PROXY TCP4 ::1 ::1 1 2\r\n",
			"PROXY TCP6 1.2.3.4 1.2.3.4 1 2\r\n", "PROXY TCP5 1.2.3.4 1.2.3.4 1 2\r\n",
			"PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 65536 2\r\n",
			"PROXY TCP4 1.2.3.4 1.2.3.4 -1 2\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 999999999999\r\n",
			"PROXY TCP4 1.2.3 1.2.3.4 1 2\r\n", "PROXY TCP4 a.example 1.2.3.4 1 2\r\n", "PROXY TCP6 [::1] ::1 1 2\r\n",
			"PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n", "PROXY unknown\r\n" })
	void refusesMalformedText(String header) {
		assertThat(parse(latin1(header))).isEqualTo(ProxyHeaderParser.MALFORMED);
	}

	@Test
	void refusesTextWithoutAnEnd() {
		assertThat(parse(latin1("PROXY UNKNOWN " + "x".repeat(200)))).isEqualTo(ProxyHeaderParser.MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "G", "PR ", "POST / HTTP/1.1", "PROPFIND / HTTP/1.1", "\r\nGET", "\r\n\r\nGET",
			"\r\n\r\n\0\r\nQUIX", "\u0016\u0003", "proxy " })
	void seesThatThereIsNone(String text) {
		assertThat(parse(latin1(text))).isEqualTo(ProxyHeaderParser.NONE);
	}

	static Stream<ProxyHeader> headers() {
		return Stream.of(ProxyHeader.tcp("192.0.2.1", 56324, "198.51.100.1", 443),
				ProxyHeader.tcp("2001:db8::1", 65535, "::1", 0),
				ProxyHeader.tcp("192.0.2.1", 1, "192.0.2.2", 2).extension(0xE0, new byte[300]).extension(0x04));
	}

	@ParameterizedTest
	@MethodSource("headers")
	void readsBinary(ProxyHeader header) {
		byte[] bytes = header.bytes();
		assertThat(parse(bytes)).isEqualTo(bytes.length);
		assertThat(parser.source()).isNotNull();
		assertThat(parser.destination()).isNotNull();
		assertThat(parser.secure()).isFalse();
	}

	@Test
	void readsTheAddressesOfBinary() {
		parse(ProxyHeader.tcp("192.0.2.1", 56324, "198.51.100.1", 443).bytes());
		assertThat(parser.source()).isEqualTo(new InetSocketAddress("192.0.2.1", 56324));
		assertThat(parser.destination()).isEqualTo(new InetSocketAddress("198.51.100.1", 443));
		parse(ProxyHeader.tcp("2001:db8::1", 65535, "::1", 0).bytes());
		assertThat(parser.source()).isEqualTo(new InetSocketAddress("2001:db8::1", 65535));
		assertThat(parser.destination()).isEqualTo(new InetSocketAddress("::1", 0));
	}

	static Stream<byte[]> silent() {
		byte[] address = new byte[12];
		return Stream.of(ProxyHeader.of(0x20, 0).bytes(), ProxyHeader.of(0x20, 0x11).raw(address).bytes(),
				ProxyHeader.of(0x20, 0x77).raw(new byte[5]).bytes(), ProxyHeader.of(0x21, 0).bytes(),
				ProxyHeader.of(0x21, 0x12).raw(address).bytes(), ProxyHeader.of(0x21, 0x31).raw(new byte[216]).bytes());
	}

	@ParameterizedTest
	@MethodSource("silent")
	void readsBinaryThatTellsNothing(byte[] header) {
		assertThat(parse(header)).isEqualTo(header.length);
		assertThat(parser.source()).isNull();
	}

	static Stream<byte[]> malformed() {
		return Stream.of(ProxyHeader.of(0x11, 0x11).raw(new byte[12]).bytes(),
				ProxyHeader.of(0x31, 0x11).raw(new byte[12]).bytes(),
				ProxyHeader.of(0x22, 0x11).raw(new byte[12]).bytes(),
				ProxyHeader.of(0x21, 0x41).raw(new byte[12]).bytes(),
				ProxyHeader.of(0x21, 0x11).raw(new byte[11]).bytes(),
				ProxyHeader.of(0x21, 0x21).raw(new byte[35]).bytes(),
				ProxyHeader.of(0x21, 0x11).raw(new byte[12]).raw(new byte[2]).bytes(),
				ProxyHeader.of(0x21, 0x11).raw(new byte[12]).raw((byte) 4, (byte) 0, (byte) 1).bytes(),
				ProxyHeader.of(0x21, 0x11).raw(new byte[12]).extension(0x20, new byte[4]).bytes(),
				ProxyHeader.of(0x21, 0x11).raw(new byte[12]).extension(0x03, new byte[3]).bytes(),
				ProxyHeader.of(0x21, 0x11).raw(new byte[12]).bytes(0xFFFF),
				ProxyHeader.tcp("192.0.2.1", 1, "192.0.2.2", 2).withChecksum(1));
	}

	@ParameterizedTest
	@MethodSource("malformed")
	void refusesMalformedBinary(byte[] header) {
		assertThat(parse(header)).isEqualTo(ProxyHeaderParser.MALFORMED);
	}

	@Test
	void checksTheSum() {
		byte[] header = ProxyHeader.tcp("192.0.2.1", 1, "192.0.2.2", 2).extension(0x05, new byte[7]).withChecksum(0);
		assertThat(parse(header)).isEqualTo(header.length);
		header[16] ^= 1;
		assertThat(parse(header)).isEqualTo(ProxyHeaderParser.MALFORMED);
	}

	@Test
	void seesWhetherTheClientSpeaksTls() {
		parse(ProxyHeader.tcp("192.0.2.1", 1, "192.0.2.2", 2)
			.extension(0x20, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0)
			.bytes());
		assertThat(parser.secure()).isFalse();
		parse(ProxyHeader.tcp("192.0.2.1", 1, "192.0.2.2", 2)
			.extension(0x20, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0x21, (byte) 0, (byte) 1,
					(byte) 'x')
			.bytes());
		assertThat(parser.secure()).isTrue();
	}

}
