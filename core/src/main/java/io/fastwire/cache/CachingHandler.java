/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.RequestHandler;
import io.fastwire.http.RequestTarget;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Answers from a cache what may be answered from one (RFC 9111), and lets another handler
 * answer the rest.
 * <p>
 * GET and HEAD without a body are answered by what an earlier GET left; a GET that finds
 * nothing leaves its response, if that says in Cache-Control or Expires for how long.
 * While it is on its way, others for the same target wait for it. Never stored, nor
 * answered from the cache: requests with Authorization, Proxy-Authorization, Range,
 * If-Match, If-Unmodified-Since, and those with a field that replaces their method or
 * target. Never stored: responses with Set-Cookie, {@code private}, {@code no-cache} or
 * {@code no-store}.
 */
public final class CachingHandler implements RequestHandler {

	/** Times that a request waits for another before it goes to the handler itself. */
	private static final int MAX_WAITS = 2;

	private final ResponseCache cache;

	private final Function<Headers, String> codings;

	private final RequestHandler next;

	/**
	 * Creates a handler in front of one that codes responses by itself, or not at all.
	 * @param cache used by no other handler
	 * @param next answers what the cache does not
	 */
	public CachingHandler(ResponseCache cache, RequestHandler next) {
		this(cache, (request) -> "", next);
	}

	/**
	 * Creates a handler in front of one that compresses.
	 * @param cache used by no other handler
	 * @param codings tells by the fields of a request which content coding its response
	 * gets if that is worth it, an empty text for none
	 * @param next answers what the cache does not
	 */
	public CachingHandler(ResponseCache cache, Function<Headers, String> codings, RequestHandler next) {
		this.cache = cache;
		this.codings = codings;
		this.next = next;
	}

	@Override
	public void handle(Exchange exchange) {
		switch (exchange.method()) {
			case "GET", "HEAD" -> handleSafe(exchange);
			case "OPTIONS", "TRACE", "CONNECT" -> next.handle(exchange);
			default -> handleUnsafe(exchange);
		}
	}

	private void handleUnsafe(Exchange exchange) {
		RequestTarget.Form form = exchange.target().form();
		boolean path = form == RequestTarget.Form.ORIGIN || form == RequestTarget.Form.ABSOLUTE;
		TargetKey key = path ? TargetKey.of(exchange) : null;
		next.handle((key != null) ? new InvalidatingExchange(exchange, cache, key) : exchange);
	}

	/**
	 * A target in absolute form names a host beside the one in Host, so it is let pass:
	 * it would be stored under the one and might tell of the other.
	 */
	private void handleSafe(Exchange exchange) {
		int facts = RequestFacts.of(exchange.headers());
		if ((facts & RequestFacts.BYPASS) == 0 && exchange.target().form() == RequestTarget.Form.ORIGIN
				&& exchange.contentLength() == 0 && !exchange.upgradeRequested()) {
			TargetKey key = TargetKey.of(exchange);
			RequestDirectives directives = RequestDirectives.of(exchange.headers(), facts);
			if (key != null && !directives.noStore()) {
				serve(exchange, key, facts, directives, 0);
				return;
			}
		}
		cache.counters().increment(CacheCounter.BYPASSES);
		next.handle(exchange);
	}

	private void serve(Exchange exchange, TargetKey key, int facts, RequestDirectives directives, int waits) {
		Lookup lookup = Lookup.of(cache, exchange, key, facts, directives);
		switch (lookup.use()) {
			case FRESH -> answer(exchange, lookup, CacheCounter.HITS);
			case STALE -> answer(exchange, lookup, CacheCounter.STALE);
			case STALE_WHILE_REVALIDATE -> {
				answer(exchange, lookup, CacheCounter.STALE);
				refresh(exchange, lookup);
			}
			case NONE -> miss(exchange, lookup, waits);
		}
	}

	private void answer(Exchange exchange, Lookup lookup, CacheCounter counter) {
		StoredResponse found = lookup.found();
		if (found != null) {
			found.visit();
			cache.counters().increment(counter);
			Answer.send(exchange, found, found.age(lookup.startedNanos()), lookup.facts());
		}
	}

	private void miss(Exchange exchange, Lookup lookup, int waits) {
		if (lookup.directives().onlyIfCached()) {
			cache.counters().increment(CacheCounter.MISSES);
			exchange.status(504).end();
		}
		else if (exchange.method().equals("HEAD") || !lookup.key().spelledBy(exchange)) {
			cache.counters().increment(CacheCounter.MISSES);
			next.handle(exchange);
		}
		else if (waits == MAX_WAITS || lookup.directives().noCache() || cache.refuses(lookup.key(), lookup.headers())) {
			fetch(exchange, lookup, null);
		}
		else {
			fetchOrWait(exchange, lookup, waits);
		}
	}

	private void fetchOrWait(Exchange exchange, Lookup lookup, int waits) {
		Flight own = new Flight();
		Flight other = cache.flights().putIfAbsent(lookup.key(), own);
		if (other == null) {
			fetch(exchange, lookup, own);
			return;
		}
		Waiter waiter = new Waiter(exchange, lookup, other, waits + 1);
		if (other.join(waiter::released)) {
			cache.counters().increment(CacheCounter.COLLAPSED);
			waiter.start();
		}
		else {
			serve(exchange, lookup.key(), lookup.facts(), lookup.directives(), waits + 1);
		}
	}

	private void fetch(Exchange exchange, Lookup lookup, @Nullable Flight flight) {
		cache.counters().increment(CacheCounter.MISSES);
		RecordingExchange recording = new Miss(cache, codings, lookup, flight).recording(exchange);
		try {
			next.handle(recording);
		}
		catch (RuntimeException | Error ex) {
			if (!recording.replaceFailure()) {
				throw ex;
			}
		}
	}

	/** Fetches a new response in the background, unless somebody does. */
	private void refresh(Exchange exchange, Lookup lookup) {
		Flight flight = new Flight();
		if (lookup.key().spelledBy(exchange) && cache.flights().putIfAbsent(lookup.key(), flight) == null) {
			exchange.eventLoop().execute(() -> {
				DetachedExchange detached = new DetachedExchange(exchange);
				RecordingExchange recording = new Miss(cache, codings, lookup, flight).recording(detached);
				detached.run(() -> next.handle(recording));
			});
		}
	}

	/** A request that waits for the answer to another. On its own loop. */
	private final class Waiter {

		private final Exchange exchange;

		private final Lookup lookup;

		private final Flight flight;

		private final int waits;

		private boolean waiting = true;

		private @Nullable Future<?> deadline;

		Waiter(Exchange exchange, Lookup lookup, Flight flight, int waits) {
			this.exchange = exchange;
			this.lookup = lookup;
			this.flight = flight;
			this.waits = waits;
		}

		void start() {
			deadline = exchange.eventLoop()
				.schedule(() -> exchange.execute(this::giveUp), cache.options().collapseTimeout().toNanos(),
						TimeUnit.NANOSECONDS);
		}

		/** On any thread. */
		void released(Flight.Outcome outcome) {
			exchange.execute(() -> goOn(outcome));
		}

		/** The next request does not join what was too slow for this one. */
		private void giveUp() {
			cache.flights().remove(lookup.key(), flight);
			goOn(Flight.Outcome.REFUSED);
		}

		private void goOn(Flight.Outcome outcome) {
			if (!waiting) {
				return;
			}
			waiting = false;
			if (deadline != null) {
				deadline.cancel(false);
			}
			if (exchange.ended()) {
				return;
			}
			Lookup again = Lookup.of(cache, exchange, lookup.key(), lookup.facts(), lookup.directives());
			if (outcome == Flight.Outcome.FAILED && again.usableOnError(cache.nanos())) {
				answer(exchange, again, CacheCounter.STALE);
			}
			else if (outcome == Flight.Outcome.REFUSED) {
				fetch(exchange, again, null);
			}
			else {
				serve(exchange, lookup.key(), lookup.facts(), lookup.directives(), waits);
			}
		}

	}

}
