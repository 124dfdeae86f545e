/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.fastwire.testsupport.LeakFree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class FastwireWebSocketTests extends WebSocketContract {

	FastwireWebSocketTests() {
		super(Servers.FASTWIRE);
	}

	/** Case H02: that of one client leaks into the handshake of the next. */
	@Test
	void keepsTheSubProtocolsOfClientsApart() throws Exception {
		serve(new WebSocketHandler() {

			@Override
			public List<String> getSubProtocols() {
				return List.of("v10.stomp", "v12.stomp");
			}

			@Override
			public Mono<Void> handle(WebSocketSession session) {
				String chosen = session.getHandshakeInfo().getSubProtocol();
				return session.send(Mono.just(session.textMessage(String.valueOf(chosen))));
			}

		});
		int threads = 20;
		ExecutorService clients = Executors.newFixedThreadPool(threads);
		List<Future<?>> done = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			String offer = List.of("", "v10.stomp", "", "v12.stomp").get(i % 4);
			done.add(clients.submit(() -> {
				for (int round = 0; round < 20; round++) {
					handshake(offer);
				}
				return null;
			}));
		}
		clients.shutdown();
		for (Future<?> each : done) {
			each.get(2, TimeUnit.MINUTES);
		}
	}

	private void handshake(String offer) throws Exception {
		try (RawSocket socket = new RawSocket(port(), 0)) {
			if (offer.isEmpty()) {
				assertThat(socket.upgrade()).doesNotContainIgnoringCase("Sec-WebSocket-Protocol");
			}
			else {
				assertThat(socket.upgrade("Sec-WebSocket-Protocol: " + offer))
					.containsIgnoringCase("\r\nSec-WebSocket-Protocol: " + offer + "\r\n");
			}
			assertThat(socket.read().text()).isEqualTo(offer.isEmpty() ? "null" : offer);
		}
	}

}
