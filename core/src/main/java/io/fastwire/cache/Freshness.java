/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What a response says about whether and for how long it may be stored (RFC 9111 sections
 * 3, 4.2 and 5.2.2, RFC 5861).
 */
final class Freshness implements Directives.Sink {

	/*
	 * Stricter than the RFC: no heuristic lifetime, so that nothing is stored that did
	 * not ask for it; no-cache and private with field names mean the whole response; of
	 * several lifetimes of one kind the shortest counts.
	 *
	 * Looser in one point: s-maxage says proxy-revalidate (section 5.2.2.10), which would
	 * make "s-maxage=1, stale-while-revalidate=60" mean nothing. Whoever writes that
	 * wants it, so the explicit permission wins over the implied ban, though not over a
	 * must-revalidate or proxy-revalidate that is spelled out.
	 */

	private static final int UNSAID = -1;

	private boolean forbidden;

	private boolean shared;

	private boolean mustRevalidate;

	private int sharedMaxAge = UNSAID;

	private int maxAge = UNSAID;

	private int staleWhileRevalidate;

	private int staleIfError;

	private int lifetime;

	private Freshness() {
	}

	/**
	 * Reads the fields of a response.
	 * @param nowSeconds since 1970
	 */
	static Freshness of(ResponseHeaders fields, long nowSeconds) {
		Freshness freshness = new Freshness();
		for (int i = fields.indexOf("Cache-Control", 0); i >= 0; i = fields.indexOf("Cache-Control", i + 1)) {
			Directives.read(fields.value(i), freshness);
		}
		freshness.lifetime = freshness.chooseLifetime(fields, nowSeconds);
		return freshness;
	}

	@Override
	public void directive(String name, @Nullable String argument) {
		switch (name) {
			case "no-store", "no-cache", "private" -> forbidden = true;
			case "public" -> shared = true;
			case "must-revalidate", "proxy-revalidate" -> mustRevalidate = true;
			case "s-maxage" -> sharedMaxAge = shorter(sharedMaxAge, argument);
			case "max-age" -> maxAge = shorter(maxAge, argument);
			case "stale-while-revalidate" -> staleWhileRevalidate = Directives.seconds(argument);
			case "stale-if-error" -> staleIfError = Directives.seconds(argument);
			default -> {
				// RFC 9111 section 5.2.3: unknown ones are ignored
			}
		}
	}

	private static int shorter(int said, @Nullable String argument) {
		int seconds = Directives.seconds(argument);
		return (said == UNSAID) ? seconds : Math.min(said, seconds);
	}

	private int chooseLifetime(ResponseHeaders fields, long nowSeconds) {
		if (sharedMaxAge != UNSAID) {
			return sharedMaxAge;
		}
		if (maxAge != UNSAID) {
			return maxAge;
		}
		if (!fields.contains("Expires") || fields.getAll("Expires").size() > 1) {
			return 0;
		}
		long expires = HttpDates.seconds(fields.get("Expires"));
		long date = HttpDates.seconds(fields.get("Date"));
		long from = (date != HttpDates.NONE) ? date : nowSeconds;
		return (expires > from) ? (int) Math.min(Integer.MAX_VALUE, expires - from) : 0;
	}

	/** Whether the response may be stored and would ever be used. */
	boolean storable() {
		return !forbidden && (lifetime > 0 || (!mustRevalidate && Math.max(staleWhileRevalidate, staleIfError) > 0));
	}

	/**
	 * Whether the response says that it is meant for everybody, so that cookies of the
	 * request do not matter.
	 */
	boolean shared() {
		return shared || sharedMaxAge != UNSAID;
	}

	/** Seconds from 0 on. */
	int lifetime() {
		return lifetime;
	}

	/** Whether a client that takes stale responses may get this one. */
	boolean allowsMaxStale() {
		return !mustRevalidate && sharedMaxAge == UNSAID;
	}

	/** Seconds of being stale for which it is used while a new one is fetched. */
	int staleWhileRevalidate() {
		return mustRevalidate ? 0 : staleWhileRevalidate;
	}

	/** Seconds of being stale for which it is used in place of an error. */
	int staleIfError() {
		return mustRevalidate ? 0 : staleIfError;
	}

}
