/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.fastwire.http.Exchange;
import io.fastwire.http.ForwardingExchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.RequestHandler;
import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.fastwire.proxy.ProxyProtocol;
import io.fastwire.server.ConnectionOptions;
import io.fastwire.server.ServerOptions;
import io.fastwire.testsupport.FileBody;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What is said about requests on a real server. */
@ExtendWith(LeakFree.class)
class AccessLogTests {

	private static final String TIME = "\\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}\\]";

	private final List<String> lines = new CopyOnWriteArrayList<>();

	@TempDir
	private Path directory;

	private TestServer start(String pattern, RequestHandler handler) {
		return start(pattern, UnaryOperator.identity(), handler);
	}

	private TestServer start(String pattern, UnaryOperator<ServerOptions.Builder> options, RequestHandler handler) {
		AccessLogOptions log = AccessLogOptions.builder().pattern(pattern).sink(lines::add).build();
		return TestServer.start(options.apply(TestServer.options().accessLog(log)), handler);
	}

	private String line() {
		TestServer.await("a line", () -> !lines.isEmpty());
		assertThat(lines).hasSize(1);
		return lines.remove(0);
	}

	private static String request(String line, String... fields) {
		return line + "\r\nHost: t\r\n" + String.join("", fields) + "\r\n";
	}

	@Test
	void saysTheCommonThings() throws IOException {
		try (TestServer server = start("common", (exchange) -> exchange.status(404).end("gone"));
				WireClient client = server.connect()) {
			client.get("/a?b=c");
			assertThat(line()).matches("127\\.0\\.0\\.1 - - " + TIME + " \"GET /a\\?b=c HTTP/1\\.1\" 404 4");
			client.send(request("HEAD /a HTTP/1.0"));
			client.read("HEAD");
			assertThat(line()).endsWith(" \"HEAD /a HTTP/1.0\" 404 -");
			assertThat(server.statistics().accessLogWritten()).isEqualTo(2);
			assertThat(server.statistics().accessLogDropped()).isZero();
		}
	}

	@Test
	void saysWhoSentTheClientAndWhatItIs() throws IOException {
		try (TestServer server = start("combined", (exchange) -> exchange.end("x"));
				WireClient client = server.connect()) {
			client.send(request("GET / HTTP/1.1", "Referer: https://a.example/?q=1&access_token=S3\r\n",
					"User-Agent: say \"hi\"\\\u00e4\r\n"));
			client.read();
			assertThat(line())
				.endsWith("\" 200 1 \"https://a.example/?q=1&access_token=***\" \"say \\\"hi\\\"\\\\\\xe4\"");
			client.get("/");
			assertThat(line()).endsWith("\" 200 1 \"-\" \"-\"");
		}
	}

	@Test
	void saysItInJson() throws IOException {
		try (TestServer server = start("json", (exchange) -> exchange.end("x")); WireClient client = server.connect()) {
			client.send(request("GET /?token=S3 HTTP/1.1", "User-Agent: \"\u00e4\r\n"));
			client.read();
			assertThat(line()).matches("\\{\"time\":\"[-0-9T:.]+Z\",\"client\":\"127.0.0.1\",\"method\":\"GET\","
					+ "\"target\":\"/\\?token=\\*\\*\\*\",\"protocol\":\"HTTP/1.1\",\"status\":200,\"bytes\":1,\"micros\":\\d+,"
					+ "\"aborted\":false,\"host\":\"t\",\"userAgent\":\"\\\\\"\\\\u00e4\",\"connection\":\"[0-9a-f]{8}\"\\}");
		}
	}

	@ParameterizedTest
	@CsvSource({ "%m %U%q %H,POST /a/b?c=d HTTP/1.1", "%{X-A}i %{x-b}i,one -", "%{X-Out}o %{None}o,two -",
			"%B %b %s,3 3 201", "100%% %X,100% +", "%a %A %l %u,127.0.0.1 127.0.0.1 - -" })
	void saysWhatThePatternAsksFor(String pattern, String expected) throws IOException {
		try (TestServer server = start(pattern, (exchange) -> {
			exchange.addHeader("X-Out", "two").status(201).end("abc");
		}); WireClient client = server.connect()) {
			client.send(request("POST /a/b?c=d HTTP/1.1", "X-A: one\r\n", "Content-Length: 2\r\n") + "ab");
			client.read();
			assertThat(line()).isEqualTo(expected);
		}
	}

	/** Whatever a name is made of, it is one word, and no other part of the line. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', value = { "common|127.0.0.1 - a\\x20\\\"b\\x0ac\\u20ac [",
			"json|\"client\":\"127.0.0.1\",\"user\":\"a \\\"b\\u000ac\\u20ac\"," })
	void saysWhoTheUserIs(String pattern, String expected) throws IOException {
		try (TestServer server = start(pattern, (exchange) -> {
			exchange.remoteUser("nobody");
			new ForwardingExchange(exchange) {
			}.remoteUser("a \"b\nc\u20ac");
			exchange.end("x");
		}); WireClient client = server.connect()) {
			client.get("/");
			assertThat(line()).contains(expected);
		}
	}

	@Test
	void isToldWhoTheUserIsByAnyThread() throws IOException {
		try (TestServer server = start("%u", (exchange) -> new Thread(() -> {
			exchange.remoteUser("ada");
			exchange.execute(() -> exchange.end("x"));
		}).start()); WireClient client = server.connect()) {
			client.get("/");
			assertThat(line()).isEqualTo("ada");
		}
	}

	@ParameterizedTest
	@CsvSource({ "common,true", "combined,true", "json,true", "%u,true", "%h %%u %l,false" })
	void asksForTheUserIfALineSaysIt(String pattern, boolean needed) {
		assertThat(AccessLogOptions.builder().pattern(pattern).build().needsRemoteUser()).isEqualTo(needed);
	}

	@ParameterizedTest
	@ValueSource(strings = { "%", "%z", "%{X", "%{X}", "%{X}z", "%h %" })
	void refusesUnknownConversions(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> AccessLogOptions.builder().pattern(pattern))
			.withMessageStartingWith("No conversion of the access log is '%");
	}

	@ParameterizedTest
	@CsvSource({ "GET / HTTP/1.1\\r\\n\\r\\n,400", "GET / HTTP/3.0\\r\\n\\r\\n,505",
			"G\u0001T / HTTP/1.1\\r\\n\\r\\n,400", "CONNECT a:1 HTTP/1.1\\r\\nHost: a:1\\r\\n\\r\\n,501" })
	void saysThatARequestWasRefused(String request, int status) throws IOException {
		try (TestServer server = start("%h \"%r\" %s %b %X", (exchange) -> exchange.end("x"));
				WireClient client = server.connect()) {
			client.send(request.replace("\\r\\n", "\r\n")).read();
			assertThat(line()).isEqualTo("127.0.0.1 \"-\" " + status + " - X");
		}
	}

	@Test
	void saysThatABodyWasRefused() throws IOException {
		HttpLimits limits = HttpLimits.builder().maxBodyBytes(3).build();
		try (TestServer server = start("%r %s", (options) -> options.limits(limits), (exchange) -> {
		}); WireClient client = server.connect()) {
			client.send(request("POST / HTTP/1.1", "Content-Length: 4\r\n") + "abcd").read();
			assertThat(line()).isIn("POST / HTTP/1.1 413", "- 413");
		}
	}

	@Test
	void saysThatTheClientDidNotWait() throws IOException {
		CountDownLatch begun = new CountDownLatch(1);
		try (TestServer server = start("%r %s %b %X", (exchange) -> begun.countDown())) {
			WireClient client = server.connect();
			client.send(request("GET /slow HTTP/1.1"));
			await(begun);
			client.reset();
			assertThat(line()).isEqualTo("GET /slow HTTP/1.1 499 - X");
		}
	}

	@Test
	void saysThatTheClientLeftDuringTheResponse() throws IOException {
		try (TestServer server = start("%s %b %X", (exchange) -> {
			exchange.write("abc");
		})) {
			WireClient client = server.connect();
			client.send(request("GET / HTTP/1.1"));
			client.readBytes(20);
			client.reset();
			assertThat(line()).isEqualTo("200 3 X");
		}
	}

	@Test
	void saysThatTheHandlerFailed() throws IOException {
		try (TestServer server = start("%s %X", (exchange) -> exchange.abort(new IOException("planned")));
				WireClient client = server.connect()) {
			assertThat(client.get("/").status()).isEqualTo(500);
			assertThat(line()).isEqualTo("500 X");
		}
	}

	@Test
	void handlersStillLearnOfAborts() throws IOException {
		List<Throwable> causes = new CopyOnWriteArrayList<>();
		CountDownLatch begun = new CountDownLatch(1);
		try (TestServer server = start("%s", (exchange) -> {
			exchange.onAbort(causes::add);
			begun.countDown();
		})) {
			WireClient client = server.connect();
			client.send(request("GET / HTTP/1.1"));
			await(begun);
			client.reset();
			TestServer.await("the abort", () -> causes.size() == 1);
		}
	}

	@Test
	void countsTheBytesOfStreamsAndFiles() throws IOException {
		Path file = Files.write(directory.resolve("file"), new byte[300_000]);
		try (TestServer server = start("%U %b", (exchange) -> {
			if (exchange.target().path().equals("/file")) {
				FileBody.send(exchange, file);
			}
			else {
				exchange.write("abc");
				exchange.write(new byte[10_000], 0, 10_000);
				exchange.end("d");
			}
		}); WireClient client = server.connect()) {
			assertThat(client.get("/stream").body()).hasSize(10_004);
			assertThat(line()).isEqualTo("/stream 10004");
			assertThat(client.get("/file").body()).hasSize(300_000);
			assertThat(line()).isEqualTo("/file 300000");
		}
	}

	@Test
	void saysThatAConnectionWasUpgraded() throws IOException {
		try (TestServer server = start("%s", (exchange) -> exchange.upgrade("echo", new TunnelListener() {

			@Override
			public void onOpen(Tunnel tunnel) {
				tunnel.close();
			}

			@Override
			public void onData(ByteBuf data) {
				data.release();
			}

			@Override
			public void onClose(@Nullable Throwable cause) {
				// nothing is left to do
			}

		})); WireClient client = server.connect()) {
			client.send(request("GET / HTTP/1.1", "Upgrade: echo\r\nConnection: Upgrade\r\n"));
			assertThat(client.read().status()).isEqualTo(101);
			assertThat(line()).isEqualTo("101");
		}
	}

	@Test
	void saysWhoTheClientOfAProxyIs() throws IOException {
		ConnectionOptions proxied = ConnectionOptions.builder().proxyProtocol(ProxyProtocol.REQUIRED).build();
		try (TestServer server = start("%h", (options) -> options.connections(proxied),
				(exchange) -> exchange.end("x")); WireClient client = server.connect()) {
			client.send("PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n").get("/");
			assertThat(line()).isEqualTo("192.0.2.1");
			client.send("\u0001\r\n\r\n").read();
			assertThat(line()).isEqualTo("192.0.2.1");
		}
	}

	@Test
	void aSinkThatHangsCostsLinesAndNothingElse() throws IOException {
		CountDownLatch hang = new CountDownLatch(1);
		AccessLogOptions log = AccessLogOptions.builder().pattern("%U").capacity(4).sink((line) -> {
			await(hang);
			lines.add(line);
		}).build();
		try (TestServer server = TestServer.start(TestServer.options().accessLog(log), (exchange) -> exchange.end("x"));
				WireClient client = server.connect()) {
			for (int i = 0; i < 20; i++) {
				assertThat(client.get("/" + i).status()).isEqualTo(200);
			}
			long dropped = server.statistics().accessLogDropped();
			assertThat(dropped).isBetween(15L, 16L);
			hang.countDown();
			TestServer.await("the rest", () -> lines.size() == 20 - dropped);
			assertThat(lines.subList(0, 4)).containsExactly("/0", "/1", "/2", "/3");
			assertThat(server.statistics().accessLogWritten()).isEqualTo(20 - dropped);
		}
	}

	@Test
	void aSinkThatFailsCostsALine() throws IOException {
		AccessLogOptions log = AccessLogOptions.builder().pattern("%U").sink((line) -> {
			if (line.equals("/bad")) {
				throw new IllegalStateException("planned");
			}
			lines.add(line);
		}).build();
		try (TestServer server = TestServer.start(TestServer.options().accessLog(log), (exchange) -> exchange.end("x"));
				WireClient client = server.connect()) {
			client.get("/bad");
			client.get("/good");
			assertThat(line()).isEqualTo("/good");
			assertThat(server.statistics().accessLogDropped()).isEqualTo(1);
		}
	}

	@Test
	void whatIsWaitingIsWrittenBeforeTheServerHasStopped() throws IOException {
		try (TestServer server = start("%U", (exchange) -> exchange.end("x")); WireClient client = server.connect()) {
			for (int i = 0; i < 100; i++) {
				client.get("/" + i);
			}
			server.server().stop();
			assertThat(lines).hasSize(100);
			assertThat(Thread.getAllStackTraces().keySet())
				.noneMatch((thread) -> thread.getName().equals("fastwire-access-log") && thread.isAlive());
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(Duration.ofSeconds(20).toMillis(), TimeUnit.MILLISECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void aLoggerThatFailsAsWellEndsNothing() throws IOException {
		Logger logger = Logger.getLogger(AccessLog.class.getName());
		AtomicInteger logged = new AtomicInteger();
		Handler failing = new FailingHandler(logged);
		logger.addHandler(failing);
		AtomicInteger calls = new AtomicInteger();
		AccessLogOptions log = AccessLogOptions.builder().pattern("%U").sink((line) -> {
			switch (calls.getAndIncrement()) {
				case 0 -> throw new IllegalStateException("on purpose");
				case 1 -> AccessLogTests.<RuntimeException>fail(new IOException("as Kotlin would let it"));
				default -> lines.add(line);
			}
		}).build();
		try (TestServer server = TestServer.start(TestServer.options().accessLog(log), Exchange::end);
				WireClient client = server.connect()) {
			client.get("/a");
			client.get("/b");
			client.get("/c");
			assertThat(line()).isEqualTo("/c");
			assertThat(server.statistics().accessLogDropped()).isEqualTo(2);
			assertThat(logged).hasValue(2);
		}
		finally {
			logger.removeHandler(failing);
		}
	}

	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" })
	private static <T extends Exception> void fail(Exception undeclared) throws T {
		throw (T) undeclared;
	}

	/** A log that cannot be written either. */
	private static final class FailingHandler extends Handler {

		private final AtomicInteger calls;

		FailingHandler(AtomicInteger calls) {
			this.calls = calls;
		}

		@Override
		public void publish(LogRecord entry) {
			calls.incrementAndGet();
			throw new IllegalStateException("on purpose");
		}

		@Override
		public void flush() {
			// Nothing is kept.
		}

		@Override
		public void close() {
			// Nothing is open.
		}

	}

	/** A thread that is interrupted and waits all the same would take all of a CPU. */
	@Test
	void anInterruptDoesNotKeepTheWriterAwake() {
		try (AccessLog log = new AccessLog(AccessLogOptions.builder().pattern("%s").sink(lines::add).build())) {
			TestServer.await("it waits", () -> log.writer().getState() == Thread.State.WAITING);
			log.writer().interrupt();
			TestServer.await("it waits again",
					() -> !log.writer().isInterrupted() && log.writer().getState() == Thread.State.WAITING);
		}
	}

}
