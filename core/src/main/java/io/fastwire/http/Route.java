/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

/** A method and a pattern with their handler. */
record Route(String method, String pattern, String[] names, RouteHandler handler) {

	static final String ANY_METHOD = "*";

}
