/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads a header of the PROXY protocol, of version 1 (text) or 2 (binary), as HAProxy
 * specifies them. For one header.
 */
final class ProxyHeaderParser {

	/*
	 * A header is looked at from its beginning each time, since what has come so far is
	 * known to be incomplete after 16 bytes of the binary form, and the text form has no
	 * more than 107.
	 */

	/** More bytes are needed to tell. */
	static final int MORE = -1;

	/** This is no header. */
	static final int NONE = -2;

	/** This is a header that cannot be read. */
	static final int MALFORMED = -3;

	/** What a certificate of a client may take, and more. */
	static final int MAX_BYTES = 16 * 1024;

	private static final byte[] TEXT_SIGNATURE = "PROXY ".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] BINARY_SIGNATURE = { '\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n' };

	private static final int TEXT_MAX = 107;

	private static final int BINARY_HEAD = 16;

	private static final int VERSION_2 = 0x20;

	private static final int LOCAL = 0;

	private static final int PROXY = 1;

	private static final int TCP_4 = 0x11;

	private static final int TCP_6 = 0x21;

	private static final int CRC32C_TYPE = 0x03;

	private static final int SSL_TYPE = 0x20;

	private static final int SSL_MIN = 5;

	private @Nullable InetSocketAddress source;

	private @Nullable InetSocketAddress destination;

	private boolean secure;

	/** Returns the client, or {@code null} if the header tells of none. */
	@Nullable InetSocketAddress source() {
		return source;
	}

	/** Returns what the client has connected to; known if the client is. */
	@Nullable InetSocketAddress destination() {
		return destination;
	}

	/** Tells whether the client speaks TLS to the proxy. */
	boolean secure() {
		return secure;
	}

	/**
	 * Looks at what has come so far.
	 * @param in from the beginning of the connection; nothing is consumed
	 * @return the length of the header, or one of the constants
	 */
	int parse(ByteBuf in) {
		if (begins(in, BINARY_SIGNATURE)) {
			return (in.readableBytes() < BINARY_SIGNATURE.length) ? MORE : parseBinary(in, in.readerIndex());
		}
		if (begins(in, TEXT_SIGNATURE)) {
			return (in.readableBytes() < TEXT_SIGNATURE.length) ? MORE : parseText(in);
		}
		return NONE;
	}

	/** Whether the bytes there are, if any, may be those of the signature. */
	private static boolean begins(ByteBuf in, byte[] signature) {
		int length = Math.min(in.readableBytes(), signature.length);
		for (int i = 0; i < length; i++) {
			if (in.getByte(in.readerIndex() + i) != signature[i]) {
				return false;
			}
		}
		return true;
	}

	// Text: PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n

	private int parseText(ByteBuf in) {
		int length = Math.min(in.readableBytes(), TEXT_MAX);
		int end = in.indexOf(in.readerIndex(), in.readerIndex() + length, (byte) '\n');
		if (end < 0) {
			return (length < TEXT_MAX) ? MORE : MALFORMED;
		}
		String line = in.toString(in.readerIndex(), end - in.readerIndex(), StandardCharsets.ISO_8859_1);
		if (!line.endsWith("\r")) {
			return MALFORMED;
		}
		String[] words = line.substring(0, line.length() - 1).split(" ", -1);
		boolean valid = words[1].equals("UNKNOWN") || (words.length == 6 && readText(words));
		return valid ? line.length() + 1 : MALFORMED;
	}

	private boolean readText(String[] words) {
		int addressLength = switch (words[1]) {
			case "TCP4" -> 4;
			case "TCP6" -> 16;
			default -> 0;
		};
		source = socket(words[2], words[4], addressLength);
		destination = socket(words[3], words[5], addressLength);
		return source != null && destination != null;
	}

	private static @Nullable InetSocketAddress socket(String host, String port, int addressLength) {
		boolean plain = host.indexOf('%') < 0 && host.indexOf('[') < 0;
		byte[] address = plain ? NetUtil.createByteArrayFromIpAddressString(host) : null;
		if (address == null || address.length != addressLength || !port.matches("0|[1-9][0-9]{0,4}")) {
			return null;
		}
		int number = Integer.parseInt(port);
		return (number < 65536) ? socket(address, number) : null;
	}

	private static InetSocketAddress socket(byte[] address, int port) {
		try {
			return new InetSocketAddress(InetAddress.getByAddress(address), port);
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("An address of " + address.length + " bytes", ex);
		}
	}

	// Binary: signature, version and command, family, length, addresses, extensions

	private int parseBinary(ByteBuf in, int start) {
		if (in.readableBytes() < BINARY_HEAD) {
			return MORE;
		}
		int command = in.getUnsignedByte(start + 12) - VERSION_2;
		int family = in.getUnsignedByte(start + 13);
		int length = BINARY_HEAD + in.getUnsignedShort(start + 14);
		int addressLength = addressLength(family);
		boolean known = command == LOCAL || (command == PROXY && addressLength >= 0);
		if (!known || length > MAX_BYTES) {
			return MALFORMED;
		}
		if (in.readableBytes() < length) {
			return MORE;
		}
		if (command == LOCAL || addressLength == 0) {
			return length;
		}
		int extensions = BINARY_HEAD + 2 * addressLength + 4;
		if (length < extensions || !readExtensions(in, start + extensions, start + length)) {
			return MALFORMED;
		}
		int ports = start + BINARY_HEAD + 2 * addressLength;
		source = socket(bytes(in, start + BINARY_HEAD, addressLength), in.getUnsignedShort(ports));
		destination = socket(bytes(in, start + BINARY_HEAD + addressLength, addressLength),
				in.getUnsignedShort(ports + 2));
		return length;
	}

	/**
	 * Returns 0 for what is no address of a TCP connection, and -1 for what is unknown.
	 */
	private static int addressLength(int family) {
		return switch (family) {
			case TCP_4 -> 4;
			case TCP_6 -> 16;
			case 0x00, 0x12, 0x22, 0x31, 0x32 -> 0;
			default -> -1;
		};
	}

	private static byte[] bytes(ByteBuf in, int index, int length) {
		return ByteBufUtil.getBytes(in, index, length);
	}

	private boolean readExtensions(ByteBuf in, int from, int end) {
		int index = from;
		while (index + 3 <= end) {
			int value = index + 3;
			int length = in.getUnsignedShort(index + 1);
			if (value + length > end || !readExtension(in, in.getUnsignedByte(index), value, length)) {
				return false;
			}
			index = value + length;
		}
		return index == end;
	}

	private boolean readExtension(ByteBuf in, int type, int value, int length) {
		if (type == CRC32C_TYPE) {
			return length == 4 && in.getUnsignedInt(value) == checksum(in, value);
		}
		if (type == SSL_TYPE && length >= SSL_MIN) {
			secure = (in.getByte(value) & 1) != 0;
		}
		return type != SSL_TYPE || length >= SSL_MIN;
	}

	/** Sums up the header as if the sum in it were 0. */
	private static long checksum(ByteBuf in, int sumIndex) {
		int start = in.readerIndex();
		byte[] header = bytes(in, start, BINARY_HEAD + in.getUnsignedShort(start + 14));
		for (int i = 0; i < 4; i++) {
			header[sumIndex - start + i] = 0;
		}
		CRC32C sum = new CRC32C();
		sum.update(header);
		return sum.getValue();
	}

}
