/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.InvalidTlsSettingsException;
import io.fastwire.testsupport.TlsClient;
import org.junit.jupiter.api.Test;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.web.server.Ssl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FastwireTlsTests extends TlsContract {

	FastwireTlsTests() {
		super(Servers.FASTWIRE);
	}

	/** Reactor Netty compares names as they are written. */
	@Test
	void takesServerNamesInAnyCaseAndWithAWildcard() throws Exception {
		startWithBundles(Map.of("*.B.Example", "other"));
		assertThat(shownTo("x.b.example")).isEqualTo("CN=b.example");
		assertThat(shownTo("b.example")).isEqualTo("CN=a.example");
		assertThat(shownTo("unknown.example")).isEqualTo("CN=a.example");
		assertThat(shownTo(null)).isEqualTo("CN=a.example");
	}

	@Test
	void keepsTheCertificateIfAnUpdateIsBrokenAndSaysSoOnce(CapturedOutput output) throws Exception {
		DefaultSslBundleRegistry bundles = startWithBundles(Map.of());
		bundles.updateBundle("main", SslBundle.of(SslStoreBundle.NONE, SslBundleKey.of("password", "wrong"),
				SslOptions.of(new String[] { "TLS_UNKNOWN" }, null)));
		assertThat(shownTo(null)).isEqualTo("CN=a.example");
		assertThat(output).containsOnlyOnce("SSL bundle 'main' was updated but cannot be used");
		bundles.updateBundle("main", bundle(B));
		assertThat(shownTo(null)).isEqualTo("CN=b.example");
	}

	@Test
	void customizersAreAppliedToUpdatedBundlesToo() throws Exception {
		DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("main", bundle(A));
		FastwireReactiveWebServerFactory factory = (FastwireReactiveWebServerFactory) factory();
		factory.addTlsCustomizers((builder) -> builder.protocols("TLSv1.2"));
		factory.setSsl(Ssl.forBundle("main"));
		factory.setSslBundles(bundles);
		start(factory, DESCRIBE);
		bundles.updateBundle("main", bundle(B));
		try (var socket = TlsClient.trusting(B).handshake(port())) {
			assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
		}
	}

	@Test
	void refusesACipherSuiteThatNobodyKnows() {
		FastwireReactiveWebServerFactory factory = (FastwireReactiveWebServerFactory) factory();
		Ssl ssl = Ssl.forBundle("main");
		factory.setSsl(ssl);
		factory.setSslBundles(new DefaultSslBundleRegistry("main", SslBundle.of(bundle(A).getStores(),
				SslBundleKey.NONE, SslOptions.of(new String[] { "TLS_UNKNOWN" }, null))));
		assertThatExceptionOfType(InvalidTlsSettingsException.class).isThrownBy(() -> factory.getWebServer(DESCRIBE))
			.withMessageContaining("TLS_UNKNOWN");
	}

	@Test
	void curlTrustsItAndSeesHttp11() throws Exception {
		startWithBundles(Map.of());
		Path trusted = Files.writeString(directory.resolve("ca.pem"), A.certificatePem());
		String output = run("curl", "--silent", "--show-error", "--http1.1", "--cacert", trusted.toString(),
				"--include", "https://localhost:" + port() + "/");
		assertThat(output).startsWith("HTTP/1.1 200").endsWith("https anonymous");
	}

	@Test
	void opensslAgreesOnVersionNameAndProtocol() throws Exception {
		startWithBundles(Map.of("b.example", "other"));
		Path trusted = Files.writeString(directory.resolve("ca.pem"), B.certificatePem());
		for (String version : List.of("-tls1_2", "-tls1_3")) {
			String output = run("openssl", "s_client", "-connect", "localhost:" + port(), "-servername", "B.example",
					"-alpn", "h2,http/1.1", "-CAfile", trusted.toString(), version);
			assertThat(output).contains("subject=CN = b.example")
				.contains("ALPN protocol: http/1.1")
				.contains("Verify return code: 0 (ok)");
		}
	}

	@Test
	void opensslIsRefusedWithAnOldVersion(CapturedOutput log) throws Exception {
		startWithBundles(Map.of());
		assertThat(
				run("openssl", "s_client", "-connect", "localhost:" + port(), "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"))
			.contains("alert protocol version");
		assertThat(log).doesNotContain("ERROR").doesNotContain("WARN");
	}

	private static String run(String... command) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		return output;
	}

}
