/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Map;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TlsClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.Ssl.ClientAuth;
import org.springframework.boot.web.server.Ssl.ServerNameSslBundle;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.SslInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Which keys servers show, whom they let in, and what happens to mistakes. */
@ExtendWith(OutputCaptureExtension.class)
abstract class TlsContract extends WebServerHarness {

	static final TestKeys A = TestKeys.of("a.example");

	static final TestKeys B = TestKeys.of("b.example");

	static final TestKeys CLIENT = TestKeys.of("client.example");

	/** Tells how the request came in, and from whom. */
	static final HttpHandler DESCRIBE = (request, response) -> {
		SslInfo info = request.getSslInfo();
		X509Certificate[] peer = (info != null) ? info.getPeerCertificates() : null;
		String text = request.getURI().getScheme() + ' '
				+ ((peer != null) ? peer[0].getSubjectX500Principal().getName() : "anonymous");
		return response
			.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(text.getBytes(StandardCharsets.UTF_8))));
	};

	@TempDir
	Path directory;

	TlsContract(Servers kind) {
		super(kind);
	}

	private Ssl keyStore(String type) throws IOException {
		Ssl ssl = new Ssl();
		ssl.setKeyStore("file:" + A.writeKeyStore(directory.resolve("keys"), type));
		ssl.setKeyStoreType(type);
		ssl.setKeyStorePassword(TestKeys.PASSWORD);
		return ssl;
	}

	void start(Ssl ssl) {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setSsl(ssl);
		start(factory, DESCRIBE);
	}

	private String describe(SSLContext context) throws IOException, InterruptedException {
		HttpClient client = HttpClient.newBuilder().sslContext(context).connectTimeout(PATIENCE).build();
		HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port() + "/"))
			.timeout(PATIENCE)
			.build();
		HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
		assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
		return response.body();
	}

	@ParameterizedTest
	@ValueSource(strings = { "JKS", "PKCS12" })
	void showsTheKeysOfAKeyStore(String type) throws Exception {
		start(keyStore(type));
		assertThat(describe(TestKeys.client(null, A))).isEqualTo("https anonymous");
	}

	@Test
	void showsTheKeysOfPemFiles() throws Exception {
		Ssl ssl = new Ssl();
		ssl.setCertificate("file:" + Files.writeString(directory.resolve("cert.pem"), A.certificatePem()));
		ssl.setCertificatePrivateKey("file:" + Files.writeString(directory.resolve("key.pem"), A.privateKeyPem()));
		start(ssl);
		assertThat(describe(TestKeys.client(null, A))).isEqualTo("https anonymous");
	}

	@Test
	void showsTheKeyOfTheAlias() throws Exception {
		Ssl ssl = keyStore("PKCS12");
		ssl.setKeyAlias("a.example");
		ssl.setKeyPassword(TestKeys.PASSWORD);
		start(ssl);
		assertThat(describe(TestKeys.client(null, A))).isEqualTo("https anonymous");
	}

	@Test
	void refusesAnAliasThatIsNotThere() throws Exception {
		Ssl ssl = keyStore("PKCS12");
		ssl.setKeyAlias("wrong");
		assertThatException().isThrownBy(() -> start(ssl))
			.withStackTraceContaining("Keystore does not contain alias 'wrong'");
	}

	@Test
	void refusesToStartWithoutKeys() {
		assertThatException().isThrownBy(() -> start(new Ssl()))
			.withStackTraceContaining("SSL is enabled but no trust material is configured");
	}

	@Test
	void refusesAWrongPassword() throws Exception {
		Ssl ssl = keyStore("PKCS12");
		ssl.setKeyStorePassword("wrong");
		assertThatException().isThrownBy(() -> start(ssl)).withStackTraceContaining("password was incorrect");
	}

	@Test
	void refusesAFileThatIsNotThere() throws Exception {
		Ssl ssl = keyStore("PKCS12");
		ssl.setKeyStore("file:" + directory.resolve("missing"));
		assertThatException().isThrownBy(() -> start(ssl)).withMessageContaining("missing");
	}

	@Test
	void refusesABundleThatIsNotThere() {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setSsl(Ssl.forBundle("missing"));
		factory.setSslBundles(new DefaultSslBundleRegistry());
		assertThatExceptionOfType(NoSuchSslBundleException.class).isThrownBy(() -> factory.getWebServer(DESCRIBE));
	}

	@Test
	void servesClearTextIfTlsIsOff() throws Exception {
		Ssl ssl = keyStore("PKCS12");
		ssl.setEnabled(false);
		start(ssl);
		assertThat(get("/").body()).isEqualTo("http anonymous");
	}

	private Ssl clientAuth(ClientAuth wanted) throws IOException {
		Ssl ssl = keyStore("PKCS12");
		ssl.setClientAuth(wanted);
		ssl.setTrustStore("file:" + CLIENT.writeTrustStore(directory.resolve("trust"), "PKCS12"));
		ssl.setTrustStorePassword(TestKeys.PASSWORD);
		return ssl;
	}

	@ParameterizedTest
	@EnumSource(names = { "WANT", "NEED" })
	void seesTheCertificateOfTheClient(ClientAuth wanted) throws Exception {
		start(clientAuth(wanted));
		assertThat(describe(TestKeys.client(CLIENT, A))).isEqualTo("https CN=client.example");
	}

	@Test
	void letsAClientWithoutTheWantedCertificateIn() throws Exception {
		start(clientAuth(ClientAuth.WANT));
		assertThat(describe(TestKeys.client(null, A))).isEqualTo("https anonymous");
	}

	@Test
	void keepsAClientWithoutTheNeededCertificateOut() throws Exception {
		start(clientAuth(ClientAuth.NEED));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> describe(TestKeys.client(null, A)));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> describe(TestKeys.client(B, A)));
	}

	@ParameterizedTest
	@CsvSource({ "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLSv1.3, TLS_AES_256_GCM_SHA384" })
	void offersOnlyTheVersionsAndCiphersThatAreSet(String protocol, String cipher) throws Exception {
		Ssl ssl = keyStore("PKCS12");
		ssl.setEnabledProtocols(new String[] { protocol });
		ssl.setCiphers(new String[] { cipher });
		start(ssl);
		try (SSLSocket socket = TlsClient.trusting(A).handshake(port())) {
			assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
			assertThat(socket.getSession().getCipherSuite()).isEqualTo(cipher);
		}
	}

	static SslBundle bundle(TestKeys keys) {
		PemSslStoreDetails details = PemSslStoreDetails.forCertificate(keys.certificatePem())
			.withPrivateKey(keys.privateKeyPem());
		return SslBundle.of(new PemSslStoreBundle(details, null));
	}

	String shownTo(String serverName) throws IOException {
		TlsClient client = TlsClient.trusting(A, B, CLIENT);
		try (SSLSocket socket = ((serverName != null) ? client.serverName(serverName) : client).handshake(port())) {
			X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
			return shown.getSubjectX500Principal().getName();
		}
	}

	static Ssl named(String main, Map<String, String> names) {
		Ssl ssl = Ssl.forBundle(main);
		ssl.setServerNameBundles(names.entrySet()
			.stream()
			.map((name) -> new ServerNameSslBundle(name.getKey(), name.getValue()))
			.toList());
		return ssl;
	}

	DefaultSslBundleRegistry startWithBundles(Map<String, String> names) {
		DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("main", bundle(A));
		bundles.registerBundle("other", bundle(B));
		AbstractReactiveWebServerFactory factory = factory();
		factory.setSsl(named("main", names));
		factory.setSslBundles(bundles);
		start(factory, DESCRIBE);
		return bundles;
	}

	@Test
	void choosesTheBundleByTheServerName() throws Exception {
		startWithBundles(Map.of("b.example", "other"));
		assertThat(shownTo("b.example")).isEqualTo("CN=b.example");
		assertThat(shownTo("B.EXAMPLE")).isEqualTo("CN=b.example");
		assertThat(shownTo("a.example")).isEqualTo("CN=a.example");
	}

	@Test
	void showsAnUpdatedBundleToNewConnections() throws Exception {
		DefaultSslBundleRegistry bundles = startWithBundles(Map.of("b.example", "other"));
		HttpClient open = HttpClient.newBuilder().sslContext(TestKeys.client(null, A)).build();
		HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port() + "/"))
			.timeout(PATIENCE)
			.build();
		open.send(request, BodyHandlers.ofString());
		bundles.updateBundle("main", bundle(CLIENT));
		bundles.updateBundle("other", bundle(A));
		assertThat(shownTo("localhost")).isEqualTo("CN=client.example");
		assertThat(shownTo("b.example")).isEqualTo("CN=a.example");
		// it trusts A alone, so this goes over the connection from before
		assertThat(open.send(request, BodyHandlers.ofString()).body()).isEqualTo("https anonymous");
	}

	@Test
	void logsHttpsWhenItStarts(CapturedOutput output) throws Exception {
		start(keyStore("PKCS12"));
		assertThat(output).contains(kind().logName() + " started on port " + port() + " (https)");
	}

}
