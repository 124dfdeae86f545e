/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The key and self-signed certificate of all servers that are measured over TLS. */
final class ServerKeys {

	static final String PASSWORD = "password";

	private static final ServerKeys SHARED = make();

	private final Path file;

	private final SSLContext client;

	private ServerKeys(Path file, SSLContext client) {
		this.file = file;
		this.client = client;
	}

	static ServerKeys shared() {
		return SHARED;
	}

	private static ServerKeys make() {
		try {
			Path file = Files.createTempDirectory("fastwire-keys").resolve("keys.p12");
			Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
					"-genkeypair", "-alias", "server", "-keyalg", "EC", "-groupname", "secp256r1", "-dname",
					"CN=localhost", "-ext", "san=ip:127.0.0.1", "-storetype", "PKCS12", "-keystore", file.toString(),
					"-storepass", PASSWORD)
				.redirectErrorStream(true)
				.start();
			String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (keytool.waitFor() != 0) {
				throw new IllegalStateException("keytool failed: " + output);
			}
			return new ServerKeys(file, client(file));
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static SSLContext client(Path file) throws IOException, GeneralSecurityException {
		KeyStore store = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(file)) {
			store.load(in, PASSWORD.toCharArray());
		}
		KeyStore anchors = KeyStore.getInstance("PKCS12");
		anchors.load(null, null);
		anchors.setCertificateEntry("server", store.getCertificate("server"));
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(anchors);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, trust.getTrustManagers(), null);
		return context;
	}

	/** A key store of type PKCS12. */
	Path file() {
		return file;
	}

	/** For a client that trusts the servers. */
	SSLContext client() {
		return client;
	}

}
