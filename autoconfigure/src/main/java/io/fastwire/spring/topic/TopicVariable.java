/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.List;

import io.fastwire.topic.TopicNames;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;

/**
 * A variable in the name of a topic: an argument or the result, or a property of it.
 */
final class TopicVariable {

	/** In the place of an argument's index. */
	static final int RESULT = -1;

	private final String path;

	private final int root;

	private final List<TopicProperty> properties;

	/**
	 * Creates a variable.
	 * @param path what is between the braces
	 * @param root the index of an argument or {@link #RESULT}
	 * @param properties the names that follow in the path
	 */
	TopicVariable(String path, int root, List<String> properties) {
		this.path = path;
		this.root = root;
		this.properties = properties.stream().map(TopicProperty::new).toList();
	}

	/**
	 * Returns the value as text that is safe within a segment. Values may be the text of
	 * clients, so that none must end the segment, be a wildcard, or make the segment one
	 * that URLs treat in a special way (RFC 3986 section 5.2.4). They are refused rather
	 * than escaped: subscribers would have to know the escapes. The text is not in the
	 * message of the exception, which is logged.
	 * @param arguments those of the call
	 * @param result the result
	 * @return a part of a segment
	 * @throws IllegalArgumentException if the value cannot stand in a name
	 */
	String segment(@Nullable Object[] arguments, @Nullable Object result) {
		Object value = (root == RESULT) ? result : arguments[root];
		for (TopicProperty property : properties) {
			if (value == null) {
				break;
			}
			value = property.of(value);
		}
		if (value == null) {
			throw refusal("is null");
		}
		if (!BeanUtils.isSimpleValueType(value.getClass())) {
			throw refusal(
					"is a " + value.getClass().getName() + ", which is not a simple value: name a property of it");
		}
		String text = (value instanceof Enum<?> constant) ? constant.name() : value.toString();
		if (!TopicNames.isSegment(text)) {
			throw refusal("is empty, or has a slash, an asterisk, a control character or half of a surrogate pair");
		}
		if (text.equals(".") || text.equals("..")) {
			throw refusal("is a dot-segment");
		}
		return text;
	}

	private IllegalArgumentException refusal(String reason) {
		return new IllegalArgumentException("The value of {" + path + "} " + reason);
	}

}
