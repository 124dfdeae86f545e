/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

/** {@link Headers} without any line. */
enum EmptyHeaders implements Headers {

	INSTANCE;

	@Override
	public int size() {
		return 0;
	}

	@Override
	public String name(int index) {
		throw new IndexOutOfBoundsException(index);
	}

	@Override
	public String value(int index) {
		throw new IndexOutOfBoundsException(index);
	}

	@Override
	public int indexOf(String name, int from) {
		return -1;
	}

	@Override
	public String toString() {
		return "[]";
	}

}
