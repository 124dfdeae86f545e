/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.benchmarks.servers.Answers;
import io.fastwire.http.RequestHandler;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class Http2LoadTests {

	private static final int CONNECTIONS = 3;

	private static final int STREAMS = 2;

	@Test
	void everyStreamIsFollowedByAnotherAndCounted() throws Exception {
		Command outcome = load(Answers.HELLO);
		assertThat(outcome.name()).isEqualTo("done");
		assertThat(outcome.decimal("operations")).isGreaterThan(CONNECTIONS * STREAMS);
		assertThat(outcome.decimal("p50")).isPositive();
	}

	@Test
	void anotherAnswerOfTheSameLengthIsFound() {
		assertThatThrownBy(() -> load("Hello Wurld!")).rootCause().hasMessageContaining("not what it must be");
	}

	@Test
	void anAnswerThatOnlyBeginsRightlyIsFound() {
		assertThatThrownBy(() -> load(Answers.HELLO + "!")).rootCause().hasMessageContaining("not what it must be");
		assertThatThrownBy(() -> load("Hello")).rootCause().hasMessageContaining("not what it must be");
	}

	@Test
	void aLaterStreamThatNeverEndsIsFound() {
		AtomicInteger requests = new AtomicInteger();
		assertThatIOException().isThrownBy(() -> load((exchange) -> {
			if (requests.incrementAndGet() <= CONNECTIONS * STREAMS + CONNECTIONS) {
				exchange.end(Answers.HELLO);
			}
		})).withMessageContaining("requests have not been answered");
	}

	private static Command load(String answer) throws Exception {
		return load((exchange) -> exchange.end(answer));
	}

	private static Command load(RequestHandler handler) throws Exception {
		Command http2 = Command.of("http2")
			.with("connections", CONNECTIONS)
			.with("streams", STREAMS)
			.with("tls", false);
		return LoadedServer.load(handler, http2,
				(loop, command) -> Http2Load.load(loop, command, LoadedServer.PATIENCE_SECONDS).run());
	}

}
