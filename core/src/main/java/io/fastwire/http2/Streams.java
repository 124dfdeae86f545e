/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.List;

import io.netty.util.collection.IntObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one connection and their identifiers (RFC 9113 section 5.1). Loop only.
 */
final class Streams {

	private final IntObjectHashMap<Http2Exchange> open = new IntObjectHashMap<>();

	private final ClosedStreams closed;

	private int last;

	/** What a client may have sent of a stream that was refused at once. */
	private final int initialCredit;

	/**
	 * Creates the streams of a connection.
	 * @param window bytes that a client may send when it has opened a stream
	 */
	Streams(int maxConcurrent, int window) {
		this.initialCredit = Math.max(SendWindows.INITIAL, window);
		this.closed = new ClosedStreams(maxConcurrent);
	}

	/** Returns an open stream, or {@code null}. */
	@Nullable Http2Exchange get(int id) {
		return open.get(id);
	}

	void open(Http2Exchange stream) {
		open.put(stream.id(), stream);
	}

	/** Tells that the client has begun a stream, whatever becomes of it. */
	void begun(int id) {
		last = id;
	}

	/** Returns the stream that was begun last; 0 if there was none. */
	int last() {
		return last;
	}

	/** Whether the client has not begun the stream. */
	boolean isIdle(int id) {
		return id > last;
	}

	/**
	 * Forgets a stream.
	 * @param byReset whether this side has reset it
	 * @return whether it was open
	 */
	boolean close(int id, boolean byReset) {
		Http2Exchange stream = open.remove(id);
		if (byReset) {
			closed.addReset(id, (stream != null) ? credit(stream) : initialCredit);
		}
		else {
			closed.add(id);
		}
		return stream != null;
	}

	private static int credit(Http2Exchange stream) {
		Http2Body body = stream.body();
		return (body != null && !body.complete()) ? body.credit() : 0;
	}

	ClosedStreams closed() {
		return closed;
	}

	int size() {
		return open.size();
	}

	boolean isEmpty() {
		return open.isEmpty();
	}

	/** Returns the open streams as they are now. */
	List<Http2Exchange> list() {
		return List.copyOf(open.values());
	}

}
