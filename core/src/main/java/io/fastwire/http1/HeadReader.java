/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Arrays;

import io.fastwire.http.Rejection;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.Counter;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Reads the request heads of one connection, in whatever pieces they arrive. Loop only.
 */
final class HeadReader {

	/*
	 * A head that lies in one read buffer, as nearly all do, is parsed in the window of
	 * the loop, into the head of the loop, and leaves nothing here. Only an unfinished
	 * one gets memory of its own, for as long as it is unfinished: then its head becomes
	 * that of the loop, from which a complete one is taken.
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

	private final Http1Loop loop;

	/** {@code null} if no part of a head has arrived. */
	private @Nullable Unfinished unfinished;

	/** How many heads were complete and valid. */
	private int heads;

	/** Of the request before, for {@link RequestHeadParser#parse}. */
	private @Nullable HeaderBlock previousSection;

	/** The request before, if all of it may come again. */
	private @Nullable CompleteHead previous;

	HeadReader(Http1Loop loop) {
		this.loop = loop;
	}

	/**
	 * Returns the head that was read just now, before the next read on this loop, and
	 * remembers it as far as it may come again.
	 */
	CompleteHead take() {
		RequestHead head = loop.head();
		HeaderBlock section = head.headers();
		if (section == previousSection) {
			loop.resources().counters().increment(Counter.REPEAT_HEADS);
		}
		previousSection = section.repeatable() ? section : null;
		CompleteHead taken = head.complete(previous);
		previous = taken.repeatable() ? taken : null;
		return taken;
	}

	/**
	 * Returns how long to wait for a head to begin, and then to {@link #rest}.
	 * @return sweeps
	 */
	int idleTicks() {
		HttpProtocol protocol = loop.protocol();
		return (previousSection != null) ? protocol.restTicks() : protocol.idleTicks();
	}

	/**
	 * Forgets the request before, if the next one may take still longer.
	 * @return how many sweeps longer, or 0 if its time is over
	 */
	int rest() {
		if (previousSection == null) {
			return 0;
		}
		forget();
		return loop.protocol().idleTicks() - loop.protocol().restTicks();
	}

	/** Forgets the request before: the next one, if any, is parsed whatever it is. */
	void forget() {
		previousSection = null;
		previous = null;
	}

	/** Returns why a head was refused just now. */
	Rejection rejection() {
		return loop.head().rejection();
	}

	/** Returns the method of that head; empty if its request line was not good. */
	String rejectedMethod() {
		return loop.head().method();
	}

	/** Tells whether part of a head has arrived. */
	boolean started() {
		return unfinished != null;
	}

	/** Tells whether the connection has had all the requests that it may have. */
	boolean exhausted() {
		return heads >= loop.protocol().limits().maxRequests();
	}

	/** Drops an unfinished head. */
	void reset() {
		unfinished = null;
	}

	/**
	 * Reads as much of a head as there is.
	 * @param in readable; stays the caller's
	 */
	Result read(ByteBuf in) {
		return (unfinished != null) ? readRest(unfinished, in) : readFirst(in);
	}

	private Result readFirst(ByteBuf in) {
		HeadWindow window = loop.window();
		RequestHead head = loop.head();
		head.reset();
		int from = window.open(in);
		int consumed = loop.parser().parse(window.bytes(), from, window.limit(), head, previousSection);
		while (consumed == RequestHeadParser.MORE && (window.widen() || window.restart(in))) {
			from = window.open(in);
			consumed = loop.parser().parse(window.bytes(), from, window.limit(), head, previousSection);
		}
		if (consumed == RequestHeadParser.MORE) {
			Unfinished begun = new Unfinished(loop.releaseHead(),
					Arrays.copyOfRange(window.bytes(), from, window.limit()));
			in.skipBytes(begun.length);
			unfinished = begun;
			return Result.MORE;
		}
		return result(consumed, consumed, in);
	}

	private Result readRest(Unfinished begun, ByteBuf in) {
		int before = begun.length;
		int added = begun.append(in, loop.protocol().limits().maxHeadBytes() + 1);
		int consumed = loop.parser().parse(begun.bytes, 0, begun.length, begun.head, previousSection);
		if (consumed == RequestHeadParser.MORE) {
			in.skipBytes(added);
			return in.isReadable() ? readRest(begun, in) : Result.MORE;
		}
		reset();
		loop.takeBackHead(begun.head);
		return result(consumed, consumed - before, in);
	}

	/**
	 * Ends a head.
	 * @param consumed what the parser says, not {@link RequestHeadParser#MORE}
	 * @param bytes how many of these belong to the head
	 */
	private Result result(int consumed, int bytes, ByteBuf in) {
		if (consumed == RequestHeadParser.REJECTED) {
			return Result.REJECTED;
		}
		in.skipBytes(bytes);
		heads++;
		return Result.COMPLETE;
	}

	/** The bytes of a head so far, and its parse, which goes on where it stopped. */
	private static final class Unfinished {

		private final RequestHead head;

		private byte[] bytes;

		private int length;

		Unfinished(RequestHead head, byte[] bytes) {
			this.head = head;
			this.bytes = bytes;
			this.length = bytes.length;
		}

		/**
		 * Copies what may belong to the head, and at least a byte.
		 * @param limit of all bytes
		 * @return how many were copied
		 */
		int append(ByteBuf in, int limit) {
			int added = Math.min(in.readableBytes(), Math.max(limit - length, 1));
			if (bytes.length - length < added) {
				bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + added));
			}
			in.getBytes(in.readerIndex(), bytes, length, added);
			length += added;
			return added;
		}

	}

}
