/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import io.fastwire.cache.CacheOptions;
import io.fastwire.cache.CachingHandler;
import io.fastwire.cache.ResponseCache;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;

/**
 * The same answer from the cache, whatever is behind it.
 */
final class CachedHello {

	private CachedHello() {
	}

	/** Starts the server; arguments are port and transport. */
	public static void main(String[] args) throws IOException {
		byte[] body = "Hello World!".getBytes(StandardCharsets.US_ASCII);
		CachingHandler handler = new CachingHandler(new ResponseCache(CacheOptions.DEFAULTS), (exchange) -> {
			exchange.responseHeaders().add("Content-Type", "text/plain").add("Cache-Control", "max-age=3600");
			exchange.end(body);
		});
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])))
			.transport(Transport.valueOf(args[1]))
			.eventLoops(1)
			.build();
		new Server(options, handler).start();
	}

}
