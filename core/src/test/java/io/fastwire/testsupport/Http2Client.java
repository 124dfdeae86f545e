/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;

/**
 * A blocking HTTP/2 client that sends exactly the frames it is told, also wrong ones, and
 * shows each frame that it gets. Not thread-safe.
 */
public final class Http2Client implements AutoCloseable {

	/** Frame types and flags of RFC 9113 section 6. */
	public static final int DATA = 0;

	public static final int HEADERS = 1;

	public static final int PRIORITY = 2;

	public static final int RST_STREAM = 3;

	public static final int SETTINGS = 4;

	public static final int PING = 6;

	public static final int GOAWAY = 7;

	public static final int WINDOW_UPDATE = 8;

	public static final int CONTINUATION = 9;

	public static final int ACK = 1;

	public static final int END_STREAM = 1;

	public static final int END_HEADERS = 4;

	/** The setting of the window of streams. */
	public static final int INITIAL_WINDOW_SIZE = 4;

	/** The setting of the largest head that is taken. */
	public static final int MAX_HEADER_LIST_SIZE = 6;

	private static final int HEADER_BYTES = 9;

	private static final long UNLIMITED = 1 << 20;

	private final WireClient wire;

	private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();

	private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, UNLIMITED);

	private final ArrayDeque<Frame> skipped = new ArrayDeque<>();

	/** Whether windows are opened as data comes. */
	private boolean reading = true;

	private Http2Client(WireClient wire) {
		this.wire = wire;
	}

	/**
	 * A frame.
	 *
	 * @param type its type
	 * @param flags its flags
	 * @param stream its stream
	 * @param payload the bytes, of HEADERS the whole block
	 * @param fields of HEADERS, repeated ones joined by a comma
	 */
	public record Frame(int type, int flags, int stream, byte[] payload, Map<String, String> fields) {

		/**
		 * Tells whether a flag is set.
		 * @param flag the flag
		 * @return whether it is
		 */
		public boolean has(int flag) {
			return (flags & flag) != 0;
		}

		/**
		 * Returns a number of four bytes.
		 * @param at where it starts
		 * @return the number
		 */
		public int number(int at) {
			return Unpooled.wrappedBuffer(payload).getInt(at);
		}

	}

	/**
	 * A response, maybe cut off.
	 *
	 * @param heads header sections in order: interim ones, the final one, trailers
	 * @param body the bytes
	 * @param reset error code of the reset, or -1 if there was none
	 */
	public record Response(List<Map<String, String>> heads, byte[] body, int reset) {

		/**
		 * Returns the final status.
		 * @return the status
		 */
		public int status() {
			return Integer.parseInt(heads.get(heads.size() - 1).get(":status"));
		}

		/**
		 * Returns a field.
		 * @param name in lower case
		 * @return its value, or {@code null}
		 */
		public String field(String name) {
			return heads.get(heads.size() - 1).get(name);
		}

		/**
		 * Returns the body.
		 * @return as UTF-8
		 */
		public String text() {
			return new String(body, StandardCharsets.UTF_8);
		}

	}

	/**
	 * Begins HTTP/2 with an empty SETTINGS frame.
	 * @param wire a new connection, closed with this
	 * @return a client
	 * @throws IOException if that fails
	 */
	public static Http2Client over(WireClient wire) throws IOException {
		return new Http2Client(wire).preface().frame(SETTINGS, 0, 0);
	}

	/**
	 * Begins nothing yet.
	 * @param wire a new connection, closed with this
	 * @return a client
	 */
	public static Http2Client silent(WireClient wire) {
		return new Http2Client(wire);
	}

	/**
	 * Sends the preface.
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client preface() throws IOException {
		wire.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
		return this;
	}

	/**
	 * Returns the connection.
	 * @return the connection
	 */
	public WireClient wire() {
		return wire;
	}

	/**
	 * Stops to open windows as data comes.
	 * @return this
	 */
	public Http2Client stopReading() {
		reading = false;
		return this;
	}

	/**
	 * Sends a frame.
	 * @param type its type
	 * @param flags its flags
	 * @param stream its stream
	 * @param payload its bytes
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client frame(int type, int flags, int stream, byte... payload) throws IOException {
		wire.send(bytes(type, flags, stream, payload));
		return this;
	}

	/**
	 * Makes a frame without sending it.
	 * @param type its type
	 * @param flags its flags
	 * @param stream its stream
	 * @param payload its bytes
	 * @return all of it
	 */
	public static byte[] bytes(int type, int flags, int stream, byte... payload) {
		ByteBuf out = Unpooled.buffer(HEADER_BYTES + payload.length);
		out.writeMedium(payload.length).writeByte(type).writeByte(flags).writeInt(stream).writeBytes(payload);
		return out.array();
	}

	/**
	 * Sends a setting.
	 * @param id of the setting
	 * @param value its value
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client setting(int id, int value) throws IOException {
		ByteBuf out = Unpooled.buffer(6).writeShort(id).writeInt(value);
		return frame(SETTINGS, 0, 0, out.array());
	}

	/**
	 * Opens a window.
	 * @param stream the stream, or 0 for the connection
	 * @param increment by how many bytes
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client window(int stream, int increment) throws IOException {
		return frame(WINDOW_UPDATE, 0, stream, Unpooled.buffer(4).writeInt(increment).array());
	}

	/**
	 * Resets a stream.
	 * @param stream the stream
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client cancel(int stream) throws IOException {
		return frame(RST_STREAM, 0, stream, 0, 0, 0, 8);
	}

	private Http2Client frame(int type, int flags, int stream, int... payload) throws IOException {
		byte[] bytes = new byte[payload.length];
		for (int i = 0; i < bytes.length; i++) {
			bytes[i] = (byte) payload[i];
		}
		return frame(type, flags, stream, bytes);
	}

	/**
	 * Sends a request without a body.
	 * @param stream the stream
	 * @param path the path
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client get(int stream, String path) throws IOException {
		return request(stream, true, "GET", path);
	}

	/**
	 * Sends the head of a request.
	 * @param stream the stream
	 * @param ends whether no body follows
	 * @param method the method
	 * @param path the path
	 * @param further names and values of fields
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client request(int stream, boolean ends, String method, String path, String... further)
			throws IOException {
		List<String> fields = new ArrayList<>(
				List.of(":method", method, ":scheme", "http", ":path", path, ":authority", "t"));
		fields.addAll(List.of(further));
		return headers(stream, ends, fields.toArray(String[]::new));
	}

	/**
	 * Sends any header section in one frame.
	 * @param stream the stream
	 * @param ends whether nothing follows
	 * @param fields names and values
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client headers(int stream, boolean ends, String... fields) throws IOException {
		return frame(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, block(fields));
	}

	/**
	 * Encodes a header section, which must be sent then.
	 * @param fields names and values
	 * @return the block
	 */
	public byte[] block(String... fields) {
		AsciiString[] lines = new AsciiString[fields.length];
		for (int i = 0; i < fields.length; i++) {
			lines[i] = new AsciiString(fields[i].getBytes(StandardCharsets.ISO_8859_1), false);
		}
		ByteBuf out = Unpooled.buffer();
		try {
			// This one keeps any order.
			encoder.encodeHeaders(1, ReadOnlyHttp2Headers.trailers(false, lines), out);
		}
		catch (Http2Exception ex) {
			throw new IllegalStateException(ex);
		}
		return ByteBufUtil.getBytes(out);
	}

	/**
	 * Sends part of a body.
	 * @param stream the stream
	 * @param ends whether it is the last
	 * @param text the part
	 * @return this
	 * @throws IOException if that fails
	 */
	public Http2Client data(int stream, boolean ends, String text) throws IOException {
		return frame(DATA, ends ? END_STREAM : 0, stream, text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Reads the next frame, opens windows for it and acknowledges settings.
	 * @return the frame
	 * @throws IOException if the connection ends
	 */
	public Frame next() throws IOException {
		Frame frame = read();
		if (frame.type() == SETTINGS && !frame.has(ACK)) {
			frame(SETTINGS, ACK, 0, new byte[0]);
		}
		else if (frame.type() == DATA && reading && frame.payload().length > 0) {
			window(0, frame.payload().length);
			if (!frame.has(END_STREAM)) {
				window(frame.stream(), frame.payload().length);
			}
		}
		return frame;
	}

	/**
	 * Reads the next frame and sends nothing for it. Sections are decoded in the order in
	 * which they come, so all must be read.
	 * @return the frame
	 * @throws IOException if the connection ends
	 */
	public Frame read() throws IOException {
		Frame frame = readOne();
		if (frame.type() != HEADERS) {
			return frame;
		}
		ByteArrayOutputStream block = new ByteArrayOutputStream();
		block.writeBytes(frame.payload());
		for (Frame last = frame; !last.has(END_HEADERS);) {
			last = readOne();
			block.writeBytes(last.payload());
		}
		byte[] bytes = block.toByteArray();
		return new Frame(HEADERS, frame.flags() | END_HEADERS, frame.stream(), bytes, decode(frame.stream(), bytes));
	}

	private Frame readOne() throws IOException {
		ByteBuf head = Unpooled.wrappedBuffer(exactly(HEADER_BYTES));
		int length = head.readUnsignedMedium();
		return new Frame(head.readByte(), head.readByte(), head.readInt(), exactly(length), Map.of());
	}

	private byte[] exactly(int count) throws IOException {
		byte[] bytes = wire.readBytes(count);
		if (bytes.length < count) {
			throw new EOFException("The connection has ended");
		}
		return bytes;
	}

	/**
	 * Reads until a frame comes that was wanted; others are kept for later calls.
	 * @param wanted tells which
	 * @return the frame
	 * @throws IOException if the connection ends before
	 */
	public Frame await(Predicate<Frame> wanted) throws IOException {
		for (Frame frame : skipped) {
			if (wanted.test(frame)) {
				skipped.remove(frame);
				return frame;
			}
		}
		while (true) {
			Frame frame = next();
			if (wanted.test(frame)) {
				return frame;
			}
			skipped.add(frame);
		}
	}

	/**
	 * Reads until a frame of a type comes.
	 * @param type the type
	 * @return the frame
	 * @throws IOException if the connection ends before
	 */
	public Frame await(int type) throws IOException {
		return await((frame) -> frame.type() == type);
	}

	/**
	 * Reads until the connection is ended by GOAWAY with an error.
	 * @return the error code
	 * @throws IOException if it does not end so
	 */
	public int awaitError() throws IOException {
		return await((frame) -> frame.type() == GOAWAY && frame.number(4) != 0).number(4);
	}

	/**
	 * Reads a response up to its end or reset.
	 * @param stream the stream
	 * @return the response
	 * @throws IOException if the connection ends before
	 */
	public Response response(int stream) throws IOException {
		List<Map<String, String>> heads = new ArrayList<>();
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		while (true) {
			Frame frame = await((candidate) -> candidate.stream() == stream && candidate.type() != WINDOW_UPDATE);
			switch (frame.type()) {
				case HEADERS -> heads.add(frame.fields());
				case DATA -> body.writeBytes(frame.payload());
				case RST_STREAM -> {
					return new Response(heads, body.toByteArray(), frame.number(0));
				}
				default -> throw new IOException("Unexpected frame " + frame);
			}
			if (frame.has(END_STREAM)) {
				return new Response(heads, body.toByteArray(), -1);
			}
		}
	}

	private Map<String, String> decode(int stream, byte[] block) {
		Map<String, String> fields = new LinkedHashMap<>();
		try {
			for (Map.Entry<CharSequence, CharSequence> field : decoder.decodeHeaders(stream,
					Unpooled.wrappedBuffer(block))) {
				fields.merge(field.getKey().toString(), field.getValue().toString(), (a, b) -> a + ", " + b);
			}
		}
		catch (Http2Exception ex) {
			throw new IllegalStateException(ex);
		}
		return fields;
	}

	@Override
	public void close() throws IOException {
		encoder.close();
		wire.close();
	}

}
