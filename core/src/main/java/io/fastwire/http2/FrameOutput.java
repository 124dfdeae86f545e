/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.internal.io.CorkedWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;

/**
 * Writes frames (RFC 9113 section 6) into the cork of one connection, headers through its
 * HPACK encoder. Loop only.
 */
final class FrameOutput {

	/** The size of payloads that every peer takes, and the largest that is sent. */
	static final int MAX_PAYLOAD = 16_384;

	static final int HEADER_BYTES = 9;

	static final int DATA = 0;

	static final int HEADERS = 1;

	static final int RST_STREAM = 3;

	static final int SETTINGS = 4;

	static final int PING = 6;

	static final int GOAWAY = 7;

	static final int WINDOW_UPDATE = 8;

	static final int CONTINUATION = 9;

	static final int ACK = 1;

	static final int END_STREAM = 1;

	static final int END_HEADERS = 4;

	private static final byte[] NOTHING = {};

	private static final int PING_BYTES = 8;

	private static final int SETTING_BYTES = 6;

	/** A larger table costs memory on each connection and saves little. */
	private static final long MAX_TABLE_BYTES = 4096;

	/** From this length on, Huffman coding is worth its time. */
	private static final int HUFFMAN_THRESHOLD = 64;

	private static final int TABLE_SIZE_HINT = 16;

	private final CorkedWriter writer;

	/** Set-Cookie must not be guessed by those who share a compression context. */
	private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder(
			(name, value) -> "set-cookie".contentEquals(name), false, TABLE_SIZE_HINT, HUFFMAN_THRESHOLD);

	/** Of the loop: a connection that is idle has no use for it. */
	private final ByteBuf block;

	/**
	 * Mostly empty. A change of the table's size that the encoder wrote in front of a
	 * section that it then refused; the next one must begin with it (RFC 7541 section
	 * 4.2).
	 */
	private byte[] unsent = NOTHING;

	/**
	 * Creates the output of a connection.
	 * @param writer of the connection
	 * @param block used while a header section is written, and never between two
	 */
	FrameOutput(CorkedWriter writer, ByteBuf block) {
		this.writer = writer;
		this.block = block;
	}

	private ByteBuf begin(int length, int type, int flags, int stream) {
		return header(writer.reserve(HEADER_BYTES + length), length, type, flags, stream);
	}

	private static ByteBuf header(ByteBuf out, int length, int type, int flags, int stream) {
		return out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
	}

	/** Writes settings, given as pairs of identifier and value. */
	void settings(int... pairs) {
		ByteBuf out = begin(pairs.length / 2 * SETTING_BYTES, SETTINGS, 0, 0);
		for (int i = 0; i < pairs.length; i += 2) {
			out.writeShort(pairs[i]).writeInt(pairs[i + 1]);
		}
	}

	void settingsAck() {
		begin(0, SETTINGS, ACK, 0);
	}

	void ping(boolean ack, long data) {
		begin(PING_BYTES, PING, ack ? ACK : 0, 0).writeLong(data);
	}

	void goAway(int lastStream, long error) {
		begin(8, GOAWAY, 0, 0).writeInt(lastStream).writeInt((int) error);
	}

	void reset(int stream, long error) {
		begin(4, RST_STREAM, 0, stream).writeInt((int) error);
	}

	void windowUpdate(int stream, int increment) {
		begin(4, WINDOW_UPDATE, 0, stream).writeInt(increment);
	}

	/**
	 * Writes a header section, in several frames if it must be, and clears it: it is the
	 * loop's, which is not to keep what an application has sent.
	 * @param ends whether nothing follows on the stream
	 * @throws Http2Exception if it is larger than the client allows; nothing is written
	 * then
	 */
	void headers(int stream, Http2Headers section, boolean ends) throws Http2Exception {
		block.clear().writeBytes(unsent);
		try {
			encoder.encodeHeaders(stream, section, block);
			unsent = NOTHING;
		}
		catch (Http2Exception ex) {
			unsent = ByteBufUtil.getBytes(block);
			throw ex;
		}
		finally {
			section.clear();
		}
		int type = HEADERS;
		int flags = ends ? END_STREAM : 0;
		do {
			int length = Math.min(block.readableBytes(), MAX_PAYLOAD);
			int last = (length == block.readableBytes()) ? END_HEADERS : 0;
			begin(length, type, flags | last, stream).writeBytes(block, length);
			type = CONTINUATION;
			flags = 0;
		}
		while (block.isReadable());
		if (block.capacity() > MAX_PAYLOAD) {
			block.capacity(MAX_PAYLOAD);
		}
	}

	/**
	 * Begins a DATA frame, whose payload the caller writes next.
	 * @param length of the payload in bytes
	 */
	void data(int stream, int length, boolean ends) {
		header(writer.reserve(HEADER_BYTES, length), length, DATA, ends ? END_STREAM : 0, stream);
	}

	/** Applies what the client allows (RFC 9113 section 6.5.2). */
	void tableSize(long max) throws Http2Exception {
		encoder.maxHeaderTableSize(Math.min(max, MAX_TABLE_BYTES));
	}

	/** Applies what the client allows (RFC 9113 section 6.5.2). */
	void maxHeaderListSize(long max) throws Http2Exception {
		encoder.maxHeaderListSize(max);
	}

	/** Frees memory. */
	void close() {
		encoder.close();
	}

}
