/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Reads a property by its name: that of a bean, a component of a record, or an entry of a
 * map.
 */
final class TopicProperty {

	private final String name;

	/** The way that was last taken, which nearly always is the only one. */
	private @Nullable Access last;

	TopicProperty(String name) {
		this.name = name;
	}

	/**
	 * Reads the property.
	 * @param bean what has it
	 * @return the value
	 * @throws IllegalArgumentException if there is no such property
	 */
	@Nullable Object of(Object bean) {
		if (bean instanceof Map<?, ?> map) {
			return map.get(name);
		}
		Access access = last;
		if (access == null || access.type != bean.getClass()) {
			access = new Access(bean.getClass(), reader(bean.getClass(), name));
			last = access;
		}
		return ReflectionUtils.invokeMethod(access.reader, bean);
	}

	/**
	 * Finds the method that reads a property.
	 * @param type where to look
	 * @param name of the property
	 * @return the method
	 * @throws IllegalArgumentException if there is none
	 */
	static Method reader(Class<?> type, String name) {
		PropertyDescriptor property = BeanUtils.getPropertyDescriptor(type, name);
		Method reader = (property != null) ? property.getReadMethod() : null;
		if (reader == null && type.isRecord()) {
			reader = ReflectionUtils.findMethod(type, name);
		}
		if (reader == null || reader.getDeclaringClass() == Object.class) {
			throw new IllegalArgumentException("A " + type.getName() + " has no property '" + name + "'");
		}
		ReflectionUtils.makeAccessible(reader);
		return reader;
	}

	private record Access(Class<?> type, Method reader) {
	}

}
