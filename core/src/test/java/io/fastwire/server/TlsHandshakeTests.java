/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.logging.Level;

import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.WireClient;
import io.fastwire.tls.TlsFailure;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Who comes out of the handshake and who does not, and what is said about it. */
@ExtendWith(LeakFree.class)
class TlsHandshakeTests {

	private static final TestKeys CLIENT = TestKeys.of("client.example");

	private static final TestKeys STRANGER = TestKeys.of("stranger.example");

	private static TlsClient client() {
		return TlsClient.trusting(TlsServers.KEYS);
	}

	private static void hello(Exchange exchange) {
		exchange.end("hello");
	}

	private static TestServer start(Consumer<SslContextBuilder> adjust) {
		SslContext context = TlsServers.context(TlsServers.KEYS, adjust);
		return TestServer.start(TlsServers.options((name) -> context), TlsHandshakeTests::hello);
	}

	/** Waits until exactly one connection has failed, for that reason and quietly. */
	private static void assertFailed(TestServer server, TlsFailure reason, CapturedLog log) {
		TestServer.await("the failure is counted", () -> server.statistics().tlsFailures(reason) == 1);
		server.awaitIdle();
		for (TlsFailure other : TlsFailure.values()) {
			assertThat(server.statistics().tlsFailures(other)).isEqualTo((other == reason) ? 1 : 0);
		}
		assertThat(server.statistics().tlsHandshakes()).isZero();
		assertThat(log.visible()).isEmpty();
		assertThat(log.atLeast(Level.FINE)).anyMatch((line) -> line.contains(reason.reason()));
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void clearTextIsClosedQuietly(Transport transport, SslProvider provider) throws IOException {
		try (CapturedLog log = CapturedLog.start();
				TestServer server = TestServer.start(TlsServers.options(transport, provider), TlsHandshakeTests::hello);
				WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n").endsByReset();
			assertFailed(server, TlsFailure.NOT_TLS, log);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void probesThatOnlyConnectAreQuiet(Transport transport, SslProvider provider) throws IOException {
		try (CapturedLog log = CapturedLog.start();
				TestServer server = TestServer.start(TlsServers.options(transport, provider),
						TlsHandshakeTests::hello)) {
			server.connect().close();
			assertFailed(server, TlsFailure.ABANDONED, log);
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void clientsThatResetInsideTheHandshakeAreQuiet(Transport transport, SslProvider provider) throws IOException {
		ServerOptions.Builder options = TlsServers.options(transport, provider)
			.tlsHandshakeTimeout(Duration.ofSeconds(1));
		try (CapturedLog log = CapturedLog.start();
				TestServer server = TestServer.start(options, TlsHandshakeTests::hello)) {
			server.connect().send(new byte[] { 22, 3, 1, 1, 0, 1 }).reset();
			// io_uring may miss a reset that comes with data, which the timeout makes
			// good
			TestServer.await("the failure is counted", () -> server.statistics().tlsFailures(TlsFailure.ABANDONED)
					+ server.statistics().tlsFailures(TlsFailure.TIMED_OUT) == 1);
			server.awaitIdle();
			assertThat(log.visible()).isEmpty();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void handshakeThatTakesTooLongIsClosed(Transport transport, SslProvider provider) throws IOException {
		ServerOptions.Builder options = TlsServers.options(transport, provider)
			.tlsHandshakeTimeout(Duration.ofMillis(300));
		for (byte[] begun : new byte[][] { {}, { 22, 3, 1, 1, 0, 1, 0 } }) {
			try (CapturedLog log = CapturedLog.start();
					TestServer server = TestServer.start(options, TlsHandshakeTests::hello);
					WireClient client = server.connect()) {
				client.send(begun);
				assertThat(client.atEnd()).isTrue();
				assertFailed(server, TlsFailure.TIMED_OUT, log);
			}
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void helloOfHugeSizeIsRefused(Transport transport, SslProvider provider) throws IOException {
		try (CapturedLog log = CapturedLog.start();
				TestServer server = TestServer.start(TlsServers.options(transport, provider), TlsHandshakeTests::hello);
				WireClient client = server.connect()) {
			client.send(new byte[] { 22, 3, 1, 0, 4, 1, (byte) 200, 0, 0 }).endsByReset();
			assertFailed(server, TlsFailure.REFUSED, log);
		}
	}

	@Test
	void versionThatIsNotOfferedIsRefusedByAnAlert() {
		try (CapturedLog log = CapturedLog.start();
				TestServer server = start((builder) -> builder.protocols("TLSv1.3"))) {
			assertThatExceptionOfType(SSLHandshakeException.class)
				.isThrownBy(() -> client().protocol("TLSv1.2").handshake(server.port()))
				.withMessageContaining("alert: protocol_version");
			assertFailed(server, TlsFailure.REFUSED, log);
		}
	}

	@Test
	void clientThatDoesNotTrustTheServerIsQuiet() {
		try (CapturedLog log = CapturedLog.start(); TestServer server = start((builder) -> {
		})) {
			assertThatExceptionOfType(SSLHandshakeException.class)
				.isThrownBy(() -> TlsClient.trusting(STRANGER).handshake(server.port()));
			assertFailed(server, TlsFailure.REFUSED, log);
		}
	}

	@Test
	void clientWithoutTheNeededCertificateIsRefusedQuietly() {
		try (CapturedLog log = CapturedLog.start(); TestServer server = start(TlsHandshakeTests::needCertificate)) {
			for (TlsClient refused : List.of(client(), TlsClient.of(STRANGER, TlsServers.KEYS))) {
				assertThatExceptionOfType(IOException.class)
					.isThrownBy(() -> refused.connect(server.port()).get("/").status());
			}
			TestServer.await("both are counted", () -> server.statistics().tlsFailures(TlsFailure.REFUSED) == 2);
			assertThat(log.visible()).isEmpty();
		}
	}

	private static void needCertificate(SslContextBuilder builder) {
		builder.clientAuth(ClientAuth.REQUIRE).trustManager(CLIENT.certificate());
	}

	@Test
	void certificateOfTheClientCanBeSeen() throws IOException {
		SslContext context = TlsServers.context(TlsServers.KEYS, TlsHandshakeTests::needCertificate);
		try (TestServer server = TestServer.start(TlsServers.options((name) -> context),
				(exchange) -> exchange.end(peer(exchange)));
				WireClient client = TlsClient.of(CLIENT, TlsServers.KEYS).connect(server.port())) {
			assertThat(client.get("/").text()).isEqualTo("CN=client.example");
		}
	}

	private static String peer(Exchange exchange) {
		SSLSession session = Objects.requireNonNull(exchange.sslSession());
		try {
			return session.getPeerPrincipal().getName();
		}
		catch (SSLPeerUnverifiedException ex) {
			return "nobody";
		}
	}

	@Test
	void agreesOnHttp11() throws IOException {
		try (TestServer server = start((builder) -> {
		});
				SSLSocket socket = client()
					.with((parameters) -> parameters.setApplicationProtocols(new String[] { "h2", "http/1.1" }))
					.handshake(server.port())) {
			assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
		}
	}

	@Test
	void clientsThatCannotAgreeOnAProtocolGetHttp11Anyway() throws IOException {
		try (TestServer server = start((builder) -> {
		});
				WireClient client = client()
					.with((parameters) -> parameters.setApplicationProtocols(new String[] { "spdy/3" }))
					.connect(server.port())) {
			assertThat(client.get("/").text()).isEqualTo("hello");
		}
	}

	@Test
	void timeoutOfTheHandshakeMustBePositive() {
		ServerOptions.Builder options = ServerOptions.builder();
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> options.tlsHandshakeTimeout(Duration.ZERO))
			.withMessageContaining("tlsHandshakeTimeout");
		assertThat(options.build().tlsHandshakeTimeout()).isEqualTo(Duration.ofSeconds(10));
	}

}
