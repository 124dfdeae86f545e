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

import org.junit.jupiter.api.Test;

import io.fastwire.benchmarks.servers.Answers;
import io.fastwire.http.Router;
import io.fastwire.http2.Http2Options;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class Http2LoadTests {

	@Test
	void everyStreamIsFollowedByAnotherAndCounted() throws Exception {
		Command outcome = load(Answers.HELLO);
		assertThat(outcome.name()).isEqualTo("done");
		assertThat(outcome.decimal("operations")).isGreaterThan(3 * 2);
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

	private static Command load(String answer) throws Exception {
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", 0))
			.transport(Transport.NIO)
			.eventLoops(1)
			.http2(Http2Options.DEFAULTS)
			.build();
		Server server = new Server(options,
				Router.builder().get("/", (exchange, parameters) -> exchange.end(answer)).build());
		Conversation driver = new Conversation(new ByteArrayInputStream("go\ngo\n".getBytes(StandardCharsets.UTF_8)),
				new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
		server.start();
		try (ClientLoop loop = new ClientLoop(driver)) {
			return new Http2Load(loop,
					Command.of("http2")
						.with("port", server.port())
						.with("pid", ProcessHandle.current().pid())
						.with("connections", 3)
						.with("streams", 2)
						.with("tls", false)
						.with("seconds", 1))
				.run();
		}
		finally {
			server.close();
		}
	}

}
