/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import io.fastwire.internal.io.Counter;

/** A cache that each event loop keeps, of fixed size, for parts of header sections. */
public enum HeaderCache {

	/**
	 * Names of request fields that are not well known, as Strings. Asked once for each
	 * such field of a request, unless its header section repeats the one before.
	 */
	REQUEST_NAMES(Counter.NAME_CACHE_HITS, Counter.NAME_CACHE_MISSES, Counter.NAME_CACHE_REPLACEMENTS),

	/**
	 * Field lines of responses, encoded and validated. Asked once for each field that the
	 * application sets, those about framing aside.
	 */
	RESPONSE_FIELDS(Counter.FIELD_CACHE_HITS, Counter.FIELD_CACHE_MISSES, Counter.FIELD_CACHE_REPLACEMENTS);

	private final Counter hits;

	private final Counter misses;

	private final Counter replacements;

	HeaderCache(Counter hits, Counter misses, Counter replacements) {
		this.hits = hits;
		this.misses = misses;
		this.replacements = replacements;
	}

	Counter hits() {
		return hits;
	}

	Counter misses() {
		return misses;
	}

	Counter replacements() {
		return replacements;
	}

}
