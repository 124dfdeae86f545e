/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.StringUtils;

/**
 * The expressions of one annotation, parsed once. Only text from annotations is ever
 * parsed; what clients send is a variable at most.
 */
final class PublishExpressions {

	private static final ExpressionParser PARSER = new SpelExpressionParser();

	private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

	private final @Nullable Expression condition;

	private final @Nullable Expression payload;

	private final BeanFactoryResolver beans;

	/**
	 * Parses the expressions of an annotation.
	 * @param annotation has them
	 * @param beanFactory has the beans that they may name
	 * @throws ParseException if one is malformed
	 */
	PublishExpressions(PublishTo annotation, BeanFactory beanFactory) {
		this.condition = parse(annotation.condition());
		this.payload = parse(annotation.payload());
		this.beans = new BeanFactoryResolver(beanFactory);
	}

	private static @Nullable Expression parse(String text) {
		return StringUtils.hasText(text) ? PARSER.parseExpression(text) : null;
	}

	boolean isEmpty() {
		return condition == null && payload == null;
	}

	boolean hasPayload() {
		return payload != null;
	}

	EvaluationContext context(PublishCall call, @Nullable Object value) {
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(call, call.method(), call.args(),
				NAMES);
		context.setBeanResolver(beans);
		context.setVariable("result", value);
		return context;
	}

	boolean holds(EvaluationContext context) {
		return condition == null || Boolean.TRUE.equals(condition.getValue(context, Boolean.class));
	}

	@Nullable Object payload(EvaluationContext context, @Nullable Object value) {
		return (payload != null) ? payload.getValue(context) : value;
	}

}
