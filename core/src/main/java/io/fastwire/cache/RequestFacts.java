/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.Headers;

/** What the fields of a request mean for a cache, found in one walk over them. */
final class RequestFacts {

	/** The request is none of a shared cache's business. */
	static final int BYPASS = 1;

	/** Cache-Control is there. */
	static final int CACHE_CONTROL = 1 << 1;

	/** Pragma is there. */
	static final int PRAGMA = 1 << 2;

	/** If-None-Match or If-Modified-Since is there. */
	static final int CONDITIONAL = 1 << 3;

	/** A field is there by which proxies tell what was asked for. */
	static final int FORWARDED = 1 << 4;

	private RequestFacts() {
	}

	/** Returns the facts as a set of bits. */
	static int of(Headers headers) {
		int facts = 0;
		for (int i = 0, size = headers.size(); i < size; i++) {
			facts |= of(headers.name(i));
		}
		return facts;
	}

	private static int of(String name) {
		return switch (name.length()) {
			case 5 -> is(name, "Range") ? BYPASS : 0;
			case 6 -> is(name, "Pragma") ? PRAGMA : 0;
			case 8 -> (is(name, "If-Match") || is(name, "If-Range")) ? BYPASS : 0;
			case 9 -> is(name, "Forwarded") ? FORWARDED : 0;
			case 13 -> ofThirteen(name);
			case 14 -> is(name, "X-Original-URL") ? BYPASS : 0;
			case 15 -> is(name, "X-Forwarded-Ssl") ? FORWARDED : 0;
			case 16 -> (is(name, "X-Forwarded-Host") || is(name, "X-Forwarded-Port")) ? FORWARDED : 0;
			case 17 -> ofSeventeen(name);
			case 18 -> is(name, "X-Forwarded-Prefix") ? FORWARDED : 0;
			case 19 -> (is(name, "Proxy-Authorization") || is(name, "If-Unmodified-Since")) ? BYPASS : 0;
			case 22 -> is(name, "X-HTTP-Method-Override") ? BYPASS : 0;
			default -> 0;
		};
	}

	private static int ofThirteen(String name) {
		return switch (name.charAt(0) | 0x20) {
			case 'a' -> is(name, "Authorization") ? BYPASS : 0;
			case 'c' -> is(name, "Cache-Control") ? CACHE_CONTROL : 0;
			case 'i' -> is(name, "If-None-Match") ? CONDITIONAL : 0;
			case 'x' -> (is(name, "X-HTTP-Method") || is(name, "X-Rewrite-URL")) ? BYPASS : 0;
			default -> 0;
		};
	}

	private static int ofSeventeen(String name) {
		return switch (name.charAt(0) | 0x20) {
			case 'i' -> is(name, "If-Modified-Since") ? CONDITIONAL : 0;
			case 'x' -> is(name, "X-Forwarded-Proto") ? FORWARDED : is(name, "X-Method-Override") ? BYPASS : 0;
			default -> 0;
		};
	}

	private static boolean is(String name, String expected) {
		return name.equalsIgnoreCase(expected);
	}

}
