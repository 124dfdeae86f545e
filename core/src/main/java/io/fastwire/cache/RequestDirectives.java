/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a request says in Cache-Control, or in Pragma (RFC 9111 sections 5.2.1 and 5.4).
 */
final class RequestDirectives implements Directives.Sink {

	/** A request that says nothing. Never changed. */
	static final RequestDirectives NONE = new RequestDirectives();

	private boolean noStore;

	private boolean noCache;

	private boolean onlyIfCached;

	private int maxAge = Integer.MAX_VALUE;

	private int minFresh;

	private int maxStale;

	private RequestDirectives() {
	}

	/**
	 * Reads the fields of a request.
	 * @param facts its {@link RequestFacts}
	 */
	static RequestDirectives of(Headers headers, int facts) {
		if ((facts & (RequestFacts.CACHE_CONTROL | RequestFacts.PRAGMA)) == 0) {
			return NONE;
		}
		RequestDirectives directives = new RequestDirectives();
		String name = ((facts & RequestFacts.CACHE_CONTROL) != 0) ? "Cache-Control" : "Pragma";
		for (int i = headers.indexOf(name, 0); i >= 0; i = headers.indexOf(name, i + 1)) {
			Directives.read(headers.value(i), directives);
		}
		return directives;
	}

	@Override
	public void directive(String name, @Nullable String argument) {
		switch (name) {
			case "no-store" -> noStore = true;
			case "no-cache" -> noCache = true;
			case "only-if-cached" -> onlyIfCached = true;
			case "max-age" -> maxAge = Math.min(maxAge, Directives.seconds(argument));
			case "min-fresh" -> minFresh = Math.max(minFresh, Directives.seconds(argument));
			case "max-stale" -> maxStale = (argument != null) ? Directives.seconds(argument) : Integer.MAX_VALUE;
			default -> {
				// RFC 9111 section 5.2.3: unknown ones are ignored
			}
		}
	}

	boolean noStore() {
		return noStore;
	}

	boolean noCache() {
		return noCache;
	}

	boolean onlyIfCached() {
		return onlyIfCached;
	}

	/** Whether a response of an age, fresh for some time yet, may be used as fresh. */
	boolean acceptsFresh(long age, long left) {
		return !noCache && age <= maxAge && left >= minFresh;
	}

	/** Whether a response that has been stale for some time may be used. */
	boolean acceptsStale(long age, long stale) {
		return !noCache && age <= maxAge && stale < maxStale;
	}

	/** Whether the client leaves it to the response whether it may be used when stale. */
	boolean patient(long age) {
		return !noCache && age <= maxAge && minFresh == 0;
	}

}
