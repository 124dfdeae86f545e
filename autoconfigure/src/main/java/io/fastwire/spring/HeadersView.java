/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedCaseInsensitiveMap;
import org.springframework.util.MultiValueMap;

/**
 * Field lines seen as the map that {@link HttpHeaders} wants. Nothing is copied: a lookup
 * is a search of the lines. Names are equal without regard to case and appear once, as
 * the first line wrote them.
 */
abstract class HeadersView extends AbstractMap<String, List<String>> implements MultiValueMap<String, String> {

	/**
	 * The number of lines up to which it is best to search them again for each name. With
	 * more, a client could make that expensive.
	 */
	private static final int FEW = 32;

	abstract int lineCount();

	abstract String nameAt(int index);

	abstract String valueAt(int index);

	abstract int indexOf(String name, int from);

	abstract void removeAll(String name);

	abstract void replaceAll(String name, List<String> values);

	@Override
	public final @Nullable String getFirst(@Nullable String name) {
		int index = (name != null) ? indexOf(name, 0) : -1;
		return (index < 0) ? null : valueAt(index);
	}

	@Override
	public final @Nullable List<String> get(@Nullable Object key) {
		if (!(key instanceof String name)) {
			return null;
		}
		int first = indexOf(name, 0);
		if (first < 0) {
			return null;
		}
		int second = indexOf(name, first + 1);
		return (second < 0) ? Collections.singletonList(valueAt(first)) : valuesFrom(name, first, second);
	}

	private List<String> valuesFrom(String name, int first, int second) {
		List<String> values = new ArrayList<>(4);
		values.add(valueAt(first));
		for (int i = second; i >= 0; i = indexOf(name, i + 1)) {
			values.add(valueAt(i));
		}
		return values;
	}

	@Override
	public final boolean containsKey(@Nullable Object key) {
		return key instanceof String name && indexOf(name, 0) >= 0;
	}

	@Override
	public final boolean containsValue(@Nullable Object value) {
		for (List<String> values : values()) {
			if (values.equals(value)) {
				return true;
			}
		}
		return false;
	}

	@Override
	public final boolean isEmpty() {
		return lineCount() == 0;
	}

	@Override
	public final int size() {
		int distinct = 0;
		for (NameIterator names = new NameIterator(); names.hasNext(); names.next()) {
			distinct++;
		}
		return distinct;
	}

	@Override
	public final Set<String> keySet() {
		return new Names();
	}

	@Override
	public final Set<Map.Entry<String, List<String>>> entrySet() {
		return new Entries();
	}

	@Override
	public final Map<String, String> toSingleValueMap() {
		Map<String, String> first = new LinkedCaseInsensitiveMap<>(lineCount(), Locale.ROOT);
		int count = lineCount();
		for (int i = 0; i < count; i++) {
			first.putIfAbsent(nameAt(i), valueAt(i));
		}
		return first;
	}

	@Override
	public final String toString() {
		return HttpHeaders.formatHeaders(this);
	}

	private final class Names extends AbstractSet<String> {

		@Override
		public Iterator<String> iterator() {
			return new NameIterator();
		}

		@Override
		public int size() {
			return HeadersView.this.size();
		}

		@Override
		public boolean contains(@Nullable Object name) {
			return containsKey(name);
		}

		@Override
		public boolean remove(@Nullable Object name) {
			return HeadersView.this.remove(name) != null;
		}

		@Override
		public void clear() {
			HeadersView.this.clear();
		}

	}

	private final class NameIterator implements Iterator<String> {

		/** {@code null} for few lines, which are searched instead. */
		private final @Nullable Set<String> seen = (lineCount() > FEW) ? new TreeSet<>(String.CASE_INSENSITIVE_ORDER)
				: null;

		private int next = find(0);

		private int current = -1;

		/** Finds the next line whose name did not occur before, or -1. */
		private int find(int from) {
			int count = lineCount();
			for (int i = from; i < count; i++) {
				String name = nameAt(i);
				if ((seen != null) ? seen.add(name) : indexOf(name, 0) == i) {
					return i;
				}
			}
			return -1;
		}

		@Override
		public boolean hasNext() {
			return next >= 0;
		}

		@Override
		public String next() {
			if (next < 0) {
				throw new NoSuchElementException();
			}
			current = next;
			next = find(current + 1);
			return nameAt(current);
		}

		@Override
		public void remove() {
			if (current < 0) {
				throw new IllegalStateException("No current name");
			}
			if (seen != null && next >= 0) {
				seen.remove(nameAt(next)); // it will be found again
			}
			removeAll(nameAt(current));
			next = find(current);
			current = -1;
		}

	}

	private final class Entries extends AbstractSet<Map.Entry<String, List<String>>> {

		@Override
		public Iterator<Map.Entry<String, List<String>>> iterator() {
			return new EntryIterator();
		}

		@Override
		public int size() {
			return HeadersView.this.size();
		}

	}

	private final class EntryIterator implements Iterator<Map.Entry<String, List<String>>> {

		private final NameIterator names = new NameIterator();

		@Override
		public boolean hasNext() {
			return names.hasNext();
		}

		@Override
		public Map.Entry<String, List<String>> next() {
			return new LiveEntry(names.next());
		}

		@Override
		public void remove() {
			names.remove();
		}

	}

	private final class LiveEntry implements Map.Entry<String, List<String>> {

		private final String name;

		LiveEntry(String name) {
			this.name = name;
		}

		@Override
		public String getKey() {
			return name;
		}

		@Override
		public List<String> getValue() {
			List<String> values = HeadersView.this.get(name);
			return (values != null) ? values : Collections.emptyList();
		}

		@Override
		public List<String> setValue(List<String> values) {
			List<String> previous = getValue();
			replaceAll(name, values);
			return previous;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Map.Entry<?, ?> entry && name.equals(entry.getKey())
					&& getValue().equals(entry.getValue());
		}

		@Override
		public int hashCode() {
			return name.hashCode() ^ getValue().hashCode();
		}

		@Override
		public String toString() {
			return name + '=' + getValue();
		}

	}

}
