/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Reads single properties, and names them when their value is refused.
 */
final class PropertyBinding {

	private PropertyBinding() {
	}

	/**
	 * Hands a value on if there is one.
	 * @param property the property it is from
	 * @param value the value, may be {@code null}
	 * @param target takes it, or refuses it with {@link IllegalArgumentException}
	 * @throws InvalidConfigurationPropertyValueException if the target refuses it
	 */
	static <T> void apply(String property, @Nullable T value, Consumer<? super T> target) {
		if (value == null) {
			return;
		}
		try {
			target.accept(value);
		}
		catch (IllegalArgumentException ex) {
			String reason = StringUtils.capitalize(String.valueOf(ex.getMessage()));
			throw new InvalidConfigurationPropertyValueException(property, value, reason);
		}
	}

	/**
	 * Returns the value of a property that belongs to another server.
	 * @param environment where to look
	 * @param property its name
	 * @param type its type
	 * @return the value, or {@code null} if it is not set
	 */
	static <T> @Nullable T read(Environment environment, String property, Class<T> type) {
		return Binder.get(environment).bind(property, type).orElse(null);
	}

	/**
	 * Converts a size for a limit that is an {@code int}.
	 * @param size the size
	 * @return bytes
	 * @throws IllegalArgumentException if it is too large
	 */
	static int bytes(DataSize size) {
		if (size.toBytes() > Integer.MAX_VALUE) {
			throw new IllegalArgumentException("The largest size is " + Integer.MAX_VALUE + " bytes.");
		}
		return (int) Math.max(Integer.MIN_VALUE, size.toBytes());
	}

}
