/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.Arrays;

import io.fastwire.http.Headers;

/**
 * The fields of one request, names in lower case (RFC 9113 section 8.2). Written by
 * {@link RequestFields} alone, before anybody else sees it.
 */
final class FieldList implements Headers {

	private final String[] names;

	private final String[] values;

	private int size;

	/**
	 * Makes a list.
	 * @param capacity the largest number of fields that are added
	 */
	FieldList(int capacity) {
		this.names = new String[capacity];
		this.values = new String[capacity];
	}

	void add(String name, String value) {
		names[size] = name;
		values[size++] = value;
	}

	void value(int index, String value) {
		values[index] = value;
	}

	@Override
	public int size() {
		return size;
	}

	@Override
	public String name(int index) {
		return names[check(index)];
	}

	@Override
	public String value(int index) {
		return values[check(index)];
	}

	@Override
	public int indexOf(String name, int from) {
		String[] names = this.names;
		int size = this.size;
		for (int i = from; i < size; i++) {
			if (names[i].equalsIgnoreCase(name)) {
				return i;
			}
		}
		return -1;
	}

	private int check(int index) {
		if (index >= size) {
			throw new IndexOutOfBoundsException(index);
		}
		return index;
	}

	/** Returns the names only: values may be secrets. */
	@Override
	public String toString() {
		return Arrays.asList(names).subList(0, size).toString();
	}

}
