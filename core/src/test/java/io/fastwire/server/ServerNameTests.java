/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLSocket;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.WireClient;
import io.fastwire.tls.ServerNameContexts;
import io.netty.handler.ssl.SslContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which certificate a client gets (RFC 6066 section 3). */
@ExtendWith(LeakFree.class)
class ServerNameTests {

	private static final TestKeys A = TestKeys.of("a.example");

	private static final TestKeys B = TestKeys.of("b.example");

	private static final TestKeys OTHERS = TestKeys.of("others.example");

	private static SslContext context(TestKeys keys) {
		return TlsServers.context(keys, (builder) -> {
		});
	}

	private static TestServer start(ServerNameContexts contexts) {
		return TestServer.start(TlsServers.options(contexts), (exchange) -> exchange.end("hello"));
	}

	private static String shown(TlsClient client, int port) throws IOException {
		try (SSLSocket socket = client.handshake(port)) {
			X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
			return certificate.getSubjectX500Principal().getName();
		}
	}

	private static TlsClient client() {
		return TlsClient.trusting(A, B, OTHERS);
	}

	@ParameterizedTest
	@CsvSource({ "a.example, a.example", "A.EXAMPLE, a.example", "x.B.example, b.example",
			"y.x.b.example, others.example", "b.example, others.example", "unknown.example, others.example",
			"localhost, others.example", "127.0.0.1, others.example" })
	void nameChoosesTheCertificate(String asked, String shown) throws IOException {
		ServerNameContexts contexts = new ServerNameContexts(context(OTHERS));
		contexts.replace("A.example", context(A));
		contexts.replace("*.b.Example", context(B));
		try (TestServer server = start(contexts)) {
			assertThat(shown(client().serverName(asked), server.port())).isEqualTo("CN=" + shown);
		}
	}

	@Test
	void ownNameComesBeforeAWildcard() throws IOException {
		ServerNameContexts contexts = new ServerNameContexts(context(OTHERS));
		contexts.replace("*.example", context(B));
		contexts.replace("a.example", context(A));
		try (TestServer server = start(contexts)) {
			assertThat(shown(client().serverName("a.example"), server.port())).isEqualTo("CN=a.example");
		}
	}

	@Test
	void clientWithoutANameGetsTheCertificateOfOthers() throws IOException {
		ServerNameContexts contexts = new ServerNameContexts(context(OTHERS));
		contexts.replace("a.example", context(A));
		try (TestServer server = start(contexts)) {
			assertThat(shown(client(), server.port())).isEqualTo("CN=others.example");
		}
	}

	@Test
	void newCertificatesAreForNewConnections() throws IOException {
		ServerNameContexts contexts = new ServerNameContexts(context(OTHERS));
		contexts.replace("a.example", context(OTHERS));
		try (TestServer server = start(contexts); WireClient open = client().connect(server.port())) {
			assertThat(open.get("/").status()).isEqualTo(200);
			contexts.replace(context(B));
			contexts.replace("a.example", context(A));
			assertThat(shown(client(), server.port())).isEqualTo("CN=b.example");
			assertThat(shown(client().serverName("a.example"), server.port())).isEqualTo("CN=a.example");
			assertThat(open.get("/").text()).isEqualTo("hello");
		}
	}

}
