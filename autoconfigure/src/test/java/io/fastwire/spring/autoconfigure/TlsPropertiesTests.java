/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Objects;

import javax.net.ssl.SSLSocket;

import io.fastwire.spring.FastwireTlsCustomizer;
import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/** TLS as applications set it up: by properties. */
@ExtendWith(OutputCaptureExtension.class)
class TlsPropertiesTests {

	private static final TestKeys A = TestKeys.of("a.example");

	private static final TestKeys B = TestKeys.of("b.example");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@TempDir
	private Path directory;

	private void write(TestKeys keys) throws IOException {
		replace("cert.pem", keys.certificatePem());
		replace("key.pem", keys.privateKeyPem());
	}

	/** At once, as tools that renew certificates do. */
	private void replace(String name, String text) throws IOException {
		Path written = Files.writeString(directory.resolve(name + ".new"), text);
		Files.move(written, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE,
				StandardCopyOption.REPLACE_EXISTING);
	}

	private String[] bundle(String name) {
		String prefix = "spring.ssl.bundle.pem." + name + '.';
		return new String[] { prefix + "reload-on-update=true",
				prefix + "keystore.certificate=file:" + directory.resolve("cert.pem"),
				prefix + "keystore.private-key=file:" + directory.resolve("key.pem"),
				"spring.ssl.bundle.watch.file.quiet-period=100ms" };
	}

	private ConfigurableApplicationContext run(String... settings) {
		return new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off")
			.properties(bundle("web"))
			.properties(settings)
			.run();
	}

	private static int port(ConfigurableApplicationContext context, String server) {
		return Integer
			.parseInt(Objects.requireNonNull(context.getEnvironment().getProperty("local." + server + ".port")));
	}

	private static String shown(int port) throws IOException {
		try (SSLSocket socket = TlsClient.trusting(A, B).handshake(port)) {
			X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
			return certificate.getSubjectX500Principal().getName();
		}
	}

	@Test
	void followsTheFilesOfABundleAndOutlivesABrokenOne(CapturedOutput output) throws Exception {
		write(A);
		try (ConfigurableApplicationContext context = run("server.ssl.bundle=web")) {
			int port = port(context, "server");
			assertThat(shown(port)).isEqualTo("CN=a.example");
			try (WireClient open = TlsClient.trusting(A).connect(port)) {
				write(B);
				await().atMost(PATIENCE).until(() -> shown(port).equals("CN=b.example"));
				replace("cert.pem", "-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n");
				await().atMost(PATIENCE).until(() -> output.toString().contains("Unexpected SSL reload error"));
				assertThat(shown(port)).isEqualTo("CN=b.example");
				assertThat(open.get("/").status()).isEqualTo(404);
				write(A);
				await().atMost(PATIENCE).until(() -> shown(port).equals("CN=a.example"));
			}
		}
	}

	/** The way of Kubernetes: files are links into a directory that is a link itself. */
	@Test
	void followsLinksThatAreSwapped() throws Exception {
		volume("..1", A);
		volume("..2", B);
		Path data = Files.createSymbolicLink(directory.resolve("..data"), Path.of("..1"));
		Files.createSymbolicLink(directory.resolve("cert.pem"), Path.of("..data/cert.pem"));
		Files.createSymbolicLink(directory.resolve("key.pem"), Path.of("..data/key.pem"));
		try (ConfigurableApplicationContext context = run("server.ssl.bundle=web")) {
			int port = port(context, "server");
			assertThat(shown(port)).isEqualTo("CN=a.example");
			Path swapped = Files.createSymbolicLink(directory.resolve("..swapped"), Path.of("..2"));
			Files.move(swapped, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
			await().atMost(PATIENCE).until(() -> shown(port).equals("CN=b.example"));
		}
	}

	private void volume(String name, TestKeys keys) throws IOException {
		Path volume = Files.createDirectory(directory.resolve(name));
		Files.writeString(volume.resolve("cert.pem"), keys.certificatePem());
		Files.writeString(volume.resolve("key.pem"), keys.privateKeyPem());
	}

	@Test
	void servesTheManagementPortWithItsOwnSettings() throws Exception {
		write(A);
		try (ConfigurableApplicationContext context = run("management.server.port=0",
				"management.server.ssl.bundle=web")) {
			assertThat(shown(port(context, "management"))).isEqualTo("CN=a.example");
			try (WireClient client = WireClient.connect(port(context, "server"))) {
				assertThat(client.get("/").status()).isEqualTo(404);
			}
		}
	}

	@Test
	void servesTheManagementPortInClearTextIfSaidSo() throws Exception {
		write(A);
		try (ConfigurableApplicationContext context = run("server.ssl.bundle=web", "management.server.port=0",
				"management.server.ssl.enabled=false")) {
			assertThat(shown(port(context, "server"))).isEqualTo("CN=a.example");
			try (WireClient client = WireClient.connect(port(context, "management"))) {
				assertThat(client.get("/actuator/health").status()).isEqualTo(200);
			}
		}
	}

	@Test
	void closesAConnectionThatDoesNotBeginTheHandshake() throws Exception {
		write(A);
		try (ConfigurableApplicationContext context = run("server.ssl.bundle=web",
				"fastwire.tls.handshake-timeout=200ms");
				WireClient client = WireClient.connect(port(context, "server"))) {
			assertThat(client.atEnd()).isTrue();
		}
	}

	@Test
	void customizersAreBeans() throws Exception {
		write(A);
		try (ConfigurableApplicationContext context = run("server.ssl.bundle=web");
				SSLSocket socket = TlsClient.trusting(A).handshake(port(context, "server"))) {
			assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
		}
	}

	@Test
	void namesTheSettingsOfACipherSuiteThatNobodyKnows(CapturedOutput output) throws Exception {
		write(A);
		assertThatException().isThrownBy(
				() -> run("server.ssl.bundle=web", "spring.ssl.bundle.pem.web.options.ciphers=TLS_UNKNOWN").close());
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("TLS cannot be set up: ")
			.contains("TLS_UNKNOWN")
			.contains("'server.ssl.ciphers'");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class App {

		@Bean
		FastwireTlsCustomizer olderVersionOnly() {
			return (builder) -> builder.protocols("TLSv1.2");
		}

	}

}
