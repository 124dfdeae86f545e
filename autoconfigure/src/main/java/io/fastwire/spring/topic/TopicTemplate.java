/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.fastwire.topic.TopicNames;
import org.jspecify.annotations.Nullable;

/**
 * The name of a topic with variables in braces.
 */
final class TopicTemplate {

	private final List<String> literals;

	private final List<TopicVariable> variables;

	private TopicTemplate(List<String> literals, List<TopicVariable> variables) {
		this.literals = literals;
		this.variables = variables;
	}

	/**
	 * Parses a template.
	 * @param text the name, placeholders resolved
	 * @param variables finds a variable by what is between its braces
	 * @return the template
	 * @throws IllegalArgumentException if no name can come of it
	 */
	static TopicTemplate parse(String text, Function<String, TopicVariable> variables) {
		List<String> literals = new ArrayList<>();
		List<TopicVariable> found = new ArrayList<>();
		int start = 0;
		int open = text.indexOf('{');
		while (open >= 0) {
			int close = text.indexOf('}', open);
			if (close < 0) {
				throw new IllegalArgumentException("The brace at index " + open + " of '" + text + "' is not closed");
			}
			literals.add(text.substring(start, open));
			found.add(variables.apply(text.substring(open + 1, close)));
			start = close + 1;
			open = text.indexOf('{', start);
		}
		literals.add(text.substring(start));
		String example = String.join("1", literals);
		if (example.indexOf('}') >= 0) {
			throw new IllegalArgumentException("A brace of '" + text + "' was not opened");
		}
		if (!TopicNames.isTopic(example)) {
			throw new IllegalArgumentException("'" + text + "' is not the name of a topic: segments between slashes,"
					+ " none of them empty, without '*' and control characters");
		}
		return new TopicTemplate(List.copyOf(literals), List.copyOf(found));
	}

	/**
	 * Makes the name of a topic.
	 * @param arguments those of the call
	 * @param result the value of variables that start with {@code result}
	 * @return the name
	 * @throws IllegalArgumentException if a value cannot stand in it
	 */
	String expand(@Nullable Object[] arguments, @Nullable Object result) {
		if (variables.isEmpty()) {
			return literals.get(0);
		}
		StringBuilder name = new StringBuilder(64);
		for (int i = 0; i < variables.size(); i++) {
			name.append(literals.get(i)).append(variables.get(i).segment(arguments, result));
		}
		return name.append(literals.get(variables.size())).toString();
	}

}
