/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Leads requests to handlers by method and path. Immutable; made by {@link #builder()}.
 * <p>
 * A pattern is a path whose segments are literal, a variable as in {@code /orders/{id}},
 * or, at the end, {@code *} for the rest of the path, which may be empty. Literals are
 * compared with the path as it was sent, still percent-encoded. Where several patterns
 * match, the first segment in which they differ decides: a literal goes before a variable
 * and a variable before the rest. A route without a method comes after one with the
 * request's. {@code HEAD} is answered by {@code GET} routes. {@code OPTIONS *} asks about
 * the server as a whole and matches no route.
 */
public final class Router implements RequestHandler {

	private final RouteNode root;

	/** Routes without variables by their path, for a match in one step. */
	private final Map<String, RouteNode> literals;

	private final @Nullable RequestHandler fallback;

	private final @Nullable UnaryOperator<Exchange> wrapper;

	private Router(Builder builder) {
		this.wrapper = builder.wrapper;
		this.root = builder.root;
		this.literals = Map.copyOf(builder.literals);
		this.fallback = builder.fallback;
	}

	/**
	 * Starts without any route.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	@Override
	public void handle(Exchange exchange) {
		String path = exchange.target().path();
		RouteNode literal = literals.get(path);
		Route route = (literal != null) ? literal.route(exchange.method()) : null;
		if (route != null) {
			route.handler().handle(wrapped(exchange), PathParameters.NONE);
			return;
		}
		RouteMatch match = new RouteMatch(exchange.method(), path);
		if (path.startsWith("/") && root.find(match, 0)) {
			match.route().handler().handle(wrapped(exchange), match.parameters());
		}
		else if (fallback != null) {
			fallback.handle(exchange);
		}
		else {
			refuse(exchange, match);
		}
	}

	private Exchange wrapped(Exchange exchange) {
		return (wrapper != null) ? wrapper.apply(exchange) : exchange;
	}

	private static void refuse(Exchange exchange, RouteMatch match) {
		TreeSet<String> allowed = match.allowed();
		if (exchange.target().form() == RequestTarget.Form.ASTERISK) {
			exchange.status(204).end();
		}
		else if (allowed.isEmpty()) {
			exchange.status(404).end();
		}
		else {
			exchange.responseHeaders().set("Allow", String.join(", ", allowed));
			exchange.status(405).end();
		}
	}

	/**
	 * Collects routes.
	 */
	public static final class Builder {

		private final RouteNode root = new RouteNode();

		private final Map<String, RouteNode> literals = new HashMap<>();

		private @Nullable RequestHandler fallback;

		private @Nullable UnaryOperator<Exchange> wrapper;

		private Builder() {
		}

		/**
		 * Adds a route for {@code GET} and {@code HEAD}.
		 * @param pattern the pattern
		 * @param handler answers the requests
		 * @return this
		 */
		public Builder get(String pattern, RouteHandler handler) {
			return route("GET", pattern, handler);
		}

		/**
		 * Adds a route for {@code POST}.
		 * @param pattern the pattern
		 * @param handler answers the requests
		 * @return this
		 */
		public Builder post(String pattern, RouteHandler handler) {
			return route("POST", pattern, handler);
		}

		/**
		 * Adds a route for all methods that have none of their own.
		 * @param pattern the pattern
		 * @param handler answers the requests
		 * @return this
		 */
		public Builder any(String pattern, RouteHandler handler) {
			return route(Route.ANY_METHOD, pattern, handler);
		}

		/**
		 * Adds a route.
		 * @param method the method, in upper case as sent
		 * @param pattern the pattern
		 * @param handler answers the requests
		 * @return this
		 * @throws IllegalArgumentException if the pattern is malformed, or there is a
		 * route for the same method and paths
		 */
		public Builder route(String method, String pattern, RouteHandler handler) {
			if (!pattern.startsWith("/")) {
				throw new IllegalArgumentException("A route pattern starts with a slash: '" + pattern + "'");
			}
			List<String> names = new ArrayList<>();
			RouteNode node = root;
			for (String segment : pattern.substring(1).split("/", -1)) {
				node = node.child(segment, names, pattern);
			}
			node.add(new Route(method, pattern, names.toArray(String[]::new), handler));
			if (names.isEmpty()) {
				literals.put(pattern, node);
			}
			return this;
		}

		/**
		 * Sets what answers requests that no route matches. Without one they get 404, or
		 * 405 if only the method is wrong.
		 * @param fallback answers the requests
		 * @return this
		 */
		public Builder fallback(RequestHandler fallback) {
			this.fallback = fallback;
			return this;
		}

		/**
		 * Sets what routes get in place of the exchange itself. The fallback, which may
		 * have handlers of its own in front of it, gets the exchange itself.
		 * @param wrapper stands in front of all routes
		 * @return this
		 */
		public Builder wrapper(UnaryOperator<Exchange> wrapper) {
			this.wrapper = wrapper;
			return this;
		}

		/**
		 * Tells whether there is no route.
		 * @return whether none was added
		 */
		public boolean isEmpty() {
			return root.isLeaf();
		}

		/**
		 * Makes the routes final. The builder must not be used any more.
		 * @return an immutable router
		 */
		public Router build() {
			return new Router(this);
		}

	}

}
