/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a load generator is told, or what it answers: a word and values by name, in one
 * line.
 *
 * @param name the word
 * @param values none of them with a space
 */
public record Command(String name, Map<String, String> values) {

	/** Returns a command without values. */
	public static Command of(String name) {
		return new Command(name, Map.of());
	}

	/** Reads what {@link #toString} has written. */
	public static Command parse(String line) {
		Map<String, String> values = new TreeMap<>();
		String[] words = line.split(" ", -1);
		Stream.of(words).skip(1).forEach((word) -> {
			int equals = word.indexOf('=');
			if (equals < 0) {
				throw new IllegalArgumentException("Not a command: " + line);
			}
			values.put(word.substring(0, equals), word.substring(equals + 1));
		});
		return new Command(words[0], values);
	}

	/** Returns the same with one more value. */
	public Command with(String key, Object value) {
		Map<String, String> more = new TreeMap<>(values);
		more.put(key, value.toString());
		return new Command(name, more);
	}

	/** Returns a value. */
	public String text(String key) {
		String value = values.get(key);
		if (value == null) {
			throw new IllegalArgumentException("No " + key + " in '" + this + "'");
		}
		return value;
	}

	/** Returns a value that is a decimal. */
	public double decimal(String key) {
		return Double.parseDouble(text(key));
	}

	/** Returns a value that is a number. */
	public int number(String key) {
		return Integer.parseInt(text(key));
	}

	@Override
	public String toString() {
		return Stream.concat(Stream.of(name), values.entrySet().stream().map((e) -> e.getKey() + '=' + e.getValue()))
			.collect(Collectors.joining(" "));
	}

}
