/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.io.Counter;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Exchanges that end before their time, and what may be done with one that has ended. */
@ExtendWith(LeakFree.class)
class AbortTests {

	private static final String GET = "GET /route HTTP/1.1\r\nHost: t\r\n\r\n";

	private static ByteBuf bytes(Exchange exchange, int count) {
		return exchange.allocator().directBuffer(count).writeZero(count);
	}

	private static Stream<Consumer<EmbeddedWire>> clientAborts() {
		return Stream.of(EmbeddedWire::reset, EmbeddedWire::close, (wire) -> wire.reset().close());
	}

	@ParameterizedTest
	@MethodSource("clientAborts")
	void applicationIsToldOnceAndNothingIsLogged(Consumer<EmbeddedWire> abort) {
		List<RequestHandler> handlers = List.of((exchange) -> {
			// waits
		}, (exchange) -> exchange.write(bytes(exchange, 10)), (exchange) -> exchange.write(bytes(exchange, 100_000)),
				Exchange::flushHead);
		for (RequestHandler handler : handlers) {
			List<Throwable> aborts = new ArrayList<>();
			try (CapturedLog log = CapturedLog.start(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				exchange.onAbort((cause) -> {
					throw new IllegalStateException("was replaced");
				});
				exchange.onAbort(aborts::add);
				handler.handle(exchange);
			})) {
				wire.room(1000).send(GET + GET);
				abort.accept(wire);
				assertThat(aborts).singleElement().isInstanceOf(AbortedException.class);
				assertThat(wire.count(Counter.REQUESTS_ABORTED)).isEqualTo(1);
				assertThat(wire.count(Counter.CONNECTIONS_OPENED)).isEqualTo(wire.count(Counter.CONNECTIONS_CLOSED));
				assertThat(wire.balanced()).isTrue();
				assertThat(log.visible()).isEmpty();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("clientAborts")
	void applicationIsNotToldAboutAnExchangeThatEndedWell(Consumer<EmbeddedWire> abort) {
		List<Throwable> aborts = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onAbort(aborts::add);
			exchange.end();
			exchange.onAbort(aborts::add);
		})) {
			wire.send(GET);
			abort.accept(wire);
			assertThat(aborts).isEmpty();
			assertThat(wire.count(Counter.REQUESTS_COMPLETED)).isEqualTo(1);
		}
	}

	@Test
	void callbackThatComesTooLateRunsAtOnce() {
		List<Exchange> exchanges = new ArrayList<>();
		List<Throwable> aborts = new ArrayList<>();
		EmbeddedWire wire = new EmbeddedWire(exchanges::add);
		wire.send(GET).close();
		exchanges.get(0).onAbort(aborts::add);
		assertThat(aborts).hasSize(1);
	}

	@Test
	void handlerThatThrowsIsA500AndLoggedAtError() {
		List<Throwable> aborts = new ArrayList<>();
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onAbort(aborts::add);
			exchange.responseHeaders().add("X-Secret", "1");
			throw new StackOverflowError("planted");
		})) {
			wire.send(GET + GET);
			assertThat(wire.response().status()).isEqualTo(500);
			assertThat(wire.response().closes()).isTrue();
			assertThat(wire.output()).doesNotContain("Secret", "planted");
			assertThat(wire.channel().isOutputShutdown()).isTrue();
			assertThat(aborts).singleElement().isInstanceOf(StackOverflowError.class);
			assertThat(log.atLeast(Level.SEVERE)).singleElement().asString().contains("GET \"/route\"");
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void handlerThatThrowsInMidStreamLeavesOutTheLastChunk() {
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write(bytes(exchange, 3));
			throw new IllegalStateException("planted");
		})) {
			wire.send(GET);
			assertThat(wire.output()).endsWith("\r\n\r\n3\r\n\0\0\0\r\n");
			assertThat(wire.channel().isOutputShutdown()).isTrue();
			assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
		}
	}

	@Test
	void handlerThatThrowsBehindItsAnswerHurtsNothing() {
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.end("ok");
			throw new IllegalStateException("planted");
		})) {
			wire.send(GET + GET);
			assertThat(wire.responses()).hasSize(2);
			assertThat(wire.open()).isTrue();
			assertThat(log.atLeast(Level.SEVERE)).hasSize(2);
		}
	}

	@Test
	void taskOfAnExchangeThatThrowsIsAFailureOfTheHandler() {
		try (CapturedLog log = CapturedLog.startQuietly();
				EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.execute(() -> {
					throw new IllegalStateException("planted");
				}))) {
			assertThat(wire.send(GET).run().response().status()).isEqualTo(500);
			assertThat(log.atLeast(Level.SEVERE)).hasSize(1);
		}
	}

	@Test
	void callbacksThatThrowAreFailuresOfTheHandler() {
		try (CapturedLog log = CapturedLog.startQuietly(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onShutdown(() -> {
				throw new IllegalStateException("planted");
			});
			exchange.onAbort((cause) -> {
				throw new IllegalStateException("planted too");
			});
		}); EmbeddedWire other = wire.sibling()) {
			wire.send(GET);
			wire.resources().sweeper().drain();
			assertThat(wire.run().response().status()).isEqualTo(500);
			wire.pass(Duration.ofMillis(500));
			assertThat(other.run().open()).as("the other connections are told").isFalse();
			assertThat(log.atLeast(Level.SEVERE)).hasSize(2);
		}
	}

	@Test
	void abortBeforeTheCommitIsA500WithoutALogLine() {
		List<Throwable> aborts = new ArrayList<>();
		try (CapturedLog log = CapturedLog.start(); EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.onAbort(aborts::add);
			exchange.abort(new IOException("upstream is gone"));
			exchange.abort(new IOException("again"));
		})) {
			wire.send(GET + GET);
			assertThat(wire.response().status()).isEqualTo(500);
			assertThat(wire.response().closes()).isTrue();
			assertThat(aborts).extracting(Throwable::getMessage).containsExactly("upstream is gone");
			assertThat(log.visible()).isEmpty();
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void exchangeThatHasEndedTakesNothingMore(@TempDir Path directory) throws IOException {
		Path path = Files.writeString(directory.resolve("file"), "content");
		try (FileChannel file = FileChannel.open(path)) {
			takesNothingMore(file);
		}
	}

	private static void takesNothingMore(FileChannel file) {
		TunnelListener unused = new TunnelListener() {

			@Override
			public void onOpen(Tunnel tunnel) {
				throw new IllegalStateException();
			}

			@Override
			public void onData(ByteBuf data) {
				throw new IllegalStateException();
			}

			@Override
			public void onClose(@Nullable Throwable cause) {
				throw new IllegalStateException();
			}

		};
		List<Consumer<Exchange>> ends = List.of(Exchange::end, (exchange) -> exchange.abort(new IOException("x")));
		for (Consumer<Exchange> end : ends) {
			List<Object> done = new ArrayList<>();
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				end.accept(exchange);
				assertThat(exchange.ended()).isTrue();
				assertThat(exchange.committed()).isTrue();
				assertThat(exchange.writable()).isFalse();
				exchange.end();
				exchange.end("text");
				exchange.end(new byte[3]);
				exchange.end(bytes(exchange, 3));
				assertThat(exchange.write(bytes(exchange, 3))).isFalse();
				exchange.flushHead();
				exchange.inform(103, exchange.responseHeaders());
				exchange.sendFile(file, 0, 1, (failure) -> done.add(Objects.requireNonNull(failure)));
				exchange.request(1);
				exchange.discardBody();
				exchange.onWritable(() -> done.add("writable"));
				exchange.abort(new IOException("y"));
				assertThatIllegalStateException().isThrownBy(() -> exchange.upgrade("x", unused));
			})) {
				wire.send(GET);
				assertThat(wire.responses()).hasSize(1);
				assertThat(done).singleElement().isInstanceOf(Throwable.class);
				assertThat(wire.balanced()).isTrue();
			}
		}
	}

	@Test
	void writesBehindTheEndOfTheConnectionReleaseWhatTheyAreGiven() {
		List<Exchange> exchanges = new ArrayList<>();
		EmbeddedWire wire = new EmbeddedWire(exchanges::add);
		wire.send(GET).channel().close();
		Exchange exchange = exchanges.get(0);
		exchange.write(bytes(exchange, 3));
		exchange.write(bytes(exchange, 5000));
		exchange.end(bytes(exchange, 3));
		wire.run();
		assertThat(wire.balanced()).isTrue();
		wire.close();
	}

	@Test
	void abortFromWithinAnAbortCallbackIsHarmless() {
		List<Exchange> exchanges = new ArrayList<>();
		EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.onAbort((cause) -> {
				exchange.abort(cause);
				exchange.write(bytes(exchange, 10));
				exchange.end();
			});
		});
		wire.send(GET).close();
		assertThat(wire.count(Counter.REQUESTS_ABORTED)).isEqualTo(1);
	}

}
