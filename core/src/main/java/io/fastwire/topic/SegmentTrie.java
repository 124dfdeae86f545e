/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Values by name or pattern, found by what matches. Any thread may search while one
 * changes it; changes exclude each other. A search sees all changes that were complete
 * when it began, and may or may not see others.
 *
 * @param <T> what is kept
 */
final class SegmentTrie<T> {

	private static final String ANY = "*";

	private static final String REST = "**";

	private final Node<T> root = new Node<>();

	/** Puts a value in the place of the one that was there. */
	synchronized void put(String key, T value) {
		Node<T> node = root;
		for (String segment : TopicNames.segments(key)) {
			node = node.children.computeIfAbsent(segment, (unused) -> new Node<>());
		}
		node.value = value;
	}

	/** Removes a value, and nodes that nothing needs any more. */
	synchronized void remove(String key) {
		remove(root, TopicNames.segments(key), 0);
	}

	private boolean remove(Node<T> node, String[] segments, int depth) {
		if (depth == segments.length) {
			node.value = null;
		}
		else {
			Node<T> child = node.children.get(segments[depth]);
			if (child != null && remove(child, segments, depth + 1)) {
				node.children.remove(segments[depth]);
			}
		}
		return node.value == null && node.children.isEmpty();
	}

	boolean isEmpty() {
		return root.children.isEmpty();
	}

	/** Finds the values whose key, a pattern, matches a topic. */
	void forEachPatternOf(String topic, Consumer<T> action) {
		if (!isEmpty()) {
			patternsOf(root, TopicNames.segments(topic), 0, action);
		}
	}

	private static <T> void patternsOf(Node<T> node, String[] topic, int depth, Consumer<T> action) {
		Node<T> rest = node.children.get(REST);
		if (rest != null) {
			accept(rest, action);
		}
		if (depth == topic.length) {
			accept(node, action);
			return;
		}
		Node<T> literal = node.children.get(topic[depth]);
		if (literal != null) {
			patternsOf(literal, topic, depth + 1, action);
		}
		Node<T> any = node.children.get(ANY);
		if (any != null) {
			patternsOf(any, topic, depth + 1, action);
		}
	}

	/** Finds the values whose key, the name of a topic, is matched by a pattern. */
	void forEachTopicOf(String pattern, Consumer<T> action) {
		topicsOf(root, TopicNames.segments(pattern), 0, action);
	}

	private static <T> void topicsOf(Node<T> node, String[] pattern, int depth, Consumer<T> action) {
		if (depth == pattern.length) {
			accept(node, action);
		}
		else if (pattern[depth].equals(REST)) {
			all(node, action);
		}
		else if (pattern[depth].equals(ANY)) {
			for (Node<T> child : node.children.values()) {
				topicsOf(child, pattern, depth + 1, action);
			}
		}
		else {
			Node<T> child = node.children.get(pattern[depth]);
			if (child != null) {
				topicsOf(child, pattern, depth + 1, action);
			}
		}
	}

	private static <T> void all(Node<T> node, Consumer<T> action) {
		accept(node, action);
		for (Node<T> child : node.children.values()) {
			all(child, action);
		}
	}

	private static <T> void accept(Node<T> node, Consumer<T> action) {
		T value = node.value;
		if (value != null) {
			action.accept(value);
		}
	}

	private static final class Node<T> {

		private final Map<String, Node<T>> children = new ConcurrentHashMap<>(4);

		private volatile @Nullable T value;

	}

}
