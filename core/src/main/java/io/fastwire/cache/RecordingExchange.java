/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A miss: passes the response on as it comes and keeps a copy, if it may be stored. Loop
 * only.
 */
final class RecordingExchange extends InterceptingExchange {

	/*
	 * The fate of a response is decided when its head is about to be committed. There are
	 * three: it is recorded; it only passes, from then on or when it turns out too long;
	 * or it never reaches the client, because it says that what is stored is still good,
	 * or is an error that may be hidden. In that last case the client is answered from
	 * the cache, and for the handler the exchange has ended.
	 */

	private enum Fate {

		UNDECIDED, RECORDED, PASSED, REPLACED

	}

	private static final long STALL_MILLIS = 100;

	private static final byte[] NOTHING = {};

	private final Miss miss;

	private final Headers requested;

	private Fate fate = Fate.UNDECIDED;

	private byte[] bytes = NOTHING;

	private int length;

	/** Whether progress is going to be checked. */
	private boolean watched;

	/**
	 * Creates an exchange.
	 * @param requested what the handler sees as the fields of the request
	 */
	RecordingExchange(Exchange delegate, Miss miss, Headers requested) {
		super(delegate);
		this.miss = miss;
		this.requested = requested;
		watchAbort();
	}

	@Override
	public Headers headers() {
		return requested;
	}

	@Override
	public boolean committed() {
		return fate == Fate.REPLACED || super.committed();
	}

	@Override
	public boolean ended() {
		return fate == Fate.REPLACED || super.ended();
	}

	@Override
	public boolean writable() {
		return fate != Fate.REPLACED && super.writable();
	}

	@Override
	public void onWritable(@Nullable Runnable task) {
		if (fate != Fate.REPLACED) {
			super.onWritable(task);
		}
	}

	@Override
	boolean permit() {
		if (fate == Fate.UNDECIDED && !super.ended()) {
			decide();
		}
		return fate != Fate.REPLACED;
	}

	private void decide() {
		StoredResponse replacement = miss.replacement(status(), responseHeaders());
		if (replacement != null) {
			fate = Fate.REPLACED;
			miss.answer(delegate(), replacement);
		}
		else if (miss.begin(status(), responseHeaders())) {
			fate = Fate.RECORDED;
		}
		else {
			fate = Fate.PASSED;
		}
	}

	@Override
	void refused() {
		fate = Fate.UNDECIDED;
		drop();
	}

	private void drop() {
		if (bytes.length > 0) {
			miss.cache().release(bytes.length);
			bytes = NOTHING;
		}
		length = 0;
	}

	private void giveUp() {
		pass();
		miss.refuse();
	}

	private void pass() {
		fate = Fate.PASSED;
		drop();
	}

	@Override
	byte @Nullable [] bytes(String text) {
		return (fate == Fate.RECORDED) ? text.getBytes(StandardCharsets.UTF_8) : null;
	}

	@Override
	void body(ByteBuf data) {
		int more = data.readableBytes();
		if (makeRoom(more)) {
			data.getBytes(data.readerIndex(), bytes, length, more);
			length += more;
		}
	}

	@Override
	void body(byte[] data, int offset, int more) {
		if (makeRoom(more)) {
			System.arraycopy(data, offset, bytes, length, more);
			length += more;
		}
	}

	/** Whether there is room for more bytes, which are to be recorded. */
	private boolean makeRoom(int more) {
		if (fate != Fate.RECORDED) {
			return false;
		}
		int max = miss.cache().maxBodyBytes();
		if (more > max - length) {
			giveUp();
			return false;
		}
		return length + more <= bytes.length || grow((int) Math.max(Math.min(bytes.length * 2L, max), length + more));
	}

	/**
	 * Whether all that is being recorded leaves room for that. The next may find some.
	 */
	private boolean grow(int size) {
		if (!miss.cache().reserve(size - bytes.length)) {
			pass();
			miss.fail();
			return false;
		}
		bytes = Arrays.copyOf(bytes, size);
		return true;
	}

	/*
	 * A client that reads slowly holds up the handler, and so whoever waits for the copy.
	 * To be unwritable for a moment is nothing special: each body beyond the limit of
	 * pending bytes is. So the others are let go only if nothing more could be written
	 * for a while.
	 */

	@Override
	void written() {
		if (fate == Fate.RECORDED && !watched && miss.isAwaited() && !writable()) {
			watched = true;
			long offset = writeOffset();
			eventLoop().schedule(() -> execute(() -> checkProgress(offset)), STALL_MILLIS, TimeUnit.MILLISECONDS);
		}
	}

	private void checkProgress(long offset) {
		watched = false;
		if (fate != Fate.RECORDED || writable()) {
			return;
		}
		if (writeOffset() == offset) {
			miss.letOthersGo();
		}
		else {
			written();
		}
	}

	/** A file is sent without being read, and the kernel caches it. */
	@Override
	void file() {
		if (fate == Fate.RECORDED) {
			giveUp();
		}
	}

	@Override
	void completed() {
		if (fate == Fate.RECORDED && !hasAborted()) {
			miss.store(status(), Arrays.copyOf(bytes, length));
			pass();
		}
	}

	@Override
	void aborted() {
		if (fate == Fate.RECORDED) {
			pass();
		}
		miss.fail();
	}

	@Override
	public void abort(Throwable cause) {
		if (!replaceFailure()) {
			super.abort(cause);
		}
	}

	/**
	 * Answers by what is stored, if that may stand for a failure of the handler.
	 * @return whether it did
	 */
	boolean replaceFailure() {
		if (ended() || committed()) {
			return fate == Fate.REPLACED;
		}
		StoredResponse replacement = miss.replacement(500, new ResponseHeaders());
		if (replacement != null) {
			fate = Fate.REPLACED;
			miss.answer(delegate(), replacement);
		}
		return replacement != null;
	}

}
