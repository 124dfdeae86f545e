/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;
import java.util.Map;

import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

import org.springframework.util.MultiValueMap;

/**
 * The fields of a response, written through to those that will be sent. A {@code null}
 * value adds nothing.
 */
final class ResponseHeadersView extends HeadersView {

	private final ResponseHeaders headers;

	ResponseHeadersView(ResponseHeaders headers) {
		this.headers = headers;
	}

	@Override
	int lineCount() {
		return headers.size();
	}

	@Override
	String nameAt(int index) {
		return headers.name(index);
	}

	@Override
	String valueAt(int index) {
		return headers.value(index);
	}

	@Override
	int indexOf(String name, int from) {
		return headers.indexOf(name, from);
	}

	@Override
	void removeAll(String name) {
		headers.remove(name);
	}

	@Override
	void replaceAll(String name, List<String> values) {
		headers.remove(name);
		addAll(name, values);
	}

	@Override
	public void add(String name, @Nullable String value) {
		if (value != null) {
			headers.add(name, value);
		}
	}

	@Override
	public void addAll(String name, List<? extends String> values) {
		for (String value : values) {
			add(name, value);
		}
	}

	@Override
	public void addAll(MultiValueMap<String, String> values) {
		values.forEach(this::addAll);
	}

	@Override
	public void set(String name, @Nullable String value) {
		if (value != null) {
			headers.set(name, value);
		}
	}

	@Override
	public void setAll(Map<String, String> values) {
		values.forEach(this::set);
	}

	@Override
	public @Nullable List<String> put(String name, List<String> values) {
		List<String> previous = get(name);
		replaceAll(name, values);
		return previous;
	}

	@Override
	public @Nullable List<String> remove(@Nullable Object key) {
		List<String> previous = get(key);
		if (previous != null && key instanceof String name) {
			headers.remove(name);
		}
		return previous;
	}

	@Override
	public void clear() {
		headers.clear();
	}

}
