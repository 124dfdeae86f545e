/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;

/**
 * Lets a method run and publishes what it returns.
 */
final class PublishToInterceptor implements MethodInterceptor {

	private final PublishedClasses classes;

	private final Map<MethodClassKey, Optional<PublishedMethod>> methods = new ConcurrentHashMap<>();

	/** A type that the target does not implement, {@code null} for the target's own. */
	private final @Nullable Class<?> contract;

	/** Those of its supertypes whose methods are not for this advice. */
	private final Set<Class<?>> left;

	PublishToInterceptor(PublishedClasses classes) {
		this(classes, null, Set.of());
	}

	PublishToInterceptor(PublishedClasses classes, @Nullable Class<?> contract, Set<Class<?>> left) {
		this.classes = classes;
		this.contract = contract;
		this.left = left;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object returned = invocation.proceed();
		Object target = invocation.getThis();
		Class<?> type = contract;
		if (type == null) {
			if (target == null) {
				return returned;
			}
			type = AopProxyUtils.ultimateTargetClass(target);
		}
		MethodClassKey key = new MethodClassKey(invocation.getMethod(), type);
		Optional<PublishedMethod> method = methods.get(key);
		if (method == null) {
			method = find(invocation.getMethod(), type);
			methods.put(key, method);
		}
		return method.isPresent() ? method.get().observe(target, invocation.getArguments(), returned) : returned;
	}

	private Optional<PublishedMethod> find(Method method, Class<?> type) {
		if (left.contains(method.getDeclaringClass())) {
			return Optional.empty();
		}
		return Optional.ofNullable(classes.of(type).get(AopUtils.getMostSpecificMethod(method, type)));
	}

}
