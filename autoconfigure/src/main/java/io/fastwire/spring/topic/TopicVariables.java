/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ResolvableType;
import org.springframework.util.StringUtils;

/**
 * The variables that the topics of a method may have.
 */
final class TopicVariables {

	private static final String RESULT = "result";

	private final Method method;

	private final @Nullable String @Nullable [] names;

	private final @Nullable ResolvableType result;

	/**
	 * Creates the variables of a method.
	 * @param method as its class declares it
	 * @param result the type of the value; {@code null} if there is none
	 */
	TopicVariables(Method method, @Nullable ResolvableType result) {
		this.method = method;
		this.names = new DefaultParameterNameDiscoverer().getParameterNames(method);
		this.result = result;
	}

	/**
	 * Finds a variable.
	 * @param path what is between the braces
	 * @return the variable
	 * @throws IllegalArgumentException if there is none, or if it can be told already
	 * that it never has a fitting value
	 */
	TopicVariable get(String path) {
		List<String> parts = Arrays.asList(StringUtils.delimitedListToStringArray(path, "."));
		List<String> properties = parts.subList(1, parts.size());
		if (parts.get(0).equals(RESULT)) {
			if (result == null) {
				throw new IllegalArgumentException("the method has no {" + path + "}, because it returns nothing");
			}
			check(path, result, properties);
			return new TopicVariable(path, TopicVariable.RESULT, properties);
		}
		int index = index(path, parts.get(0));
		check(path, ResolvableType.forMethodParameter(method, index), properties);
		return new TopicVariable(path, index, properties);
	}

	private int index(String path, String name) {
		if (names == null) {
			throw new IllegalArgumentException(
					"the names of the parameters are not known. Compile with the option -parameters of javac");
		}
		int index = Arrays.asList(names).indexOf(name);
		if (index < 0) {
			throw new IllegalArgumentException("{" + path + "} is neither {result} nor a parameter: those are "
					+ String.join(", ", Arrays.asList(names)));
		}
		return index;
	}

	/** Follows the path as long as no subclass can make a difference. */
	private static void check(String path, ResolvableType root, List<String> properties) {
		Class<?> type = root.resolve(Object.class);
		for (String property : properties) {
			if (!Modifier.isFinal(type.getModifiers()) || Map.class.isAssignableFrom(type)) {
				return;
			}
			type = TopicProperty.reader(type, property).getReturnType();
		}
		if (Modifier.isFinal(type.getModifiers()) && !BeanUtils.isSimpleValueType(type)) {
			throw new IllegalArgumentException(
					"{" + path + "} is a " + type.getName() + ", which is not a simple value: name a property of it");
		}
	}

}
