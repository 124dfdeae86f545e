/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.util.ClassUtils;

/**
 * Matches the annotated methods.
 */
final class PublishToPointcut extends StaticMethodMatcherPointcut {

	private final PublishToMethods methods;

	PublishToPointcut(PublishToMethods methods) {
		this.methods = methods;
	}

	@Override
	public ClassFilter getClassFilter() {
		return (type) -> !methods.of(ClassUtils.getUserClass(type)).isEmpty();
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		Class<?> type = ClassUtils.getUserClass(targetClass);
		return methods.of(type).containsKey(AopUtils.getMostSpecificMethod(method, type));
	}

}
