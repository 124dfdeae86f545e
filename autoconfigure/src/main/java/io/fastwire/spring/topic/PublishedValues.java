/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Array;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;

/**
 * Gets at what is to be sent from what was returned.
 */
final class PublishedValues {

	private static final String KOTLIN_UNIT = "kotlin.Unit";

	private PublishedValues() {
	}

	/**
	 * Takes off what is wrapped around a value.
	 * @param returned an {@link Optional}, an {@link HttpEntity} or a value
	 * @return the value; {@code null} if there is none, and for a response that tells of
	 * an error, which is a failure of the method
	 */
	static @Nullable Object unwrap(@Nullable Object returned) {
		Object value = returned;
		while (value != null) {
			if (value instanceof Optional<?> optional) {
				value = optional.orElse(null);
			}
			else if (value instanceof HttpEntity<?> entity) {
				value = (isError(entity)) ? null : entity.getBody();
			}
			else {
				return isUnit(value.getClass()) ? null : value;
			}
		}
		return null;
	}

	static boolean isError(HttpEntity<?> entity) {
		return entity instanceof ResponseEntity<?> response && response.getStatusCode().isError();
	}

	static boolean isUnit(Class<?> type) {
		return type.getName().equals(KOTLIN_UNIT);
	}

	/**
	 * Returns the elements of a value.
	 * @param value an {@link Iterable} or an array
	 * @return its elements
	 * @throws IllegalArgumentException if it is neither
	 */
	static Iterator<?> elements(Object value) {
		if (value instanceof Iterable<?> iterable) {
			return iterable.iterator();
		}
		if (value.getClass().isArray()) {
			return IntStream.range(0, Array.getLength(value)).mapToObj((i) -> Array.get(value, i)).iterator();
		}
		throw new IllegalArgumentException(
				"'each' is for arrays and Iterables, and this is a " + value.getClass().getName());
	}

}
