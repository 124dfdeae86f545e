/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

/**
 * Answers the requests of one route. Called like {@link RequestHandler#handle}.
 */
@FunctionalInterface
public interface RouteHandler {

	/**
	 * Handles one request.
	 * @param exchange the request and its response
	 * @param parameters what the variables of the route's pattern matched
	 */
	void handle(Exchange exchange, PathParameters parameters);

}
