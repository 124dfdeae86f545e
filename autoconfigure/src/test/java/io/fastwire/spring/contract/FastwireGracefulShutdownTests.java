/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.core.io.buffer.DataBuffer;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class FastwireGracefulShutdownTests extends GracefulShutdownContract {

	FastwireGracefulShutdownTests() {
		super(Servers.FASTWIRE);
	}

	/** Reactor Netty never calls back. */
	@Test
	void isIdleWhenItWasNeverStarted() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		WebServer server = factory.getWebServer((request, response) -> response.setComplete());
		assertThat(result(shutDown(server))).isEqualTo(GracefulShutdownResult.IDLE);
	}

	/** Case: noise, and listeners that are not told, at a stop with many clients. */
	@Test
	void endsOpenStreamsQuietlyWhenItStops(CapturedOutput output) throws Exception {
		int clients = 50;
		CountDownLatch open = new CountDownLatch(clients);
		CountDownLatch cancelled = new CountDownLatch(clients);
		WebServer server = start((request,
				response) -> response.writeAndFlushWith(Flux.<Flux<DataBuffer>>never()
					.doOnSubscribe((subscription) -> open.countDown())
					.doOnCancel(cancelled::countDown)));
		for (int client = 0; client < clients; client++) {
			connect().get("/");
		}
		assertThat(open.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		server.stop();
		assertThat(cancelled.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThat(output).doesNotContain("ERROR", "WARN", "Exception");
	}

}
