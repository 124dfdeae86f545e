/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Exchanges over TLS, from the first byte after the handshake to close_notify. */
@ExtendWith(LeakFree.class)
class TlsTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	@TempDir
	private Path directory;

	private static TlsClient client() {
		return TlsClient.trusting(TlsServers.KEYS);
	}

	private static byte[] random(int length) {
		byte[] content = new byte[length];
		new Random(1).nextBytes(content);
		return content;
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void requestsAreAnsweredByEachVersion(Transport transport, SslProvider provider) throws IOException {
		try (TestServer server = TestServer.start(TlsServers.options(transport, provider),
				(exchange) -> exchange.end(exchange.scheme() + " by " + protocol(exchange)))) {
			for (String version : new String[] { "TLSv1.2", "TLSv1.3" }) {
				try (WireClient client = client().protocol(version).connect(server.port())) {
					for (int i = 0; i < 3; i++) {
						assertThat(client.get("/").text()).isEqualTo("https by " + version);
					}
					assertThat(client.send(GET.repeat(50)).read().status()).isEqualTo(200);
					for (int i = 1; i < 50; i++) {
						assertThat(client.read().text()).isEqualTo("https by " + version);
					}
				}
			}
			server.awaitIdle();
			assertThat(server.statistics().tlsHandshakes()).isEqualTo(2);
			assertThat(server.statistics().connectionsAccepted()).isEqualTo(2);
		}
	}

	private static String protocol(Exchange exchange) {
		SSLSession session = Objects.requireNonNull(exchange.sslSession());
		return session.getProtocol();
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void bodiesOfAllSizesArriveWhole(Transport transport, SslProvider provider) throws IOException {
		byte[] content = random(3_000_000);
		try (TestServer server = TestServer.start(TlsServers.options(transport, provider), (exchange) -> {
			int size = Integer.parseInt(exchange.target().path().substring(1));
			if (size % 2 == 0) {
				exchange.end(Arrays.copyOf(content, size));
				return;
			}
			for (int i = 0; i < size; i += 999) {
				int length = Math.min(999, size - i);
				exchange.write(exchange.allocator().directBuffer(length).writeBytes(content, i, length));
			}
			exchange.end();
		}); WireClient client = client().connect(server.port())) {
			for (int size : new int[] { 0, 1, 2, 2000, 4096, 16_383, 16_384, 16_385, 16_386, 100_001, 3_000_000 }) {
				assertThat(Arrays.equals(client.get("/" + size).body(), Arrays.copyOf(content, size))).isTrue();
			}
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void filesAndUploadsArriveWhole(Transport transport, SslProvider provider) throws IOException {
		byte[] content = random(3_000_000);
		Path path = Files.write(directory.resolve("file"), content);
		AtomicLong received = new AtomicLong();
		try (FileChannel file = FileChannel.open(path);
				TestServer server = TestServer.start(TlsServers.options(transport, provider), (exchange) -> {
					exchange.receive(new CountingListener(exchange, received,
							() -> exchange.sendFile(file, 7, content.length - 7, (failure) -> exchange.end())));
					exchange.request(Long.MAX_VALUE);
				});
				WireClient client = client().connect(server.port())) {
			client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3000000\r\n\r\n").send(content);
			WireResponse response = client.read();
			assertThat(Arrays.equals(response.body(), Arrays.copyOfRange(content, 7, content.length))).isTrue();
			assertThat(received).hasValue(content.length);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void connectionEndsByCloseNotify(Transport transport, SslProvider provider) throws IOException {
		try (TestServer server = TestServer.start(TlsServers.options(transport, provider), (exchange) -> {
			exchange.responseHeaders().set("Connection", "close");
			exchange.end("bye");
		}); WireClient client = client().connect(server.port())) {
			assertThat(client.get("/").closes()).isTrue();
			assertThat(client.atEnd()).isTrue();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void responseThatIsCutOffDoesNotLookComplete(Transport transport, SslProvider provider) throws IOException {
		try (TestServer server = TestServer.start(TlsServers.options(transport, provider), (exchange) -> {
			exchange.write(exchange.allocator().directBuffer(4).writeZero(4));
			exchange.execute(() -> exchange.abort(new IllegalStateException("no more")));
		}); WireClient client = client().connect(server.port())) {
			client.send("GET / HTTP/1.0\r\n\r\n");
			assertThatExceptionOfType(IOException.class).isThrownBy(client::readAll)
				.isInstanceOfAny(SSLException.class, SocketException.class);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void clientThatIsStillSendingCanReadAnEarlyRefusal(Transport transport, SslProvider provider) throws IOException {
		ServerOptions.Builder options = TlsServers.options(transport, provider)
			.limits(HttpLimits.builder().maxBodyBytes(1000).build());
		try (TestServer server = TestServer.start(options, (exchange) -> exchange.request(1));
				WireClient client = client().connect(server.port())) {
			client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 5000000\r\n\r\n");
			for (int i = 0; i < 50; i++) {
				client.send(new byte[20_000]);
			}
			assertThat(client.read().status()).isEqualTo(413);
			assertThat(client.atEnd()).isTrue();
			client.hangUp();
			server.awaitIdle();
		}
	}

	/** With OpenSSL, Netty ends both sides. */
	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void clientThatHasClosedItsSideIsAnsweredSinceVersion13(Transport transport) throws IOException {
		try (TestServer server = TestServer.start(TlsServers.options(transport, SslProvider.JDK),
				TlsTests::answerLater);
				SSLSocket socket = client().protocol("TLSv1.3").handshake(server.port());
				WireClient client = WireClient.over(socket)) {
			client.send(GET);
			socket.shutdownOutput();
			assertThat(client.read().text()).isEqualTo("later");
			assertThat(client.atEnd()).isTrue();
			server.awaitIdle();
			assertThat(server.statistics().requestsAborted()).isZero();
		}
	}

	private static void answerLater(Exchange exchange) {
		GlobalEventExecutor.INSTANCE.schedule(() -> exchange.execute(() -> exchange.end("later")), 100,
				TimeUnit.MILLISECONDS);
	}

	/** RFC 5246 section 7.2.1: pending writes are discarded. */
	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void closeNotifyEndsBothSidesOfVersion12(Transport transport, SslProvider provider) throws IOException {
		AtomicReference<Throwable> cause = new AtomicReference<>();
		try (TestServer server = TestServer.start(TlsServers.options(transport, provider),
				(exchange) -> exchange.onAbort(cause::set));
				WireClient client = client().protocol("TLSv1.2").connect(server.port())) {
			client.send(GET);
			TestServer.await("the request is in progress", () -> server.statistics().requestsActive() == 1);
			client.hangUp();
			server.awaitIdle();
			assertThat(cause.get()).hasMessageContaining("closed by the client");
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void clientThatReadsNothingStopsTheApplicationAndIsGivenUp(Transport transport, SslProvider provider)
			throws Exception {
		AtomicLong written = new AtomicLong();
		AtomicReference<Throwable> cause = new AtomicReference<>();
		ServerOptions.Builder options = TlsServers.options(transport, provider)
			.timeouts(HttpTimeouts.builder().write(Duration.ofSeconds(1)).build());
		try (TestServer server = TestServer.start(options, (exchange) -> {
			exchange.onAbort(cause::set);
			Runnable fill = () -> {
				while (exchange.writable()) {
					exchange.write(exchange.allocator().directBuffer(20_000).writeZero(20_000));
					written.addAndGet(20_000);
				}
			};
			exchange.onWritable(fill);
			fill.run();
		}); WireClient client = client().receiveBytes(32_768).connect(server.port())) {
			client.send(GET);
			server.awaitIdle();
			assertThat(cause.get()).hasMessageContaining("did not read in time");
			assertThat(written.get()).isLessThan(30_000_000);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void clientThatReadsSlowlyIsNotGivenUp(Transport transport, SslProvider provider) throws Exception {
		ServerOptions.Builder options = TlsServers.options(transport, provider)
			.timeouts(HttpTimeouts.builder().write(Duration.ofSeconds(2)).build());
		try (TestServer server = TestServer.start(options, (exchange) -> exchange.end(new byte[40_000_000]));
				WireClient client = client().receiveBytes(32_768).connect(server.port())) {
			client.send(GET);
			AtomicLong left = new AtomicLong(39_000_000);
			Awaitility.await().pollInterval(Duration.ofMillis(100)).atMost(Duration.ofSeconds(20)).until(() -> {
				left.addAndGet(-client.readBytes(1_000_000).length);
				return left.get() <= 0;
			});
			assertThat(server.statistics().requestsAborted()).isZero();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void recordsThatAreForgedCloseTheConnectionQuietly(Transport transport, SslProvider provider) throws Exception {
		try (CapturedLog log = CapturedLog.start();
				TestServer server = TestServer.start(TlsServers.options(transport, provider), (exchange) -> {
				});
				WireClient plain = server.connect()) {
			SSLSocket socket = client().over(plain.socket());
			socket.startHandshake();
			socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
			TestServer.await("the request is in progress", () -> server.statistics().requestsActive() == 1);
			sendForgedRecords(plain);
			server.awaitIdle();
			assertThat(server.statistics().requestsAborted()).isEqualTo(1);
			assertThat(log.visible()).isEmpty();
		}
	}

	/** OpenSSL tells of the first when the second comes. */
	private static void sendForgedRecords(WireClient plain) {
		try {
			for (int i = 0; i < 2; i++) {
				plain.send(new byte[] { 23, 3, 3, 0, 32 }).send(new byte[32]);
			}
		}
		catch (IOException ex) {
			// the connection is closed already
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void shutdownClosesIdleConnectionsAndStopClosesAll(Transport transport, SslProvider provider) throws Exception {
		try (TestServer server = TestServer.start(TlsServers.options(transport, provider), (exchange) -> {
		});
				WireClient silent = server.connect();
				WireClient idle = client().connect(server.port());
				WireClient waiting = client().connect(server.port())) {
			waiting.send(GET);
			TestServer.await("the request is in progress", () -> server.statistics().requestsActive() == 1);
			server.server().shutdownGracefully((done) -> {
			});
			assertThat(idle.atEnd()).isTrue();
			assertThat(silent.atEnd()).isTrue();
			TestServer.await("the others are closed", () -> server.statistics().connectionsActive() == 1);
			server.server().stop();
			assertThatExceptionOfType(IOException.class).isThrownBy(waiting::readAll);
		}
	}

}
