/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.fastwire.benchmarks.servers.Answers;
import io.fastwire.http.Router;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;

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
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", 0))
			.transport(Transport.NIO)
			.eventLoops(1)
			.build();
		Server server = new Server(options,
				Router.builder()
					.get("/",
							(exchange, parameters) -> exchange
								.end(answers.get(Math.min(next.getAndIncrement(), answers.size() - 1))))
					.build());
		Conversation driver = new Conversation(new ByteArrayInputStream("go\ngo\n".getBytes(StandardCharsets.UTF_8)),
				new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
		server.start();
		try (ClientLoop loop = new ClientLoop(driver)) {
			return new ClosedLoad(loop,
					Command.of("hello")
						.with("port", server.port())
						.with("pid", ProcessHandle.current().pid())
						.with("connections", connections)
						.with("seconds", 1),
					HelloClient::new, 3)
				.run();
		}
		finally {
			server.close();
		}
	}

}
