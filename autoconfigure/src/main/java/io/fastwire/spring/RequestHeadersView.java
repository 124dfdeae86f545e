/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;
import java.util.Map;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

import org.springframework.util.MultiValueMap;

/** The fields of a request, read-only and readable from any thread. */
final class RequestHeadersView extends HeadersView {

	private final Headers headers;

	RequestHeadersView(Headers headers) {
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
		throw new UnsupportedOperationException();
	}

	@Override
	void replaceAll(String name, List<String> values) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void add(String name, @Nullable String value) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void addAll(String name, List<? extends String> values) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void addAll(MultiValueMap<String, String> values) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void set(String name, @Nullable String value) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void setAll(Map<String, String> values) {
		throw new UnsupportedOperationException();
	}

	@Override
	public @Nullable List<String> put(String name, List<String> values) {
		throw new UnsupportedOperationException();
	}

	@Override
	public @Nullable List<String> remove(@Nullable Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void clear() {
		throw new UnsupportedOperationException();
	}

}
