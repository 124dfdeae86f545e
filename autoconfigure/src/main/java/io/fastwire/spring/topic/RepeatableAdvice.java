/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;

/**
 * Advice that gets further in each time it proceeds, not only the first time.
 */
final class RepeatableAdvice implements MethodInterceptor {

	/*
	 * Advice for reactive methods, such as that of @Transactional and @Cacheable,
	 * proceeds once for each subscription. But an invocation only counts how far in it
	 * is: when it proceeds again, it thinks that all advice has had its turn, and calls
	 * the method. What is further inside, as ours is, is left out. A Mono that retry()
	 * subscribes to again would lose its message.
	 *
	 * An invocation that was cloned before it proceeded stands where it stood, and may
	 * proceed again. Advice made from aspects does so by itself, and depends on the
	 * invocation that it gets, so it is left alone.
	 */

	private final MethodInterceptor advice;

	private RepeatableAdvice(MethodInterceptor advice) {
		this.advice = advice;
	}

	/**
	 * Makes the advice of a proxy repeatable, as far as it needs it.
	 * @param proxy is changed
	 */
	static void within(Advised proxy) {
		for (Advisor advisor : proxy.getAdvisors()) {
			if (advisor instanceof PointcutAdvisor pointcut && advisor.getAdvice() instanceof MethodInterceptor advice
					&& !isExempt(advice)) {
				proxy.replaceAdvisor(advisor,
						new DefaultPointcutAdvisor(pointcut.getPointcut(), new RepeatableAdvice(advice)));
			}
		}
	}

	private static boolean isExempt(MethodInterceptor advice) {
		return advice instanceof PublishToInterceptor || advice instanceof RepeatableAdvice
				|| advice.getClass().getName().startsWith("org.springframework.aop.");
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		return advice
			.invoke((invocation instanceof ProxyMethodInvocation original) ? new Repeatable(original) : invocation);
	}

	private record Repeatable(ProxyMethodInvocation original) implements ProxyMethodInvocation {

		@Override
		public @Nullable Object proceed() throws Throwable {
			return original.invocableClone().proceed();
		}

		@Override
		public Object getProxy() {
			return original.getProxy();
		}

		@Override
		public MethodInvocation invocableClone() {
			return original.invocableClone();
		}

		@Override
		public MethodInvocation invocableClone(@Nullable Object... arguments) {
			return original.invocableClone(arguments);
		}

		@Override
		public void setArguments(@Nullable Object... arguments) {
			original.setArguments(arguments);
		}

		@Override
		public void setUserAttribute(String key, @Nullable Object value) {
			original.setUserAttribute(key, value);
		}

		@Override
		public @Nullable Object getUserAttribute(String key) {
			return original.getUserAttribute(key);
		}

		@Override
		public Method getMethod() {
			return original.getMethod();
		}

		@Override
		public @Nullable Object[] getArguments() {
			return original.getArguments();
		}

		@Override
		public @Nullable Object getThis() {
			return original.getThis();
		}

		@Override
		public AccessibleObject getStaticPart() {
			return original.getStaticPart();
		}

	}

}
