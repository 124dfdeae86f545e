/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.cache.ResponseCache;
import io.fastwire.spring.FastwireReactiveWebServerFactory;

import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;

/**
 * Gives the cache to the main server. A management server answers with what is true now.
 */
final class FastwireCacheCustomizer implements WebServerFactoryCustomizer<FastwireReactiveWebServerFactory>, Ordered {

	private final ApplicationContext context;

	private final ResponseCache cache;

	FastwireCacheCustomizer(ApplicationContext context, ResponseCache cache) {
		this.context = context;
		this.cache = cache;
	}

	@Override
	public int getOrder() {
		return 0;
	}

	@Override
	public void customize(FastwireReactiveWebServerFactory factory) {
		if (!WebServerApplicationContext.hasServerNamespace(context, "management")) {
			factory.setCache(cache);
		}
	}

}
