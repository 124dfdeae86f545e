/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Arrays;

import io.fastwire.http.Rejection;
import io.fastwire.internal.io.Counter;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Reads the request heads of one connection, in whatever pieces they arrive. Loop only.
 */
final class HeadReader {

	/*
	 * A head that lies in one read buffer, as nearly all do, is parsed in the window of
	 * the loop and leaves nothing here. Only an unfinished one gets memory of its own:
	 * its bytes so far, and the parse, which goes on where it stopped.
	 */

	/** What a read came to. */
	enum Result {

		/** {@link #take()} returns a valid head, whose bytes are consumed. */
		COMPLETE,

		/** All bytes are consumed and the head is not complete. */
		MORE,

		/** {@link #rejection()} tells why. */
		REJECTED

	}

	private static final byte[] NOTHING = {};

	private final Http1Loop loop;

	private RequestHead head;

	/** The unfinished head; empty if there is none. */
	private byte[] bytes = NOTHING;

	private int length;

	/** How many heads were complete and valid. */
	private int heads;

	/** Of the request before, for {@link RequestHeadParser#parse}. */
	private @Nullable HeaderBlock previousSection;

	/** The request before, if all of it may come again. */
	private @Nullable CompleteHead previous;

	HeadReader(Http1Loop loop) {
		this.loop = loop;
		this.head = loop.head();
	}

	/**
	 * Returns the head that was read just now, before the next read on this loop, and
	 * remembers it as far as it may come again.
	 */
	CompleteHead take() {
		HeaderBlock section = head.headers();
		if (section == previousSection) {
			loop.resources().counters().increment(Counter.REPEAT_HEADS);
		}
		previousSection = section.repeatable() ? section : null;
		CompleteHead taken = head.complete(previous);
		previous = taken.repeatable() ? taken : null;
		return taken;
	}

	/** Returns why a head was refused just now. */
	Rejection rejection() {
		return head.rejection();
	}

	/** Returns the method of that head; empty if its request line was not good. */
	String rejectedMethod() {
		return head.method();
	}

	/** Tells whether part of a head has arrived. */
	boolean started() {
		return length > 0;
	}

	/** Tells whether the connection has had all the requests that it may have. */
	boolean exhausted() {
		return heads >= loop.protocol().limits().maxRequests();
	}

	/** Forgets an unfinished head. */
	void reset() {
		bytes = NOTHING;
		length = 0;
	}

	/**
	 * Reads as much of a head as there is.
	 * @param in readable; stays the caller's
	 */
	Result read(ByteBuf in) {
		return started() ? readRest(in) : readFirst(in);
	}

	private Result readFirst(ByteBuf in) {
		HeadWindow window = loop.window();
		RequestHead head = loop.head();
		head.reset();
		this.head = head;
		int from = window.open(in);
		int consumed = loop.parser().parse(window.bytes(), from, window.limit(), head, previousSection);
		while (consumed == RequestHeadParser.MORE && (window.widen() || window.restart(in))) {
			from = window.open(in);
			consumed = loop.parser().parse(window.bytes(), from, window.limit(), head, previousSection);
		}
		if (consumed == RequestHeadParser.MORE) {
			loop.releaseHead();
			bytes = Arrays.copyOfRange(window.bytes(), from, window.limit());
			length = bytes.length;
			in.skipBytes(length);
			return Result.MORE;
		}
		if (consumed == RequestHeadParser.REJECTED) {
			return Result.REJECTED;
		}
		in.skipBytes(consumed);
		heads++;
		return Result.COMPLETE;
	}

	private Result readRest(ByteBuf in) {
		int limit = loop.protocol().limits().maxHeadBytes() + 1;
		int before = length;
		int more = Math.min(in.readableBytes(), Math.max(limit - before, 1));
		if (bytes.length - before < more) {
			bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, before + more));
		}
		in.getBytes(in.readerIndex(), bytes, before, more);
		length = before + more;
		int consumed = loop.parser().parse(bytes, 0, length, head, previousSection);
		if (consumed == RequestHeadParser.MORE) {
			in.skipBytes(more);
			return in.isReadable() ? readRest(in) : Result.MORE;
		}
		reset();
		if (consumed == RequestHeadParser.REJECTED) {
			return Result.REJECTED;
		}
		in.skipBytes(consumed - before);
		heads++;
		return Result.COMPLETE;
	}

}
