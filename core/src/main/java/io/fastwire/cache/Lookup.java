/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A request and what is stored for it.
 *
 * @param key the target
 * @param headers the fields of the request, as the client sent them
 * @param facts its {@link RequestFacts}
 * @param directives what it says in Cache-Control
 * @param startedNanos when it was made
 * @param found the response, or {@code null}
 */
record Lookup(TargetKey key, Headers headers, int facts, RequestDirectives directives, long startedNanos,
		@Nullable StoredResponse found) {

	/** What may be done with the response. */
	enum Use {

		/** It answers the request. */
		FRESH,

		/** It does so although it is stale. */
		STALE,

		/** It does so, and a new one is fetched. */
		STALE_WHILE_REVALIDATE,

		/** It does not, or there is none. */
		NONE

	}

	/** Looks a request up. */
	static Lookup of(ResponseCache cache, Exchange exchange, TargetKey key, int facts, RequestDirectives directives) {
		Headers headers = exchange.headers();
		return new Lookup(key, headers, facts, directives, cache.nanos(), cache.find(key, headers, facts));
	}

	/** Decides by age (RFC 9111 sections 4.2 and 5.2.1, RFC 5861 section 3). */
	Use use() {
		StoredResponse response = found;
		if (response == null) {
			return Use.NONE;
		}
		Freshness freshness = response.freshness();
		long age = response.age(startedNanos);
		long left = freshness.lifetime() - age;
		if (left > 0) {
			return directives.acceptsFresh(age, left) ? Use.FRESH : Use.NONE;
		}
		if (-left < freshness.staleWhileRevalidate() && directives.patient(age)) {
			return Use.STALE_WHILE_REVALIDATE;
		}
		return (freshness.allowsMaxStale() && directives.acceptsStale(age, -left)) ? Use.STALE : Use.NONE;
	}

	/** Whether the response may stand for an error (RFC 5861 section 4). */
	boolean usableOnError(long nowNanos) {
		StoredResponse response = found;
		if (response == null || directives.noCache()) {
			return false;
		}
		long stale = response.age(nowNanos) - response.freshness().lifetime();
		return stale < response.freshness().staleIfError();
	}

}
