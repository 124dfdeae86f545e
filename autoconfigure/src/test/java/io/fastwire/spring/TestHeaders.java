/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/** Request fields from pairs of name and value. */
final class TestHeaders implements Headers {

	private final List<String> lines = new ArrayList<>();

	private @Nullable Object attachment;

	TestHeaders(String... namesAndValues) {
		for (int i = 0; i < namesAndValues.length; i += 2) {
			add(namesAndValues[i], namesAndValues[i + 1]);
		}
	}

	TestHeaders add(String name, String value) {
		lines.add(name);
		lines.add(value);
		return this;
	}

	@Override
	public @Nullable Object attachment() {
		return attachment;
	}

	@Override
	public void attach(Object attachment) {
		this.attachment = attachment;
	}

	@Override
	public int size() {
		return lines.size() / 2;
	}

	@Override
	public String name(int index) {
		return lines.get(2 * index);
	}

	@Override
	public String value(int index) {
		return lines.get(2 * index + 1);
	}

	@Override
	public int indexOf(String name, int from) {
		for (int i = from; i < size(); i++) {
			if (name(i).equalsIgnoreCase(name)) {
				return i;
			}
		}
		return -1;
	}

}
