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
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.benchmarks.servers.Answers;
import io.fastwire.http.RequestHandler;
import io.fastwire.http2.Http2Options;
import io.fastwire.server.Server;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;
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
		ServerOptions options = ServerOptions.builder()
			.address(new InetSocketAddress("127.0.0.1", 0))
			.transport(Transport.NIO)
			.eventLoops(1)
			.http2(Http2Options.DEFAULTS)
			.build();
		Server server = new Server(options, handler);
		Conversation driver = new Conversation(new ByteArrayInputStream("go\ngo\n".getBytes(StandardCharsets.UTF_8)),
				new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
		server.start();
		try (ClientLoop loop = new ClientLoop(driver)) {
			return Http2Load
				.load(loop,
						Command.of("http2")
							.with("port", server.port())
							.with("pid", ProcessHandle.current().pid())
							.with("connections", CONNECTIONS)
							.with("streams", STREAMS)
							.with("tls", false)
							.with("seconds", 1),
						3)
				.run();
		}
		finally {
			server.close();
		}
	}

}
