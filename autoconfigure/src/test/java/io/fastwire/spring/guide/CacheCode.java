/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.guide;

import java.time.Duration;
import java.util.Map;

import io.fastwire.cache.CacheOptions;
import io.fastwire.cache.CachingHandler;
import io.fastwire.cache.ResponseCache;
import io.fastwire.http.RequestHandler;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** What cache.md shows. */
class CacheCode {

	private final Products products = new Products(Map.of());

	@GetMapping("/products/{id}")
	ResponseEntity<Product> product(@PathVariable long id) {
		return ResponseEntity.ok()
			.cacheControl(CacheControl.maxAge(Duration.ofMinutes(1))
				.cachePublic()
				.staleWhileRevalidate(Duration.ofMinutes(10)))
			.body(products.find(id));
	}

	void withoutSpring(RequestHandler handler) {
		ResponseCache cache = new ResponseCache(CacheOptions.DEFAULTS);
		Server server = new Server(ServerOptions.DEFAULTS, new CachingHandler(cache, handler));
		server.close();
	}

	record Product(String name) {
	}

	record Products(Map<Long, Product> byId) {

		@Nullable Product find(long id) {
			return byId.get(id);
		}

	}

}
