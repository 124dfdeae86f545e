/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import org.jspecify.annotations.Nullable;

/**
 * The map of a slab: which spans of it are used and which are free. Loop only.
 */
final class Slab {

	/*
	 * The spans form a circle in the order of their addresses. Claiming starts at the
	 * cursor and takes the front of the first free span that is large enough, so that as
	 * long as spans come back in order the cursor goes round and round: a ring buffer.
	 * Two things go beyond one. A span that stays out, because its reader is slow, is
	 * stepped over: it costs its own bytes, not the whole slab. And a span that comes
	 * back joins its free neighbours, the one at the cursor too: when everything written
	 * in a turn has also left in it, the next turn writes to the same, cached memory.
	 *
	 * The search gives up after a few spans. It then reports no room although there may
	 * be some, which costs an allocation elsewhere; walking a list of thousands would
	 * cost more, on every claim. The next search goes on where this one stopped.
	 *
	 * Invariants: the lengths add up to the capacity; none is 0; no two neighbours are
	 * both free, the last and the first span aside, whose bytes do not touch.
	 */

	/** How many spans a claim looks at. */
	static final int SEARCH_LIMIT = 8;

	private final int capacity;

	private Span cursor;

	/** Spans for reuse, linked by {@code next}. */
	private @Nullable Span spare;

	private int used;

	Slab(int capacity) {
		this.capacity = capacity;
		this.cursor = new Span();
		cursor.length = capacity;
		cursor.free = true;
	}

	int capacity() {
		return capacity;
	}

	int used() {
		return used;
	}

	/** Returns where the search starts; from it all spans can be reached. */
	Span cursor() {
		return cursor;
	}

	/**
	 * Claims a span of {@code most} bytes or, where none was found, the largest one that
	 * has at least {@code least}.
	 * @param least greater than 0
	 * @param most at least {@code least}
	 * @return the span, or {@code null} if no room was found
	 */
	@Nullable Span claim(int least, int most) {
		Span span = cursor;
		Span largest = null;
		int room = least - 1;
		for (int i = 0; i < SEARCH_LIMIT; i++) {
			if (span.free && span.length > room) {
				if (span.length >= most) {
					return take(span, most);
				}
				largest = span;
				room = span.length;
			}
			span = span.next;
		}
		if (largest != null) {
			return take(largest, room);
		}
		cursor = span;
		return null;
	}

	private Span take(Span span, int length) {
		used += length;
		if (span.length == length) {
			span.free = false;
			cursor = span.next;
			return span;
		}
		Span front = insertBefore(span, span.start, length);
		span.start += length;
		span.length -= length;
		cursor = span;
		return front;
	}

	/**
	 * Gives back the end of a used span.
	 * @param span stays used
	 * @param length its new length, from 1 to its present one
	 */
	void shrink(Span span, int length) {
		int surplus = span.length - length;
		if (surplus == 0) {
			return;
		}
		used -= surplus;
		span.length = length;
		Span next = span.next;
		if (next.free && next.start > span.start) {
			next.start -= surplus;
			next.length += surplus;
		}
		else {
			next = insertBefore(next, span.start + length, surplus);
			next.free = true;
		}
		cursor = next;
	}

	/**
	 * Gives a used span back.
	 * @param span not to be touched any more
	 */
	void release(Span span) {
		used -= span.length;
		span.free = true;
		Span next = span.next;
		if (next.free && next.start > span.start) {
			join(span, next);
		}
		Span previous = span.previous;
		if (previous.free && previous.start < span.start) {
			join(previous, span);
		}
	}

	private void join(Span first, Span second) {
		first.length += second.length;
		first.next = second.next;
		second.next.previous = first;
		if (cursor == second) {
			cursor = first;
		}
		second.next = (spare != null) ? spare : second;
		spare = second;
	}

	private Span insertBefore(Span next, int start, int length) {
		Span fresh = unused();
		fresh.start = start;
		fresh.length = length;
		fresh.free = false;
		fresh.previous = next.previous;
		fresh.next = next;
		next.previous.next = fresh;
		next.previous = fresh;
		return fresh;
	}

	private Span unused() {
		Span first = spare;
		if (first == null) {
			return new Span();
		}
		spare = (first.next != first) ? first.next : null;
		return first;
	}

	/** A stretch of the slab, used or free as a whole. */
	static final class Span {

		private int start;

		private int length;

		private boolean free;

		private Span next = this;

		private Span previous = this;

		int start() {
			return start;
		}

		int length() {
			return length;
		}

		boolean free() {
			return free;
		}

		Span next() {
			return next;
		}

	}

}
