/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;

/**
 * A server with a cache whose clock stands still, in front of a handler that counts its
 * calls.
 */
final class CachedSite implements AutoCloseable {

	private final AtomicLong nanos = new AtomicLong(1);

	private final AtomicInteger calls = new AtomicInteger();

	private final ResponseCache cache;

	private final TestServer server;

	private CachedSite(CacheOptions options, int loops, RequestHandler handler) {
		this.cache = new ResponseCache(options, nanos::get);
		this.server = TestServer.start(TestServer.options().eventLoops(loops), new CachingHandler(cache, (exchange) -> {
			calls.incrementAndGet();
			handler.handle(exchange);
		}));
	}

	static CachedSite of(RequestHandler handler) {
		return of(CacheOptions.DEFAULTS, handler);
	}

	static CachedSite of(CacheOptions options, RequestHandler handler) {
		return new CachedSite(options, 1, handler);
	}

	static CachedSite onLoops(int loops, RequestHandler handler) {
		return new CachedSite(CacheOptions.DEFAULTS, loops, handler);
	}

	/**
	 * Answers with fields, written as in a message but for the line endings, and a body
	 * that tells method and target.
	 */
	static CachedSite answering(String... fields) {
		return of((exchange) -> answer(exchange, fields));
	}

	static void answer(Exchange exchange, String... fields) {
		for (String field : fields) {
			int colon = field.indexOf(": ");
			exchange.responseHeaders().add(field.substring(0, colon), field.substring(colon + 2));
		}
		exchange.end(exchange.method() + " " + exchange.target());
	}

	WireResponse get(String... fields) throws IOException {
		return request("GET", "/a", fields);
	}

	/** Sends a request, for the host {@code t} unless the fields name one. */
	WireResponse request(String method, String target, String... fields) throws IOException {
		String lines = String.join("\r\n", fields) + ((fields.length > 0) ? "\r\n" : "");
		String host = lines.startsWith("Host:") ? "" : "Host: t\r\n";
		try (WireClient client = server.connect()) {
			client.send(method + " " + target + " HTTP/1.1\r\n" + host + lines + "\r\n");
			return client.read(method);
		}
	}

	void pass(Duration time) {
		nanos.addAndGet(time.toNanos());
	}

	/** Returns how many requests came to the handler. */
	int calls() {
		return calls.get();
	}

	ResponseCache cache() {
		return cache;
	}

	CacheStatistics statistics() {
		return cache.statistics();
	}

	TestServer server() {
		return server;
	}

	@Override
	public void close() {
		server.close();
		cache.clear();
	}

}
