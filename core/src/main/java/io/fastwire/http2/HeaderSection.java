/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * A header section between HPACK and this side, used again for the next one: lines in
 * their order, whatever they are. Loop only.
 */
final class HeaderSection extends DefaultHttp2Headers {

	/*
	 * It is Netty's class because its HPACK takes no other interface than that, of which
	 * the decoder calls `add` and the encoder `iterator`. Those are here without a hash
	 * table and an object for each line; what looks a name up would find nothing, and
	 * nobody does.
	 *
	 * A client that repeats itself sends indexes into the table of HPACK, whose entries
	 * are the same objects each time. So a section all of whose lines are the same
	 * objects as those of the section before is the same section, which costs a few
	 * compares and no look at a byte.
	 *
	 * It lives as long as its connection, which may be idle for long: nothing but what is
	 * remembered, which is bounded, outlives the block that it came in.
	 */

	private static final int INITIAL_LINES = 16;

	private static final AsciiString[] NONE = {};

	/** More is not kept for a client that may never repeat it. */
	private static final int MAX_REMEMBERED_LINES = 64;

	/** Names and values in turns. */
	private AsciiString[] lines = NONE;

	private int length;

	/** Those of the section that was remembered. */
	private AsciiString[] before = NONE;

	private int lengthBefore;

	private boolean endedBefore;

	private @Nullable RequestHead head;

	private final Cursor cursor = new Cursor();

	HeaderSection() {
		super(false, 2);
	}

	/** Forgets the lines, and the memory for more than may be remembered. */
	@Override
	public HeaderSection clear() {
		Arrays.fill(lines, 0, length, null);
		length = 0;
		if (lines.length > 2 * MAX_REMEMBERED_LINES) {
			lines = NONE;
		}
		return this;
	}

	/** Forgets what was remembered. No lines are left to be read. */
	void forget() {
		lines = NONE;
		length = 0;
		before = NONE;
		lengthBefore = 0;
		head = null;
	}

	@Override
	public Http2Headers add(CharSequence name, CharSequence value) {
		return add(AsciiString.of(name), AsciiString.of(value));
	}

	HeaderSection add(AsciiString name, AsciiString value) {
		if (length == lines.length) {
			lines = Arrays.copyOf(lines, Math.max(2 * length, 2 * INITIAL_LINES));
		}
		lines[length++] = name;
		lines[length++] = value;
		return this;
	}

	@Override
	public int size() {
		return length / 2;
	}

	@Override
	public boolean isEmpty() {
		return length == 0;
	}

	AsciiString name(int index) {
		return lines[2 * index];
	}

	AsciiString value(int index) {
		return lines[2 * index + 1];
	}

	/**
	 * Returns the head that was remembered if this is the same section, else
	 * {@code null}.
	 * @param ends whether it ends its stream
	 */
	@SuppressWarnings("ReferenceEquality") // see above
	@Nullable RequestHead repeated(boolean ends) {
		if (length != lengthBefore || ends != endedBefore) {
			return null;
		}
		for (int i = 0; i < length; i++) {
			if (lines[i] != before[i]) {
				return null;
			}
		}
		return head;
	}

	/**
	 * Keeps what this section means for the one after it. No lines are left to be read.
	 * @param ends whether it ends its stream
	 */
	void remember(RequestHead meaning, boolean ends) {
		if (size() > MAX_REMEMBERED_LINES) {
			return;
		}
		AsciiString[] spare = before;
		Arrays.fill(spare, 0, lengthBefore, null);
		before = lines;
		lengthBefore = length;
		endedBefore = ends;
		head = meaning;
		lines = spare;
		length = 0;
	}

	/** Returns the only one there is, at the beginning. */
	@Override
	public Iterator<Map.Entry<CharSequence, CharSequence>> iterator() {
		cursor.next = 0;
		return cursor;
	}

	/** A line and its way through all of them. */
	private final class Cursor
			implements Iterator<Map.Entry<CharSequence, CharSequence>>, Map.Entry<CharSequence, CharSequence> {

		private int next;

		@Override
		public boolean hasNext() {
			return next < length;
		}

		@Override
		public Map.Entry<CharSequence, CharSequence> next() {
			if (next >= length) {
				throw new NoSuchElementException();
			}
			next += 2;
			return this;
		}

		@Override
		public CharSequence getKey() {
			return lines[next - 2];
		}

		@Override
		public CharSequence getValue() {
			return lines[next - 1];
		}

		@Override
		public CharSequence setValue(CharSequence value) {
			throw new UnsupportedOperationException();
		}

	}

}
