/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.fastwire.spring.topic.PublishToMethods.Annotated;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Warns of annotated methods whose calls do not go through the proxy.
 */
final class UnseenMethods {

	private static final Log LOGGER = LogFactory.getLog(PublishTo.class);

	private final Class<?> type;

	private final Map<Method, Annotated> methods;

	private final Set<Method> published;

	/**
	 * Creates it for one class.
	 * @param published those of the methods that have something to publish
	 */
	UnseenMethods(Class<?> type, Map<Method, Annotated> methods, Set<Method> published) {
		this.type = type;
		this.methods = methods;
		this.published = published;
	}

	/**
	 * Logs one warning for each, and one for all final methods that the annotation of the
	 * class is for.
	 * @param interfaceProxy whether the proxy has only the interfaces of the bean
	 */
	void warn(boolean interfaceProxy) {
		methods.forEach((method, annotated) -> {
			String obstacle = obstacle(method, interfaceProxy);
			if (obstacle != null && !annotated.onClass()) {
				LOGGER.warn("@PublishTo on " + ClassUtils.getQualifiedMethodName(method, type) + " has no effect: "
						+ obstacle);
			}
		});
		if (!interfaceProxy) {
			warnOfFinalMethods();
		}
		for (SelfCalls.SelfCall call : SelfCalls.find(type, methods.keySet())) {
			LOGGER.warn("@PublishTo on " + ClassUtils.getQualifiedMethodName(call.callee(), type)
					+ " has no effect when " + call.caller() + "() calls it: a call within the bean does not go"
					+ " through its proxy. Move one of them to another bean, or use a TopicPublisher.");
		}
	}

	/** Nobody can call what an interface proxy does not have, but final methods. */
	private void warnOfFinalMethods() {
		String names = methods.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().onClass() && published.contains(entry.getKey())
					&& Modifier.isFinal(entry.getKey().getModifiers()))
			.map((entry) -> entry.getKey().getName())
			.sorted()
			.collect(Collectors.joining(", "));
		if (!names.isEmpty()) {
			LOGGER.warn("@PublishTo on " + type.getName() + " has no effect on " + names + ": methods that are final"
					+ " cannot be overridden by the proxy. Remove 'final', in Kotlin with 'open'.");
		}
	}

	private @Nullable String obstacle(Method method, boolean interfaceProxy) {
		if (Modifier.isPrivate(method.getModifiers())) {
			return "the method is private, so that no proxy can see its calls. Make it public.";
		}
		if (Modifier.isStatic(method.getModifiers())) {
			return "the method is static, so that no proxy can see its calls. Make it an instance method.";
		}
		if (interfaceProxy) {
			return ClassUtils.getInterfaceMethodIfPossible(method, type).getDeclaringClass().isInterface() ? null
					: "the proxy of the bean has only its interfaces, and the method is in none of them. Add it to one,"
							+ " or set spring.aop.proxy-target-class=true.";
		}
		if (Modifier.isFinal(method.getModifiers())) {
			return "the method is final, so that the proxy cannot override it. Remove 'final', in Kotlin with 'open'.";
		}
		return null;
	}

}
