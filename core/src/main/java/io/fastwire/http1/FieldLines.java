/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Arrays;

/**
 * Where the lines of one field section are: a growing list while it is parsed, and, by
 * the static functions, the fixed array that a block keeps. Offsets are in bytes from the
 * start of the section.
 *
 * <pre>
 *   4i         4i + 1                4i + 2        4i + 3
 *  +----------+---------------------+-------------+-----------+
 *  | name     | name end, or        | value start | value end |
 *  | start    | -id of a known name |             |           |
 *  +----------+---------------------+-------------+-----------+
 * </pre>
 */
final class FieldLines {

	private static final int WIDTH = 4;

	private static final int INITIAL_LINES = 24;

	private static final int[] NONE = {};

	private int[] places = NONE;

	private int size;

	private boolean anyUnknownName;

	void clear() {
		size = 0;
		anyUnknownName = false;
	}

	int size() {
		return size;
	}

	/** Tells whether a line has a name that is not in {@link FieldNames}. */
	boolean anyUnknownName() {
		return anyUnknownName;
	}

	/**
	 * Adds a line.
	 * @param nameStart where its name starts
	 * @param nameEndOrId where the name ends, or the negative id of a known one
	 * @param valueStart where its value starts
	 * @param valueEnd where the value ends
	 */
	void add(int nameStart, int nameEndOrId, int valueStart, int valueEnd) {
		int at = size * WIDTH;
		if (at == places.length) {
			places = Arrays.copyOf(places, Math.max(2 * at, INITIAL_LINES * WIDTH));
		}
		int[] places = this.places;
		places[at] = nameStart;
		places[at + 1] = nameEndOrId;
		places[at + 2] = valueStart;
		places[at + 3] = valueEnd;
		size++;
		anyUnknownName |= nameEndOrId >= 0;
	}

	int[] toArray() {
		return (size == 0) ? NONE : Arrays.copyOf(places, size * WIDTH);
	}

	static int size(int[] places) {
		return places.length / WIDTH;
	}

	static int id(int[] places, int index) {
		return Math.max(0, -places[index * WIDTH + 1]);
	}

	static int nameStart(int[] places, int index) {
		return places[index * WIDTH];
	}

	/** Where an unknown name ends; not to be asked of a known one. */
	static int nameEnd(int[] places, int index) {
		return places[index * WIDTH + 1];
	}

	static int valueStart(int[] places, int index) {
		return places[index * WIDTH + 2];
	}

	static int valueEnd(int[] places, int index) {
		return places[index * WIDTH + 3];
	}

}
