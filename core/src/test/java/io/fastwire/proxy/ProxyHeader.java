/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Makes headers of version 2, right or wrong. */
public final class ProxyHeader {

	private static final byte[] SIGNATURE = "\r\n\r\n\0\r\nQUIT\n".getBytes(StandardCharsets.US_ASCII);

	private final int command;

	private final int family;

	private final ByteArrayOutputStream content = new ByteArrayOutputStream();

	private ProxyHeader(int command, int family) {
		this.command = command;
		this.family = family;
	}

	/** Begins a header of any command and family. */
	public static ProxyHeader of(int command, int family) {
		return new ProxyHeader(command, family);
	}

	/** Begins a header with addresses and ports. */
	public static ProxyHeader tcp(String source, int sourcePort, String destination, int destinationPort) {
		try {
			byte[] from = InetAddress.getByName(source).getAddress();
			byte[] to = InetAddress.getByName(destination).getAddress();
			return of(0x21, (from.length == 4) ? 0x11 : 0x21).raw(ByteBuffer.allocate(2 * from.length + 4)
				.put(from)
				.put(to)
				.putShort((short) sourcePort)
				.putShort((short) destinationPort)
				.array());
		}
		catch (UnknownHostException ex) {
			throw new IllegalArgumentException(ex);
		}
	}

	/** Appends bytes as they are. */
	public ProxyHeader raw(byte... bytes) {
		content.writeBytes(bytes);
		return this;
	}

	/** Appends an extension. */
	public ProxyHeader extension(int type, byte... value) {
		return raw(ByteBuffer.allocate(3 + value.length)
			.put((byte) type)
			.putShort((short) value.length)
			.put(value)
			.array());
	}

	/** Appends a checksum, the right one plus an error, and returns all bytes. */
	public byte[] withChecksum(int error) {
		extension(0x03, new byte[4]);
		byte[] bytes = bytes();
		CRC32C sum = new CRC32C();
		sum.update(bytes);
		ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) sum.getValue() + error);
		return bytes;
	}

	/** Returns all bytes. */
	public byte[] bytes() {
		return bytes(content.size());
	}

	/** Returns all bytes, with a length that may be wrong. */
	public byte[] bytes(int length) {
		return ByteBuffer.allocate(16 + content.size())
			.put(SIGNATURE)
			.put((byte) command)
			.put((byte) family)
			.putShort((short) length)
			.put(content.toByteArray())
			.array();
	}

}
