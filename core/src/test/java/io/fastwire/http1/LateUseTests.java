/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Exchange;
import io.fastwire.http.ForwardingExchange;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Whoever keeps an exchange, or its response fields, beyond its end reaches nothing of
 * the exchanges behind it, although they share what their connection and loop reuse.
 */
@ExtendWith(LeakFree.class)
class LateUseTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final String UPGRADE = "GET /up HTTP/1.1\r\nHost: t\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n";

	private final List<Exchange> exchanges = new ArrayList<>();

	private final List<Exception> refused = new CopyOnWriteArrayList<>();

	static Stream<Named<Consumer<Exchange>>> lateCalls() {
		return Stream.of(call("header", (late) -> late.addHeader("X-Late", "1")),
				call("fields", (late) -> late.responseHeaders().add("X-Late", "1")),
				call("status", (late) -> late.status(404)), call("end", Exchange::end),
				call("end with a body", (late) -> late.end("late")),
				call("write", (late) -> late.write(Unpooled.wrappedBuffer(new byte[] { 'l' }))),
				call("head", Exchange::flushHead), call("interim", (late) -> late.inform(103, new ResponseHeaders())),
				call("abort", (late) -> late.abort(new AbortedException("late"))),
				call("demand", (late) -> late.request(1)), call("discard", Exchange::discardBody),
				call("from another thread", LateUseTests::fromAnotherThread));
	}

	private static Named<Consumer<Exchange>> call(String name, Consumer<Exchange> call) {
		return Named.of(name, call);
	}

	private static void fromAnotherThread(Exchange late) {
		onAnotherThread(() -> late.execute(() -> late.addHeader("X-Late", "1").status(404).end("late")));
	}

	private static void onAnotherThread(Runnable task) {
		Thread thread = new Thread(task);
		thread.start();
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void checkNext(WireResponse next) {
		assertThat(next.status()).isEqualTo(200);
		assertThat(next.text()).isEqualTo("next");
		assertThat(next.field("X-Next")).contains("1");
		assertThat(next.field("X-Late")).isEmpty();
		assertThat(next.field("X-First")).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("lateCalls")
	void afterTheEndOnAKeptConnection(Consumer<Exchange> call) {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(GET);
			exchanges.get(0).addHeader("X-First", "1").end("first");
			wire.run().send(GET);
			exchanges.get(1).addHeader("X-Next", "1");
			call.accept(exchanges.get(0));
			wire.run();
			exchanges.get(1).end("next");
			List<WireResponse> responses = wire.run().responses();
			assertThat(responses).hasSize(2);
			checkNext(responses.get(1));
			assertThat(exchanges.get(1).responseHeaders()).hasToString("[]");
			assertThat(wire.balanced()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("lateCalls")
	void afterTheEndWithPipelinedRequests(Consumer<Exchange> call) {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			if (exchanges.size() == 1) {
				exchange.addHeader("X-First", "1").end("first");
			}
			else {
				exchange.addHeader("X-Next", "1");
				call.accept(exchanges.get(0));
				exchange.end("next");
			}
		})) {
			wire.send(GET + GET);
			List<WireResponse> responses = wire.run().responses();
			assertThat(responses).hasSize(2);
			checkNext(responses.get(1));
		}
	}

	@ParameterizedTest
	@MethodSource("lateCalls")
	void afterAnAbortWhileAnotherConnectionAnswers(Consumer<Exchange> call) {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add); EmbeddedWire other = wire.sibling()) {
			wire.send(GET);
			exchanges.get(0).addHeader("X-First", "1").abort(new AbortedException("enough"));
			other.send(GET);
			exchanges.get(1).addHeader("X-Next", "1");
			call.accept(exchanges.get(0));
			wire.run();
			exchanges.get(1).end("next");
			wire.run();
			checkNext(other.response());
			assertThat(wire.response().status()).isEqualTo(500);
		}
	}

	@ParameterizedTest
	@MethodSource("lateCalls")
	void afterAnUpgradeNothingReachesTheTunnel(Consumer<Exchange> call) {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(UPGRADE);
			exchanges.get(0).upgrade("echo", new SilentTunnel());
			String before = wire.run().output();
			call.accept(exchanges.get(0));
			assertThat(wire.run().output()).isEqualTo(before);
			assertThat(wire.open()).isTrue();
			assertThatIllegalStateException().isThrownBy(() -> exchanges.get(0).upgrade("echo", new SilentTunnel()));
		}
	}

	@Test
	void exchangeSpeaksOfItsOwnRequestForEver() {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send("POST /first HTTP/1.0\r\nX-Own: first\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nab");
			Exchange first = exchanges.get(0);
			first.status(404).responseHeaders().add("Content-Length", "5");
			first.end("first");
			wire.run().send(UPGRADE);
			checkFirst(first);
			Exchange second = exchanges.get(1);
			second.write("more than the first has");
			checkFirst(first);
			assertThat(second.committed()).isTrue();
			second.abort(new AbortedException("enough"));
			checkFirst(first);
			assertThat(second.status()).isEqualTo(200);
			assertThat(second.upgradeRequested()).isTrue();
			assertThat(second.writeOffset()).isEqualTo(23);
		}
	}

	private static void checkFirst(Exchange first) {
		assertThat(first.method()).isEqualTo("POST");
		assertThat(first.target().path()).isEqualTo("/first");
		assertThat(first.version()).isEqualTo(HttpVersion.HTTP_1_0);
		assertThat(first.headers().get("X-Own")).isEqualTo("first");
		assertThat(first.contentLength()).isEqualTo(2);
		assertThat(first.upgradeRequested()).isFalse();
		assertThat(first.status()).isEqualTo(404);
		assertThat(first.responseHeaders()).hasToString("[Content-Length: 5]");
		assertThat(first.writeOffset()).isEqualTo(5);
		assertThat(first.ended()).isTrue();
		assertThat(first.writable()).isFalse();
		assertThat(first.pendingBytes()).isZero();
	}

	@Test
	void callbacksHearNothingOfTheNextExchange() {
		List<String> heard = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(GET);
			Exchange first = exchanges.get(0);
			listen(first, "early", heard);
			first.end("first");
			wire.run().send(GET);
			listen(first, "late", heard);
			exchanges.get(1).onAbort((cause) -> heard.add("next"));
			wire.reset();
			assertThat(exchanges.get(1).ended()).isTrue();
			assertThat(heard).containsExactly("next");
			listen(first, "later", heard);
			assertThat(heard).containsExactly("next");
		}
	}

	@Test
	void callbacksHearNothingAfterTheEndWhileTheRequestBodyStillComes() {
		List<String> heard = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 4\r\n\r\nab");
			listen(exchanges.get(0), "early", heard);
			exchanges.get(0).end("first");
			wire.run().resources().sweeper().drain();
			wire.run().reset();
			assertThat(heard).isEmpty();
		}
	}

	private static void listen(Exchange exchange, String when, List<String> heard) {
		exchange.onAbort((cause) -> heard.add(when + " abort"));
		exchange.onShutdown(() -> heard.add(when + " shutdown"));
		exchange.onWritable(() -> heard.add(when + " writable"));
	}

	/** The file of the next is on its way, and must not look like one of the first. */
	@Test
	void lateFileIsRefusedWhileTheNextSendsOne(@TempDir Path directory) throws IOException {
		List<@Nullable Throwable> told = new ArrayList<>();
		Path path = Files.writeString(directory.resolve("file"), "next");
		try (FileChannel file = FileChannel.open(path); EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(GET);
			exchanges.get(0).end("first");
			wire.run().room(0).send(GET);
			exchanges.get(1).addHeader("X-Next", "1").sendFile(file, 0, 4, (failure) -> exchanges.get(1).end());
			exchanges.get(0).sendFile(file, 0, 4, told::add);
			assertThat(told).singleElement().isInstanceOf(IllegalStateException.class);
			wire.run().room(Long.MAX_VALUE).run();
			checkNext(wire.responses().get(1));
		}
	}

	@Test
	void nextResponseIsFramedByItself() {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(GET);
			exchanges.get(0).addHeader("Content-Length", "5").write("first");
			exchanges.get(0).end();
			wire.run().send(GET);
			exchanges.get(1).status(304).end("no body");
			wire.run().send(GET);
			exchanges.get(2).addHeader("X-Next", "1").write("ne");
			exchanges.get(2).end("xt");
			checkNext(wire.run().responses().get(2));
			assertThat(wire.responses().get(2).chunked()).isTrue();
		}
	}

	/** Between its look at the state and its write the fields could have a new owner. */
	@Test
	void fieldsAreNotAddedFromAnotherThread() throws IOException {
		try (TestServer server = TestServer.start((exchange) -> {
			exchange.addHeader("X-First", "1");
			onAnotherThread(() -> assertThatIllegalStateException().isThrownBy(() -> exchange.addHeader("X-Late", "1"))
				.satisfies(refused::add));
			exchange.end("next");
		}); WireClient client = server.connect()) {
			WireResponse response = client.get("/");
			assertThat(refused).hasSize(1);
			assertThat(response.field("X-First")).contains("1");
			assertThat(response.field("X-Late")).isEmpty();
		}
	}

	@Test
	void fieldsOfTwoResponsesAtATimeStayApart() {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add); EmbeddedWire other = wire.sibling()) {
			wire.send(GET);
			exchanges.remove(0).addHeader("X-Before", "1").end("before");
			wire.run().send(GET);
			other.send(GET);
			exchanges.get(0).addHeader("X-First", "1");
			exchanges.get(1).addHeader("X-Next", "1").end("next");
			exchanges.get(0).addHeader("X-Second", "2").end("first");
			wire.run();
			checkNext(other.response());
			WireResponse first = wire.responses().get(1);
			assertThat(first.field("X-First")).contains("1");
			assertThat(first.field("X-Second")).contains("2");
			assertThat(first.field("X-Next")).isEmpty();
		}
	}

	@Test
	void fieldsThatTheApplicationAskedForStayAsTheyWere() {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(GET);
			ResponseHeaders kept = exchanges.get(0).addHeader("X-First", "1").responseHeaders();
			exchanges.get(0).addHeader("X-Second", "2").end("first");
			assertThat(kept).hasToString("[X-First: 1, X-Second: 2]");
			assertThat(exchanges.get(0).responseHeaders()).isSameAs(kept);
			wire.run().send(GET);
			exchanges.get(1).addHeader("X-Next", "1");
			kept.add("X-Late", "1");
			exchanges.get(1).end("next");
			assertThat(kept).hasToString("[X-First: 1, X-Second: 2, X-Late: 1]");
			checkNext(wire.run().responses().get(1));
		}
	}

	@Test
	void fieldThatComesAfterTheCommitIsInNoFields() {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(GET);
			ResponseHeaders kept = exchanges.get(0).responseHeaders();
			exchanges.get(0).flushHead();
			exchanges.get(0).addHeader("X-Late", "1").end();
			assertThat(exchanges.get(0).addHeader("X-Late", "1").responseHeaders()).isSameAs(kept).hasToString("[]");
			wire.run().send(GET);
			exchanges.get(1).addHeader("X-First", "1").flushHead();
			exchanges.get(1).addHeader("X-Late", "1").end();
			assertThat(exchanges.get(1).addHeader("X-Late", "1").responseHeaders()).hasToString("[]");
		}
	}

	@Test
	void fieldsOfAnAbortedResponseAreInNoFields() {
		try (EmbeddedWire wire = new EmbeddedWire(exchanges::add)) {
			wire.send(GET);
			exchanges.get(0).addHeader("X-First", "1").abort(new AbortedException("enough"));
			assertThat(exchanges.get(0).addHeader("X-Late", "1").responseHeaders()).hasToString("[]");
		}
	}

	@Test
	void wrapperWithFieldsOfItsOwnKeepsThem() {
		ResponseHeaders own = new ResponseHeaders();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> new ForwardingExchange(exchange) {

			@Override
			public ResponseHeaders responseHeaders() {
				return own;
			}

		}.addHeader("X-Own", "1").end("next"))) {
			wire.send(GET);
			assertThat(own).hasToString("[X-Own: 1]");
			assertThat(wire.run().response().field("X-Own")).isEmpty();
		}
	}

	@Test
	void fieldThatMustNotBeSentLeavesNothingToTheNext() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.addHeader("X-First", "a\nb").end("first"))) {
			wire.send(GET);
			assertThat(wire.run().response().status()).isEqualTo(500);
			assertThat(wire.response().field("X-First")).isEmpty();
		}
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.addHeader("X-First", "1").addHeader("Content-Length", "9");
			exchange.end("short");
		})) {
			wire.send(GET);
			assertThat(wire.run().response().status()).isEqualTo(500);
			assertThat(wire.response().field("X-First")).isEmpty();
		}
	}

}
