/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;

/**
 * What a method says that it returns.
 *
 * @param value the type of a value, what is wrapped around it taken off
 * @param valueless whether there is never one, as with {@code void} and
 * {@code Mono<Void>}
 * @param adapter for the reactive type around the value, if it says that there is one
 */
record ReturnShape(ResolvableType value, boolean valueless, @Nullable ReactiveAdapter adapter) {

	/**
	 * Reads the return type of a method.
	 * @param method as the class declares it
	 * @param type the class
	 * @param registry knows reactive types
	 * @return the shape
	 * @throws IllegalArgumentException if values of this type cannot be observed
	 */
	static ReturnShape of(Method method, Class<?> type, ReactiveAdapterRegistry registry) {
		return new Reader(registry).read(returned(method, type));
	}

	private static ResolvableType returned(Method method, Class<?> type) {
		if (KotlinDetector.isSuspendingFunction(method)) {
			int continuation = method.getParameterCount() - 1;
			return ResolvableType.forMethodParameter(method, continuation, type).getGeneric(0);
		}
		return ResolvableType.forMethodReturnType(method, type);
	}

	/** Peels one layer after the other. */
	private static final class Reader {

		private final ReactiveAdapterRegistry registry;

		private boolean optional;

		private boolean entity;

		private boolean asynchronous;

		private @Nullable ReactiveAdapter reactive;

		Reader(ReactiveAdapterRegistry registry) {
			this.registry = registry;
		}

		ReturnShape read(ResolvableType type) {
			Class<?> raw = type.resolve(Object.class);
			if (raw == void.class || raw == Void.class || PublishedValues.isUnit(raw)) {
				return new ReturnShape(type, true, reactive);
			}
			if (raw == Optional.class) {
				optional = true;
				return read(type.getGeneric());
			}
			if (HttpEntity.class.isAssignableFrom(raw)) {
				entity = true;
				return read(type.as(HttpEntity.class).getGeneric());
			}
			if (CompletionStage.class.isAssignableFrom(raw)) {
				requireOutside(raw, optional || entity);
				return read(type.as(CompletionStage.class).getGeneric());
			}
			ReactiveAdapter adapter = registry.getAdapter(raw);
			if (adapter != null) {
				return readReactive(type, raw, adapter);
			}
			if (Future.class.isAssignableFrom(raw)) {
				throw new IllegalArgumentException("nothing tells when a " + raw.getName()
						+ " is done. Return a java.util.concurrent.CompletableFuture");
			}
			if (BaseStream.class.isAssignableFrom(raw) || Iterator.class.isAssignableFrom(raw)) {
				throw new IllegalArgumentException(
						"a " + raw.getName() + " can be read only once. Return a collection or a Flux");
			}
			return new ReturnShape(type, false, reactive);
		}

		private ReturnShape readReactive(ResolvableType type, Class<?> raw, ReactiveAdapter adapter) {
			requireOutside(raw, optional);
			if (!raw.isAssignableFrom(adapter.getReactiveType())) {
				throw new IllegalArgumentException("a " + raw.getName()
						+ " cannot be observed and still be one. Return a " + adapter.getReactiveType().getName());
			}
			reactive = adapter;
			if (adapter.isNoValue()) {
				return new ReturnShape(ResolvableType.forClass(Void.class), true, adapter);
			}
			return read(type.getGeneric());
		}

		private void requireOutside(Class<?> raw, boolean wrapped) {
			if (asynchronous || wrapped) {
				throw new IllegalArgumentException("a " + raw.getName()
						+ " within another type is not observed. Annotate the method that it comes from");
			}
			asynchronous = true;
		}

	}

}
