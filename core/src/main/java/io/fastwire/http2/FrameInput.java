/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.nio.charset.StandardCharsets;

import io.fastwire.http.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what comes in into frames and gives them to Netty's reader one by one (RFC 9113
 * section 4). Loop only.
 */
final class FrameInput {

	/*
	 * The reader is never given a part of a frame, so what it holds back is only the
	 * header block that it is in. That it would take without an end of CONTINUATION
	 * frames as long as they are small, so their number is bounded here.
	 *
	 * A frame that lies in the read buffer is not copied. One that does not is collected
	 * in a buffer of its size, so that a body piece pins no more than itself.
	 */

	static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

	static final ByteBuf PREFACE_BUFFER = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(PREFACE).asReadOnly());

	/** Room for a head of the largest size in frames of the smallest sensible one. */
	private static final int MAX_CONTINUATIONS = 64;

	/** A block up to so many times too large gets an answer; a larger one ends all. */
	private static final int ANSWERED_LIST_SIZES = 4;

	private static final int HEADER_BYTES = FrameOutput.HEADER_BYTES;

	private static final int LENGTH_BYTES = 4;

	/** Where the identifier of the stream is. */
	private static final int STREAM_AT = 5;

	private static final int PRIORITY_FLAG = 0x20;

	private static final int PADDED_FLAG = 0x8;

	static final long NEVER = Long.MAX_VALUE;

	private final Http2Connection connection;

	private final Http2FrameListener listener;

	private final DefaultHttp2FrameReader reader;

	private final HeaderSection section = new HeaderSection();

	private int prefaceBytes;

	private boolean settingsSeen;

	/** Part of a frame. */
	private @Nullable ByteBuf held;

	/** The frame that is being read, and what a slice of it pins. */
	private int heldBytes;

	private int type;

	private int stream;

	/** The block of the last HEADERS frame is not complete. */
	private boolean inBlock;

	/** The last HEADERS frame has END_STREAM. */
	private boolean blockEnds;

	private int continuations;

	/** Since when a frame other than DATA, or a block, is incomplete. */
	private long incompleteSince = NEVER;

	FrameInput(Http2Connection connection, Http2FrameListener listener) {
		this.connection = connection;
		this.listener = listener;
		HttpLimits limits = connection.protocol().limits();
		// Does not validate: its checks need names that only its own headers refuse.
		DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, maxListSize(limits)) {

			/** The listener has done with the one before. */
			@Override
			protected Http2Headers newHeaders() {
				return section;
			}

		};
		this.reader = new DefaultHttp2FrameReader(decoder, 2 * MAX_CONTINUATIONS);
		try {
			decoder.maxHeaderListSize(maxListSize(limits), ANSWERED_LIST_SIZES * maxListSize(limits));
		}
		catch (Http2Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The size of a section as RFC 9113 section 6.5.2 counts it, for the largest head
	 * that is accepted; that is checked when it is there.
	 */
	static long maxListSize(HttpLimits limits) {
		int overhead = 32;
		return limits.maxHeadBytes() + (long) overhead * limits.maxHeaderFields();
	}

	/** Forgets the request before. No frame is being read. */
	void forget() {
		section.forget();
	}

	/**
	 * Takes what came, as far as frames may be read now.
	 * @param in stays the caller's, with what is left
	 * @throws Http2Exception if the connection must end
	 */
	void receive(ChannelHandlerContext context, ByteBuf in) throws Http2Exception {
		if (prefaceBytes < PREFACE.length) {
			matchPreface(in);
		}
		while (in.isReadable() && connection.takesFrames()) {
			if (held == null && wholeFrame(in)) {
				read(context, in, in.capacity());
			}
			else {
				collect(context, in);
			}
		}
		// What is left may well be the rest of a frame.
		boolean incomplete = !in.isReadable() && (inBlock || (held != null && !isData(held)));
		if (!incomplete) {
			incompleteSince = NEVER;
		}
		else if (incompleteSince == NEVER) {
			incompleteSince = connection.now();
		}
	}

	private void matchPreface(ByteBuf in) throws Http2Exception {
		while (in.isReadable() && prefaceBytes < PREFACE.length) {
			if (in.readByte() != PREFACE[prefaceBytes++]) {
				throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "no connection preface");
			}
		}
	}

	/** A frame that is too long counts as whole: its header is enough to refuse it. */
	private static boolean wholeFrame(ByteBuf in) {
		int available = in.readableBytes();
		if (available < HEADER_BYTES) {
			return false;
		}
		int length = in.getUnsignedMedium(in.readerIndex());
		return length > FrameOutput.MAX_PAYLOAD || available - HEADER_BYTES >= length;
	}

	private static boolean isData(ByteBuf part) {
		return part.readableBytes() >= LENGTH_BYTES && part.getByte(part.readerIndex() + 3) == FrameOutput.DATA;
	}

	/** Adds to the part of a frame that is here, and reads it when it is whole. */
	private void collect(ChannelHandlerContext context, ByteBuf in) throws Http2Exception {
		ByteBuf part = held;
		if (part == null) {
			int known = (in.readableBytes() >= HEADER_BYTES) ? in.getUnsignedMedium(in.readerIndex()) : 0;
			part = context.alloc().buffer(HEADER_BYTES + Math.min(known, FrameOutput.MAX_PAYLOAD));
			held = part;
		}
		int have = part.readableBytes();
		int wanted = (have < HEADER_BYTES) ? HEADER_BYTES : HEADER_BYTES + part.getUnsignedMedium(part.readerIndex());
		part.writeBytes(in, Math.min(wanted - have, in.readableBytes()));
		if (wholeFrame(part)) {
			held = null;
			try {
				read(context, part, part.capacity());
			}
			finally {
				part.release();
			}
		}
		else if (part.readableBytes() > HEADER_BYTES && isData(part)) {
			int id = part.getInt(part.readerIndex() + STREAM_AT) & Integer.MAX_VALUE;
			connection.arriving(id, part.readableBytes() - HEADER_BYTES);
		}
	}

	private void read(ChannelHandlerContext context, ByteBuf in, int capacity) throws Http2Exception {
		int at = in.readerIndex();
		int length = in.getUnsignedMedium(at);
		type = in.getByte(at + 3);
		stream = in.getInt(at + STREAM_AT) & Integer.MAX_VALUE;
		heldBytes = capacity;
		check(in, at, length, in.getByte(at + 4));
		// The reader takes all that it sees, so that it sees no more than the frame.
		int end = at + Math.min(HEADER_BYTES + length, in.readableBytes());
		int last = in.writerIndex();
		in.writerIndex(end);
		try {
			reader.readFrame(context, in, listener);
		}
		catch (Http2Exception ex) {
			if (!Http2Exception.isStreamError(ex)) {
				throw ex;
			}
			connection.streamFailed(ex);
		}
		finally {
			in.setIndex(end, last);
			section.clear();
		}
		if (!inBlock) {
			incompleteSince = NEVER;
		}
	}

	/** What the reader leaves to others, or would do too late. */
	private void check(ByteBuf in, int at, int length, int flags) throws Http2Exception {
		if (!settingsSeen && (type != FrameOutput.SETTINGS || (flags & FrameOutput.ACK) != 0)) {
			throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "no SETTINGS behind the preface");
		}
		settingsSeen = true;
		if (type == FrameOutput.HEADERS) {
			checkDependency(in, at, length, flags);
			inBlock = (flags & FrameOutput.END_HEADERS) == 0;
			blockEnds = (flags & FrameOutput.END_STREAM) != 0;
			continuations = 0;
		}
		else if (type == FrameOutput.CONTINUATION) {
			inBlock &= (flags & FrameOutput.END_HEADERS) == 0;
			if (++continuations > MAX_CONTINUATIONS) {
				throw connection.floods().continuations();
			}
		}
	}

	/**
	 * The reader would skip the block of a stream that depends on itself, which leaves
	 * the table of HPACK behind for the whole connection.
	 */
	private void checkDependency(ByteBuf in, int at, int length, int flags) throws Http2Exception {
		int dependency = at + HEADER_BYTES + (((flags & PADDED_FLAG) != 0) ? 1 : 0);
		if ((flags & PRIORITY_FLAG) != 0 && dependency + 4 <= at + HEADER_BYTES + length
				&& dependency + 4 <= in.writerIndex() && (in.getInt(dependency) & Integer.MAX_VALUE) == stream) {
			throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "stream %d depends on itself", stream);
		}
	}

	/** Returns the type of the frame that is being read. */
	int type() {
		return type;
	}

	/** Returns the stream of the frame that is being read. */
	int stream() {
		return stream;
	}

	/** Returns whether the header block that is being read ends its stream. */
	boolean blockEnds() {
		return blockEnds;
	}

	/** Returns how much memory a slice of the frame that is being read pins. */
	int heldBytes() {
		return heldBytes;
	}

	/** Returns the sweep since which the client owes the rest of something, or never. */
	long incompleteSince() {
		return incompleteSince;
	}

	/** Frees memory; nothing may be received any more. */
	void close() {
		reader.close();
		if (held != null) {
			held.release();
			held = null;
		}
	}

}
