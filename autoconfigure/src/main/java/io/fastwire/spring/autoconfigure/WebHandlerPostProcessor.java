/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.dispatch.FusedDispatcherHandler;
import io.fastwire.spring.dispatch.FusedExceptionHandlingWebHandler;
import io.fastwire.spring.dispatch.LeanResponseBodyResultHandler;
import io.fastwire.spring.dispatch.LeanResponseEntityResultHandler;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContext;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.result.method.annotation.ResponseBodyResultHandler;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityResultHandler;

/** Puts handlers that make less garbage in the place of exactly Spring Framework's. */
final class WebHandlerPostProcessor implements BeanPostProcessor {

	private final ApplicationContext context;

	private final boolean on;

	WebHandlerPostProcessor(ApplicationContext context) {
		this.context = context;
		this.on = FusedDispatch.isOn(context.getEnvironment());
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return on ? fused(bean) : bean;
	}

	private Object fused(Object bean) {
		if (bean.getClass() == DispatcherHandler.class) {
			return new FusedDispatcherHandler(context);
		}
		if (bean.getClass() == ResponseBodyResultHandler.class) {
			return new LeanResponseBodyResultHandler((ResponseBodyResultHandler) bean);
		}
		if (bean.getClass() == ResponseEntityResultHandler.class) {
			return new LeanResponseEntityResultHandler((ResponseEntityResultHandler) bean);
		}
		return (bean instanceof HttpHandler handler) ? FusedExceptionHandlingWebHandler.in(handler) : bean;
	}

}
