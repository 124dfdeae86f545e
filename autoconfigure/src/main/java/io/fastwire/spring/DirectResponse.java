/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.http.Exchange;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;

/**
 * A way past WebFlux for bodies that are written without Reactor: filters and handlers
 * decide on status and fields, and then the bytes go to the core exchange.
 */
public final class DirectResponse {

	private DirectResponse() {
	}

	/**
	 * Commits a response and hands out its exchange.
	 * @param exchange whose response is not committed, on a Fastwire server
	 * @return emits, on the event loop, the exchange to write the body to; completes
	 * empty if the client is gone. The response ends when the handler completes, and the
	 * handler is cancelled if the client goes away.
	 * @throws IllegalArgumentException if it is a response of another server
	 */
	public static Mono<Exchange> commit(ServerWebExchange exchange) {
		Exchange core = FastwireServerHttpResponse.unwrap(exchange.getResponse()).exchange();
		Mono<Exchange> onLoop = Mono.create((sink) -> {
			Runnable emit = () -> sink.success(core.ended() ? null : core);
			if (core.inEventLoop()) {
				emit.run();
			}
			else {
				core.execute(emit);
			}
		});
		return exchange.getResponse().setComplete().then(onLoop);
	}

}
