/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.util.List;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

import io.fastwire.http.Exchange;
import io.fastwire.internal.io.ProhibitedCipherSuites;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.WireClient;
import io.fastwire.tls.Alpn;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which protocol a client gets whose cipher suite HTTP/2 does not allow. */
@ExtendWith(LeakFree.class)
class Http2CipherTests {

	private static final String STRONG = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";

	private static final String WEAK = "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA";

	private static final String WEAK_TOO = "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA";

	/** OpenSSL counts contexts like buffers. */
	private static final List<SslContext> CONTEXTS = List.of(context(SslProvider.JDK), context(SslProvider.OPENSSL));

	private static SslContext built(SslProvider provider, List<String> versions, List<String> ciphers) {
		SslContextBuilder builder = SslContextBuilder.forServer(TlsServers.KEYS.keyManagers())
			.sslProvider(provider)
			.protocols(versions)
			.ciphers(ciphers)
			.applicationProtocolConfig(Alpn.HTTP_2);
		try {
			return Alpn.build(builder);
		}
		catch (SSLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static SslContext context(SslProvider provider) {
		return TlsServers.context(TlsServers.KEYS,
				(builder) -> builder.sslProvider(provider)
					.ciphers(List.of("TLS_AES_128_GCM_SHA256", STRONG, WEAK, WEAK_TOO))
					.applicationProtocolConfig(Alpn.HTTP_2));
	}

	/** The first handshake of a context of OpenSSL makes what later ones use again. */
	@BeforeAll
	static void warmUp() throws IOException {
		try (TestServer server = start(SslProvider.OPENSSL)) {
			connect(server, "TLSv1.2", STRONG, "http/1.1").close();
			server.awaitIdle();
		}
	}

	private static TestServer start(SslProvider provider) {
		return start(CONTEXTS.get((provider == SslProvider.JDK) ? 0 : 1));
	}

	private static TestServer start(SslContext context) {
		return TestServer.start(Http2Servers.options().tls((name) -> context), Http2CipherTests::answer);
	}

	private static void answer(Exchange exchange) {
		exchange.end(exchange.version().text());
	}

	private static WireClient connect(TestServer server, String version, String cipher, String... protocols)
			throws IOException {
		return TlsClient.trusting(TlsServers.KEYS).protocol(version).with((parameters) -> {
			parameters.setCipherSuites(new String[] { cipher });
			parameters.setApplicationProtocols(protocols);
		}).connect(server.port());
	}

	private static String agreed(WireClient client) {
		return ((SSLSocket) client.socket()).getApplicationProtocol();
	}

	@ParameterizedTest
	@CsvSource({ "JDK,TLSv1.2," + STRONG, "OPENSSL,TLSv1.2," + STRONG, "JDK,TLSv1.3,TLS_AES_128_GCM_SHA256" })
	void anAcceptableOneGetsHttp2(SslProvider provider, String version, String cipher) throws IOException {
		try (TestServer server = start(provider);
				WireClient wire = connect(server, version, cipher, "h2", "http/1.1");
				Http2Client client = Http2Client.over(wire)) {
			assertThat(agreed(wire)).isEqualTo("h2");
			assertThat(client.get(1, "/").response(1).text()).isEqualTo("HTTP/2");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { WEAK, WEAK_TOO })
	void aProhibitedOneGetsHttp1(String cipher) throws IOException {
		try (TestServer server = start(SslProvider.JDK);
				WireClient client = connect(server, "TLSv1.2", cipher, "h2", "http/1.1")) {
			assertThat(agreed(client)).isEqualTo("http/1.1");
			assertThat(client.get("/").text()).isEqualTo("HTTP/1.1");
		}
	}

	/** As a browser does, which takes the protocol that is agreed on and looks then. */
	@ParameterizedTest
	@EnumSource(value = SslProvider.class, names = { "JDK", "OPENSSL" })
	void aServerOfProhibitedOnesDoesNotOfferHttp2(SslProvider provider) throws IOException {
		SslContext context = built(provider, List.of("TLSv1.2"), List.of(WEAK, WEAK_TOO));
		try (TestServer server = start(context);
				WireClient client = connect(server, "TLSv1.2", WEAK, "h2", "http/1.1")) {
			assertThat(agreed(client)).isEqualTo("http/1.1");
			assertThat(client.get("/").text()).isEqualTo("HTTP/1.1");
		}
		finally {
			ReferenceCountUtil.release(context);
		}
	}

	@ParameterizedTest
	@CsvSource({ "TLSv1.2," + WEAK + ",false", "TLSv1.2," + WEAK + ' ' + STRONG + ",true",
			"TLSv1.3 TLSv1.2,TLS_AES_128_GCM_SHA256 " + WEAK + ",true",
			"TLSv1.2,TLS_AES_128_GCM_SHA256 " + WEAK + ",false",
			"TLSv1.1 TLSv1,TLS_AES_128_GCM_SHA256 " + STRONG + ' ' + WEAK + ",false" })
	void oneThatFitsAndItsVersionAreEnough(String versions, String ciphers, boolean offered) {
		for (SslProvider provider : List.of(SslProvider.JDK, SslProvider.OPENSSL)) {
			SslContext context = built(provider, List.of(versions.split(" ")), List.of(ciphers.split(" ")));
			assertThat(context.applicationProtocolNegotiator().protocols().contains("h2")).as(provider.name())
				.isEqualTo(offered);
			ReferenceCountUtil.release(context);
		}
	}

	/** RFC 9113 section 9.2.2. */
	@ParameterizedTest
	@EnumSource(value = SslProvider.class, names = { "JDK", "OPENSSL" })
	void aProhibitedOneIsToldSoIfItCanHaveNothingElse(SslProvider provider) throws IOException {
		try (TestServer server = start(provider);
				WireClient wire = connect(server, "TLSv1.2", WEAK, "h2");
				Http2Client client = Http2Client.over(wire)) {
			assertThat(client.awaitError()).isEqualTo((int) Http2Error.INADEQUATE_SECURITY.code());
			assertThat(server.statistics().http2ConnectionErrors()).isEqualTo(1);
		}
	}

	@Test
	void agreesWithOthersAboutWhatIsAcceptable() {
		assertThat(Http2SecurityUtil.CIPHERS).filteredOn((cipher) -> cipher.contains("_WITH_"))
			.isNotEmpty()
			.noneMatch(ProhibitedCipherSuites::contain);
	}

	@ParameterizedTest
	@ValueSource(strings = { "TLS_NULL_WITH_NULL_NULL", "TLS_RSA_WITH_AES_256_GCM_SHA384", WEAK,
			"TLS_DHE_RSA_WITH_AES_128_CBC_SHA", "TLS_DH_anon_WITH_AES_128_GCM_SHA256",
			"TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256", "TLS_PSK_WITH_AES_128_CCM_8", "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
			"TLS_ECDHE_ECDSA_WITH_NULL_SHA", "SSL_RSA_WITH_3DES_EDE_CBC_SHA", "TLS_RSA_PSK_WITH_AES_128_GCM_SHA256" })
	void prohibitsWhatAppendixAProhibits(String cipher) {
		assertThat(ProhibitedCipherSuites.contain(cipher)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { STRONG, "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8",
			"TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_DHE_PSK_WITH_AES_128_GCM_SHA256" })
	void leavesTheOthersAlone(String cipher) {
		assertThat(ProhibitedCipherSuites.contain(cipher)).isFalse();
	}

}
