/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * One call of an annotated method: the root object of expressions.
 *
 * @param method as the class of the bean declares it
 * @param args the arguments
 * @param target the bean, not its proxy
 */
record PublishCall(Method method, @Nullable Object[] args, @Nullable Object target) {
}
