/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.fastwire.http.Exchange;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.proxy.AddressRanges;
import io.fastwire.proxy.ProxyFailure;
import io.fastwire.proxy.ProxyHeader;
import io.fastwire.proxy.ProxyProtocol;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.Fragmentation;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.netty.handler.ssl.SslProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Connections that a proxy tells something about. */
@ExtendWith(LeakFree.class)
class ProxyProtocolTests {

	private static final String TEXT = "PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n";

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final String CLIENT = "192.0.2.1:56324 > 198.51.100.1:443";

	private static void tell(Exchange exchange) {
		exchange.end(
				exchange.scheme() + " " + address(exchange.remoteAddress()) + " > " + address(exchange.localAddress()));
	}

	private static String address(@Nullable InetSocketAddress address) {
		return (address == null) ? "nobody" : address.getAddress().getHostAddress() + ":" + address.getPort();
	}

	private static ServerOptions.Builder options(ConnectionOptions.Builder connections) {
		return TestServer.options().connections(connections.build());
	}

	private static ConnectionOptions.Builder connections(ProxyProtocol mode) {
		return ConnectionOptions.builder().proxyProtocol(mode);
	}

	private static TestServer start(ProxyProtocol mode) {
		return TestServer.start(options(connections(mode)), ProxyProtocolTests::tell);
	}

	private static List<String> answers(TestServer server, List<byte[]> pieces, int count) {
		try (WireClient client = server.connect()) {
			client.send(pieces);
			List<String> answers = new ArrayList<>();
			for (int i = 0; i < count; i++) {
				answers.add(client.read().text());
			}
			return answers;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String direct(TestServer server, WireClient client) {
		return "http 127.0.0.1:" + client.socket().getLocalPort() + " > 127.0.0.1:" + server.port();
	}

	private static void awaitFailure(TestServer server, ProxyFailure reason) {
		TestServer.await(reason.reason(), () -> server.statistics().proxyFailures(reason) == 1);
		server.awaitIdle();
		long others = Stream.of(ProxyFailure.values()).mapToLong(server.statistics()::proxyFailures).sum();
		assertThat(others).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "OPTIONAL", "REQUIRED" })
	void bothVersionsAreReadHoweverTheyArrive(ProxyProtocol mode) throws IOException {
		byte[] binary = ProxyHeader.tcp("192.0.2.1", 56324, "198.51.100.1", 443)
			.extension(0x05, new byte[9])
			.withChecksum(0);
		try (TestServer server = start(mode)) {
			for (String header : List.of(TEXT, new String(binary, StandardCharsets.ISO_8859_1))) {
				Fragmentation.of((header + GET + GET).getBytes(StandardCharsets.ISO_8859_1))
					.forEach((pieces) -> assertThat(answers(server, pieces, 2)).containsOnly("http " + CLIENT));
			}
			server.awaitIdle();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void eachConnectionHasItsOwn(Transport transport) throws IOException {
		try (TestServer server = TestServer.start(options(connections(ProxyProtocol.REQUIRED)).transport(transport),
				ProxyProtocolTests::tell); WireClient one = server.connect(); WireClient two = server.connect()) {
			one.send(TEXT);
			two.send("PROXY TCP6 2001:db8::1 ::1 1 2\r\n");
			assertThat(one.get("/").text()).isEqualTo("http " + CLIENT);
			assertThat(two.get("/").text()).isEqualTo("http 2001:db8:0:0:0:0:0:1:1 > 0:0:0:0:0:0:0:1:2");
			assertThat(one.get("/").text()).isEqualTo("http " + CLIENT);
			assertThat(server.statistics().connectionsAccepted()).isEqualTo(2);
			assertThat(server.statistics().connectionsActive()).isEqualTo(2);
		}
	}

	@Test
	void aProxyThatSpeaksForItselfIsThePeer() throws IOException {
		try (TestServer server = start(ProxyProtocol.REQUIRED);
				WireClient local = server.connect();
				WireClient unknown = server.connect()) {
			local.send(ProxyHeader.of(0x20, 0).bytes());
			assertThat(local.get("/").text()).isEqualTo(direct(server, local));
			unknown.send("PROXY UNKNOWN\r\n");
			assertThat(unknown.get("/").text()).isEqualTo(direct(server, unknown));
		}
	}

	@ParameterizedTest
	@ArgumentsSource(TlsServers.class)
	void comesBeforeTls(Transport transport, SslProvider provider) throws IOException {
		ServerOptions.Builder options = TlsServers.options(transport, provider)
			.connections(connections(ProxyProtocol.REQUIRED).build());
		try (TestServer server = TestServer.start(options, ProxyProtocolTests::tell)) {
			WireClient plain = server.connect();
			plain.send(TEXT);
			try (WireClient client = WireClient
				.over(TlsClient.trusting(TlsServers.KEYS).protocol("TLSv1.3").over(plain.socket()))) {
				assertThat(client.get("/").text()).isEqualTo("https " + CLIENT);
			}
			assertThat(server.statistics().tlsHandshakes()).isEqualTo(1);
			server.awaitIdle();
		}
	}

	@Test
	void theProxySaysWhetherTheClientSpeaksTls() throws IOException {
		try (TestServer server = start(ProxyProtocol.REQUIRED); WireClient client = server.connect()) {
			client.send(ProxyHeader.tcp("192.0.2.1", 56324, "198.51.100.1", 443)
				.extension(0x20, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 0)
				.bytes());
			assertThat(client.get("/").text()).isEqualTo("https " + CLIENT);
		}
	}

	@Test
	void isAMalformedRequestWhereItIsOff() throws IOException {
		try (TestServer server = start(ProxyProtocol.OFF); WireClient client = server.connect()) {
			assertThat(client.send(TEXT + GET).read().status()).isEqualTo(400);
		}
	}

	@Test
	void isNotMissedWhereItIsOptional() throws IOException {
		try (TestServer server = start(ProxyProtocol.OPTIONAL)) {
			Fragmentation.of(("PROPFIND" + GET.substring(3)).getBytes(StandardCharsets.US_ASCII))
				.forEach((pieces) -> assertThat(answers(server, pieces, 1).get(0)).startsWith("http 127.0.0.1:"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET / HTTP/1.1\r\nHost: t\r\n\r\n", "X" })
	void closesConnectionsWithoutItWhereItIsRequired(String text) throws IOException {
		try (TestServer server = start(ProxyProtocol.REQUIRED);
				CapturedLog log = CapturedLog.start();
				WireClient client = server.connect()) {
			client.send(text).endsByReset();
			awaitFailure(server, ProxyFailure.MISSING);
			assertThat(log.visible()).isEmpty();
			assertThat(server.statistics().requests()).isZero();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "OPTIONAL", "REQUIRED" })
	void closesConnectionsWithAMalformedHeader(ProxyProtocol mode) throws IOException {
		try (TestServer server = start(mode); WireClient client = server.connect()) {
			client.send("PROXY TCP4 1.2.3.4\r\n" + GET).endsByReset();
			awaitFailure(server, ProxyFailure.MALFORMED);
			assertThat(server.statistics().requests()).isZero();
		}
	}

	@Test
	void believesOnlyTrustedProxies() throws IOException {
		AddressRanges others = AddressRanges.of(List.of("10.0.0.0/8"));
		try (TestServer server = TestServer.start(options(connections(ProxyProtocol.REQUIRED).trustedProxies(others)),
				ProxyProtocolTests::tell); WireClient client = server.connect()) {
			client.endsByReset();
			awaitFailure(server, ProxyFailure.UNTRUSTED);
		}
		try (TestServer server = TestServer.start(options(connections(ProxyProtocol.OPTIONAL).trustedProxies(others)),
				ProxyProtocolTests::tell); WireClient client = server.connect(); WireClient liar = server.connect()) {
			assertThat(client.get("/").text()).isEqualTo(direct(server, client));
			assertThat(liar.send(TEXT + GET).read().status()).isEqualTo(400);
		}
		AddressRanges loopback = AddressRanges.of(List.of("127.0.0.0/8"));
		try (TestServer server = TestServer.start(options(connections(ProxyProtocol.REQUIRED).trustedProxies(loopback)),
				ProxyProtocolTests::tell); WireClient client = server.connect()) {
			assertThat(client.send(TEXT + GET).read().text()).isEqualTo("http " + CLIENT);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "PROXY TCP4" })
	void countsPeersThatCloseTooEarly(String sent) throws IOException {
		try (TestServer server = start(ProxyProtocol.REQUIRED)) {
			server.connect().send(sent).close();
			awaitFailure(server, ProxyFailure.ABANDONED);
		}
	}

	@Test
	void waitsNoLongerForTheRestOfAHeaderThanForAHead() throws IOException {
		HttpTimeouts timeouts = HttpTimeouts.builder().head(Duration.ofMillis(300)).build();
		try (TestServer server = TestServer.start(options(connections(ProxyProtocol.OPTIONAL)).timeouts(timeouts),
				ProxyProtocolTests::tell); WireClient client = server.connect()) {
			client.send("PROXY ").endsByReset();
			awaitFailure(server, ProxyFailure.TIMED_OUT);
		}
	}

	@Test
	void anUnusedConnectionIsNoFailureWhereItIsOptional() throws IOException {
		HttpTimeouts timeouts = HttpTimeouts.builder().firstRequest(Duration.ofMillis(300)).build();
		try (TestServer server = TestServer.start(options(connections(ProxyProtocol.OPTIONAL)).timeouts(timeouts),
				ProxyProtocolTests::tell); WireClient client = server.connect()) {
			client.endsByReset();
			server.connect().close();
			server.awaitIdle();
			assertThat(Stream.of(ProxyFailure.values()).mapToLong(server.statistics()::proxyFailures).sum()).isZero();
		}
	}

	@Test
	void theShareOfAnAddressIsThatOfTheClient() throws IOException {
		try (TestServer server = TestServer.start(options(connections(ProxyProtocol.REQUIRED).maxPerAddress(1)),
				ProxyProtocolTests::tell);
				WireClient one = server.connect();
				WireClient two = server.connect();
				WireClient same = server.connect()) {
			assertThat(one.send(TEXT + GET).read().text()).isEqualTo("http " + CLIENT);
			assertThat(two.send("PROXY TCP4 192.0.2.2 192.0.2.9 1 2\r\n" + GET).read().status()).isEqualTo(200);
			same.send("PROXY TCP4 192.0.2.1 192.0.2.9 1 2\r\n" + GET).endsByReset();
			TestServer.await("refused", () -> server.statistics().connectionsRefused(ConnectionRefusal.ADDRESS) == 1);
			assertThat(server.statistics().requests()).isEqualTo(2);
		}
	}

	@Test
	void waitingConnectionsDoNotHoldUpAShutdown() throws IOException {
		try (TestServer server = start(ProxyProtocol.REQUIRED); WireClient client = server.connect()) {
			client.send("PROXY ");
			TestServer.await("accepted", () -> server.statistics().connectionsActive() == 1);
			AtomicBoolean drained = new AtomicBoolean();
			server.server().shutdownGracefully(drained::set);
			client.endsByReset();
			TestServer.await("drained", drained::get);
		}
	}

}
