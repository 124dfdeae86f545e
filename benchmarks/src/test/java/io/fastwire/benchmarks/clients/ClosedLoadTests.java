/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.fastwire.benchmarks.servers.Answers;
import io.fastwire.http.Router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ClosedLoadTests {

	@Test
	void everyAnswerIsFollowedByAnotherRequest() throws Exception {
		assertThat(load(2, List.of(Answers.HELLO)).decimal("operations")).isGreaterThan(3);
	}

	@Test
	void aLaterAnswerThatIsTooLongIsFound() {
		assertThatIOException().isThrownBy(() -> load(1, List.of(Answers.HELLO, Answers.HELLO + "!")))
			.withMessageContaining("instead of an answer of");
	}

	/** Nobody can tell that from an answer which does not come at all. */
	@Test
	void aLaterAnswerThatIsTooShortIsFound() {
		assertThatIOException().isThrownBy(() -> load(1, List.of(Answers.HELLO, "Hello")))
			.withMessageContaining("1 requests have not been answered");
	}

	/** Gives the last answer again and again. */
	private static Command load(int connections, List<String> answers) throws Exception {
		AtomicInteger next = new AtomicInteger();
		Router router = Router.builder()
			.get("/",
					(exchange, parameters) -> exchange
						.end(answers.get(Math.min(next.getAndIncrement(), answers.size() - 1))))
			.build();
		return LoadedServer.load(router, Command.of("hello").with("connections", connections), (loop,
				command) -> new ClosedLoad(loop, command, HelloClient::new, LoadedServer.PATIENCE_SECONDS).run());
	}

}
