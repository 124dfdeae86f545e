/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Headers;

/**
 * The fields of a request with the conditions of its client replaced by those of the
 * cache (RFC 9111 section 4.3.1).
 */
final class ValidationHeaders implements Headers {

	private final List<String> names = new ArrayList<>();

	private final List<String> values = new ArrayList<>();

	ValidationHeaders(Headers request, StoredResponse stale) {
		for (int i = 0; i < request.size(); i++) {
			String name = request.name(i);
			if (!name.equalsIgnoreCase("If-None-Match") && !name.equalsIgnoreCase("If-Modified-Since")) {
				add(name, request.value(i));
			}
		}
		String tag = stale.entityTag();
		String date = stale.lastModified();
		if (stale.hasValidator() && tag != null) {
			add("If-None-Match", tag);
		}
		if (stale.hasValidator() && date != null) {
			add("If-Modified-Since", date);
		}
	}

	private void add(String name, String value) {
		names.add(name);
		values.add(value);
	}

	@Override
	public int size() {
		return names.size();
	}

	@Override
	public String name(int index) {
		return names.get(index);
	}

	@Override
	public String value(int index) {
		return values.get(index);
	}

	@Override
	public int indexOf(String name, int from) {
		for (int i = from; i < names.size(); i++) {
			if (names.get(i).equalsIgnoreCase(name)) {
				return i;
			}
		}
		return -1;
	}

}
