/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a response, in the order they will be written. Mutable and not
 * thread-safe. Names and values are checked when the head is encoded, which fails for CR,
 * LF, NUL and other control characters (RFC 9110 section 5.5). A character above 0xFF,
 * for which a field has no byte, is sent as a question mark.
 */
public final class ResponseHeaders {

	/*
	 * One array and a linear search: a response has a few fields, for which this costs
	 * less than any map, in time and in garbage.
	 */

	private static final int INITIAL_CAPACITY = 4;

	/** Names at even indices, each with its value behind it. */
	private @Nullable String[] lines = new @Nullable String[2 * INITIAL_CAPACITY];

	private int size;

	/**
	 * Returns the number of field lines.
	 * @return 0 or more
	 */
	public int size() {
		return size;
	}

	/**
	 * Returns the name of a field line.
	 * @param index from 0 to {@code size() - 1}
	 * @return the name as it was given
	 */
	public String name(int index) {
		return at(2 * Objects.checkIndex(index, size));
	}

	/**
	 * Returns the value of a field line.
	 * @param index from 0 to {@code size() - 1}
	 * @return the value as it was given
	 */
	public String value(int index) {
		return at(2 * Objects.checkIndex(index, size) + 1);
	}

	/**
	 * Finds the first line with a name.
	 * @param name the field name in any case
	 * @param from the index to start at
	 * @return its index, or -1 if there is none
	 */
	public int indexOf(String name, int from) {
		int size = this.size;
		for (int i = from; i < size; i++) {
			if (name.equalsIgnoreCase(lines[2 * i])) {
				return i;
			}
		}
		return -1;
	}

	/**
	 * Returns the value of the first line with a name.
	 * @param name the field name in any case
	 * @return the value, or {@code null} if there is no such line
	 */
	public @Nullable String get(String name) {
		int index = indexOf(name, 0);
		return (index < 0) ? null : lines[2 * index + 1];
	}

	/**
	 * Returns the values of all lines with a name.
	 * @param name the field name in any case
	 * @return a new list, empty if there are none
	 */
	public List<String> getAll(String name) {
		List<String> found = new ArrayList<>(2);
		for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i + 1)) {
			found.add(at(2 * i + 1));
		}
		return found;
	}

	/**
	 * Tells whether there is a line with a name.
	 * @param name the field name in any case
	 * @return whether it occurs
	 */
	public boolean contains(String name) {
		return indexOf(name, 0) >= 0;
	}

	/**
	 * Appends a line.
	 * @param name the field name
	 * @param value the field value
	 * @return this
	 */
	public ResponseHeaders add(String name, String value) {
		if (2 * size == lines.length) {
			lines = Arrays.copyOf(lines, 4 * size);
		}
		set(size, name, value);
		size++;
		return this;
	}

	/**
	 * Replaces all lines with a name by one, at the place of the first.
	 * @param name the field name in any case
	 * @param value the field value
	 * @return this
	 */
	public ResponseHeaders set(String name, String value) {
		int index = indexOf(name, 0);
		if (index < 0) {
			return add(name, value);
		}
		set(index, name, value);
		for (int i = indexOf(name, index + 1); i >= 0; i = indexOf(name, i)) {
			removeAt(i);
		}
		return this;
	}

	/**
	 * Removes all lines with a name.
	 * @param name the field name in any case
	 * @return whether there were any
	 */
	public boolean remove(String name) {
		int before = size;
		for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i)) {
			removeAt(i);
		}
		return size < before;
	}

	/**
	 * Returns these fields as they are now.
	 * @return a copy
	 */
	public ResponseHeaders copy() {
		ResponseHeaders copy = new ResponseHeaders();
		copy.lines = lines.clone();
		copy.size = size;
		return copy;
	}

	/**
	 * Removes all lines.
	 */
	public void clear() {
		Arrays.fill(lines, 0, 2 * size, null);
		size = 0;
	}

	private void set(int index, String name, String value) {
		Objects.requireNonNull(name, "name");
		Objects.requireNonNull(value, "value");
		lines[2 * index] = name;
		lines[2 * index + 1] = value;
	}

	private void removeAt(int index) {
		int last = 2 * --size;
		System.arraycopy(lines, 2 * index + 2, lines, 2 * index, last - 2 * index);
		lines[last] = null;
		lines[last + 1] = null;
	}

	private String at(int index) {
		return Objects.requireNonNull(lines[index]);
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder("[");
		for (int i = 0; i < size; i++) {
			text.append((i > 0) ? ", " : "").append(name(i)).append(": ").append(value(i));
		}
		return text.append(']').toString();
	}

}
