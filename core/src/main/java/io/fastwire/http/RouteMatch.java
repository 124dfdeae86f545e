/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * The search for the route of one request: what was asked for and what was found so far.
 */
final class RouteMatch {

	private final String method;

	private final String path;

	private final List<String> values = new ArrayList<>(4);

	private @Nullable TreeSet<String> allowed;

	private @Nullable Route route;

	RouteMatch(String method, String path) {
		this.method = method;
		this.path = path;
	}

	String method() {
		return method;
	}

	String path() {
		return path;
	}

	/** Methods of routes that match the path but not the method. */
	TreeSet<String> allowed() {
		TreeSet<String> allowed = this.allowed;
		if (allowed == null) {
			allowed = new TreeSet<>();
			this.allowed = allowed;
		}
		return allowed;
	}

	/** Takes the value of the next variable. */
	void push(String value) {
		values.add(value);
	}

	/** Takes the last value back. */
	void pop() {
		values.remove(values.size() - 1);
	}

	void found(Route route) {
		this.route = route;
	}

	Route route() {
		return Objects.requireNonNull(route);
	}

	PathParameters parameters() {
		return values.isEmpty() ? PathParameters.NONE
				: new PathParameters(route().names(), values.toArray(String[]::new));
	}

}
