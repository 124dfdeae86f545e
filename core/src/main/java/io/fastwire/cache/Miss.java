/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.Objects;
import java.util.function.Function;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A request that goes to the handler: what is known of it, and what becomes of its
 * response. Loop only.
 */
final class Miss {

	private final ResponseCache cache;

	private final Function<Headers, String> codings;

	private final Lookup lookup;

	/** What others wait for, or {@code null}. */
	private final @Nullable Flight flight;

	private final long stamp;

	/** Of the response that may be stored, with the two below. */
	private StoredResponse.@Nullable Origin origin;

	private int status;

	/** As they were sent, whatever the handler does with them later. */
	private ResponseHeaders fields = new ResponseHeaders();

	/** Whether nothing came of it yet. */
	private boolean open = true;

	/** Whether the others were let go before anything came of it. */
	private boolean late;

	Miss(ResponseCache cache, Function<Headers, String> codings, Lookup lookup, @Nullable Flight flight) {
		this.cache = cache;
		this.codings = codings;
		this.lookup = lookup;
		this.flight = flight;
		this.stamp = cache.stamp(lookup.key());
	}

	/** Makes the exchange that the handler gets. */
	RecordingExchange recording(Exchange exchange) {
		StoredResponse stale = lookup.found();
		Headers request = lookup.headers();
		return new RecordingExchange(exchange, this, (stale != null) ? new ValidationHeaders(request, stale) : request);
	}

	/**
	 * Returns the stored response that the client is to get in place of what the handler
	 * answers.
	 * @return {@code null} if it gets that
	 */
	@Nullable StoredResponse replacement(int status, ResponseHeaders fields) {
		StoredResponse stale = lookup.found();
		if (stale == null) {
			return null;
		}
		if (status == 304 && stale.hasValidator()) {
			return validated(stale, fields);
		}
		boolean error = status == 500 || status == 502 || status == 503 || status == 504;
		if (error && lookup.usableOnError(cache.nanos())) {
			land(Flight.Outcome.FAILED);
			return stale;
		}
		return null;
	}

	/** RFC 9111 section 4.3.4. */
	private StoredResponse validated(StoredResponse stale, ResponseHeaders fields) {
		cache.counters().increment(CacheCounter.REVALIDATIONS);
		if (Conditions.compatible(fields.get("ETag"), stale.entityTag())
				&& judge(stale.status(), stale.merged(fields))) {
			StoredResponse fresh = response(stale.body());
			cache.store(fresh, lookup.headers(), lookup.facts(), stamp);
			land(Flight.Outcome.STORED);
			return fresh;
		}
		cache.remove(stale);
		land(Flight.Outcome.REFUSED);
		return stale.with(notStored(fields), lookup.startedNanos(), cache.seconds());
	}

	/** What the client is told by a 304 that nobody else gets. The body keeps its tag. */
	private static ResponseHeaders notStored(ResponseHeaders fields) {
		ResponseHeaders told = fields.copy();
		told.remove("ETag");
		told.remove("Last-Modified");
		return told;
	}

	/**
	 * Answers a request that has no answer yet from the cache. If that is stale, it
	 * stands for an error.
	 */
	@SuppressWarnings("ReferenceEquality") // that very one
	void answer(Exchange exchange, StoredResponse stored) {
		if (stored == lookup.found() && !(exchange instanceof DetachedExchange)) {
			cache.counters().increment(CacheCounter.STALE);
		}
		Answer.send(exchange, stored, stored.age(cache.nanos()), lookup.facts());
	}

	/**
	 * Decides whether a response is recorded, and lets the others go at once if not.
	 */
	boolean begin(int status, ResponseHeaders fields) {
		if (judge(status, fields)) {
			return true;
		}
		StoredResponse stale = lookup.found();
		if (stale != null && status < 500 && status != 304) {
			cache.remove(stale);
		}
		if (status >= 500 || status == 304) {
			fail();
		}
		else {
			refuse();
		}
		return false;
	}

	/** Decides whether a response may be stored, and keeps what it takes if so. */
	private boolean judge(int status, ResponseHeaders fields) {
		Freshness freshness = Freshness.of(fields, cache.seconds());
		if (!freshness.storable() || !Storability.stores(status) || Storability.forbids(fields)) {
			return false;
		}
		SecondaryKey secondary = SecondaryKey.of(lookup.headers(), lookup.facts(), fields, freshness.shared(), codings);
		if (secondary == null) {
			return false;
		}
		origin = new StoredResponse.Origin(lookup.key(), secondary, freshness, lookup.startedNanos(), cache.seconds());
		this.status = status;
		this.fields = fields.copy();
		return true;
	}

	private StoredResponse response(byte[] body) {
		return new StoredResponse(Objects.requireNonNull(origin), status, fields, (status == 204) ? new byte[0] : body);
	}

	ResponseCache cache() {
		return cache;
	}

	/**
	 * Stores a complete response that {@link #begin} allowed, unless the server has made
	 * another of it because its length was wrong.
	 * @param status that was sent
	 */
	void store(int status, byte[] body) {
		String declared = fields.get("Content-Length");
		if (status != this.status || (declared != null && !declared.equals(Integer.toString(body.length)))) {
			refuse();
			return;
		}
		boolean stored = cache.store(response(body), lookup.headers(), lookup.facts(), stamp);
		land(stored ? Flight.Outcome.STORED : Flight.Outcome.FAILED);
	}

	/** The response is for its own client only. */
	void refuse() {
		if (open) {
			cache.counters().increment(CacheCounter.REFUSALS);
			cache.rememberRefusal(lookup.key());
		}
		land(Flight.Outcome.REFUSED);
	}

	/** There is no response that anybody could use. */
	void fail() {
		land(Flight.Outcome.FAILED);
	}

	/** Whether others may wait for the response. */
	boolean isAwaited() {
		return flight != null && open && !late;
	}

	/** The response may come too late for others, but is stored all the same. */
	void letOthersGo() {
		late = true;
		release(Flight.Outcome.FAILED);
	}

	private void land(Flight.Outcome outcome) {
		open = false;
		release(outcome);
	}

	private void release(Flight.Outcome outcome) {
		if (flight != null) {
			cache.flights().remove(lookup.key(), flight);
			flight.land(outcome);
		}
	}

}
