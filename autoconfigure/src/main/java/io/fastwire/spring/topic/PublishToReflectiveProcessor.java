/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;
import org.springframework.core.MethodParameter;

/**
 * Registers what a native image must keep for a {@link PublishTo} method: the method
 * itself, and the types that it takes and returns, which are encoded as JSON and whose
 * properties topics and expressions read.
 */
final class PublishToReflectiveProcessor implements ReflectiveProcessor {

	private final BindingReflectionHintsRegistrar types = new BindingReflectionHintsRegistrar();

	@Override
	public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
		if (element instanceof Method method) {
			register(hints, method);
		}
		else if (element instanceof Class<?> type) {
			for (Method method : type.getMethods()) {
				if (method.getDeclaringClass() != Object.class && !Modifier.isStatic(method.getModifiers())) {
					register(hints, method);
				}
			}
		}
	}

	private void register(ReflectionHints hints, Method method) {
		hints.registerMethod(method, ExecutableMode.INVOKE);
		for (int i = -1; i < method.getParameterCount(); i++) {
			types.registerReflectionHints(hints, new MethodParameter(method, i).getGenericParameterType());
		}
	}

}
