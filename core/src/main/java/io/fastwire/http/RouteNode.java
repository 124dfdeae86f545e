/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A segment of the patterns of a {@link Router}, with all that may follow it. */
final class RouteNode {

	private final Map<String, RouteNode> literals = new HashMap<>();

	private final Map<String, Route> routes = new HashMap<>();

	private @Nullable RouteNode variable;

	private @Nullable RouteNode rest;

	boolean isLeaf() {
		return literals.isEmpty() && variable == null && rest == null;
	}

	/** Returns the node of the next segment of a pattern, new or not. */
	RouteNode child(String segment, List<String> names, String pattern) {
		if (names.contains(PathParameters.REST)) {
			throw new IllegalArgumentException("'*' must be the last segment of '" + pattern + "'");
		}
		if (segment.equals("*")) {
			names.add(PathParameters.REST);
			rest = (rest != null) ? rest : new RouteNode();
			return rest;
		}
		if (segment.startsWith("{") && segment.endsWith("}") && segment.length() > 2) {
			String name = segment.substring(1, segment.length() - 1);
			if (names.contains(name)) {
				throw new IllegalArgumentException("The variable '" + name + "' occurs twice in '" + pattern + "'");
			}
			names.add(name);
			variable = (variable != null) ? variable : new RouteNode();
			return variable;
		}
		if (segment.contains("{") || segment.contains("}") || segment.contains("*")) {
			throw new IllegalArgumentException("'" + segment + "' in '" + pattern
					+ "' is neither literal nor a whole variable such as {id}, nor a last '*'");
		}
		return literals.computeIfAbsent(segment, (key) -> new RouteNode());
	}

	void add(Route route) {
		Route before = routes.putIfAbsent(route.method(), route);
		if (before != null) {
			throw new IllegalArgumentException("The routes '" + before.pattern() + "' and '" + route.pattern()
					+ "' match the same requests of method " + route.method());
		}
	}

	/** Returns the route for a method, or {@code null}. */
	@Nullable Route route(String method) {
		Route route = routes.get(method);
		if (route == null && method.equals("HEAD")) {
			route = routes.get("GET");
		}
		return (route != null) ? route : routes.get(Route.ANY_METHOD);
	}

	/**
	 * Searches below this node.
	 * @param match the search, which takes the route that is found
	 * @param slash index in the path of the slash in front of the next segment
	 * @return whether a route was found
	 */
	boolean find(RouteMatch match, int slash) {
		String path = match.path();
		if (slash >= path.length()) {
			return accept(match);
		}
		int next = path.indexOf('/', slash + 1);
		int end = (next < 0) ? path.length() : next;
		String segment = path.substring(slash + 1, end);
		RouteNode literal = literals.get(segment);
		if (literal != null && literal.find(match, end)) {
			return true;
		}
		if (variable != null && !segment.isEmpty()) {
			match.push(segment);
			if (variable.find(match, end)) {
				return true;
			}
			match.pop();
		}
		if (rest != null) {
			match.push(path.substring(slash + 1));
			if (rest.accept(match)) {
				return true;
			}
			match.pop();
		}
		return false;
	}

	private boolean accept(RouteMatch match) {
		Route route = route(match.method());
		if (route != null) {
			match.found(route);
			return true;
		}
		match.allowed().addAll(routes.keySet());
		if (routes.containsKey("GET")) {
			match.allowed().add("HEAD");
		}
		return false;
	}

}
