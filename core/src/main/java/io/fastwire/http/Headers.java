/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a received message in the order they arrived (RFC 9110 section 5).
 * Immutable, attachment aside, so they may be kept after the exchange has ended and read
 * from any thread.
 * <p>
 * Values are decoded as ISO-8859-1, one character per byte, without the white space
 * around them. To read a value as UTF-8, encode it back:
 * {@code new String(value.getBytes(ISO_8859_1), UTF_8)}.
 */
public interface Headers {

	/**
	 * Returns the number of field lines.
	 * @return 0 or more
	 */
	int size();

	/**
	 * Returns the name of a field line as it was sent.
	 * @param index from 0 to {@code size() - 1}
	 * @return the name in the sender's case; a well-known name may come as its constant,
	 * in canonical case
	 */
	String name(int index);

	/**
	 * Returns the value of a field line.
	 * @param index from 0 to {@code size() - 1}
	 * @return the value, maybe empty
	 */
	String value(int index);

	/**
	 * Finds the first line with a name.
	 * @param name the field name in any case
	 * @param from the index to start at
	 * @return its index, or -1 if there is none
	 */
	int indexOf(String name, int from);

	/**
	 * Returns the value of the first line with a name.
	 * @param name the field name in any case
	 * @return the value, or {@code null} if there is no such line
	 */
	default @Nullable String get(String name) {
		int index = indexOf(name, 0);
		return (index < 0) ? null : value(index);
	}

	/**
	 * Tells whether there is a line with a name.
	 * @param name the field name in any case
	 * @return whether it occurs
	 */
	default boolean contains(String name) {
		return indexOf(name, 0) >= 0;
	}

	/**
	 * Returns the values of all lines with a name.
	 * @param name the field name in any case
	 * @return the values in order, empty if there are none
	 */
	default List<String> getAll(String name) {
		int index = indexOf(name, 0);
		if (index < 0) {
			return List.of();
		}
		List<String> values = new ArrayList<>(2);
		for (; index >= 0; index = indexOf(name, index + 1)) {
			values.add(value(index));
		}
		return values;
	}

	/**
	 * Returns what was attached to these fields. A connection uses the same object for
	 * each request with the same fields, so what is derived from them need not be derived
	 * again. To be called on the event loop only.
	 * @return {@code null} if nothing was attached, or these fields keep nothing
	 */
	default @Nullable Object attachment() {
		return null;
	}

	/**
	 * Attaches an object, in place of what was attached before. To be called on the event
	 * loop only, by whoever answers the requests of the server.
	 * @param attachment kept for as long as the fields are, if they keep anything
	 */
	default void attach(Object attachment) {
		// Kept only where fields serve again.
	}

	/**
	 * Returns fields without any line.
	 * @return a shared instance
	 */
	static Headers empty() {
		return EmptyHeaders.INSTANCE;
	}

}
