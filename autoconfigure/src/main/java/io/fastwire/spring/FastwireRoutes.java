/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.http.Router;

/**
 * Native routes: requests that the main server answers by itself, in front of WebFlux.
 * Beans of this type are called in their order, each time a web server is created. What
 * no route matches, in path and method, goes on to WebFlux.
 * <p>
 * A native route sees no {@code WebFilter}: neither security nor CORS nor observations
 * apply to it. Its handler runs on an event loop and must not block. A management server
 * on a port of its own has no native routes.
 */
@FunctionalInterface
public interface FastwireRoutes {

	/**
	 * Adds routes.
	 * @param routes the routes so far; their fallback is WebFlux, whatever is set
	 */
	void configure(Router.Builder routes);

}
