/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/**
 * A private key with a self-signed certificate, made by the JDK's {@code keytool} when it
 * is first asked for, so that no key lies in the repository. Obtained by {@link #of}.
 */
public final class TestKeys {

	/** Protects the stores and the keys in them. */
	public static final String PASSWORD = "password";

	private static final Map<String, TestKeys> MADE = new ConcurrentHashMap<>();

	static {
		// read once, when the JDK first makes a context; see TlsClient
		System.setProperty("com.sun.net.ssl.requireCloseNotify", "true");
	}

	private final String alias;

	private final KeyStore store;

	private TestKeys(String alias, KeyStore store) {
		this.alias = alias;
		this.store = store;
	}

	/**
	 * Returns the keys of a server or client, the same each time.
	 * @param name alias, common name and subject alternative name; the certificate is
	 * good for {@code localhost} and 127.0.0.1 too
	 * @return the keys
	 */
	public static TestKeys of(String name) {
		return MADE.computeIfAbsent(name, TestKeys::make);
	}

	private static TestKeys make(String name) {
		try {
			Path directory = Files.createTempDirectory("keys");
			Path file = directory.resolve("store.p12");
			List<String> command = new ArrayList<>();
			command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
			command.addAll(List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1"));
			command.addAll(List.of("-dname", "CN=" + name, "-validity", "30", "-storetype", "PKCS12"));
			command.addAll(List.of("-ext", "san=dns:" + name + ",dns:localhost,ip:127.0.0.1"));
			command.addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
				throw new IllegalStateException("keytool failed: " + output);
			}
			KeyStore store = KeyStore.getInstance("PKCS12");
			try (InputStream in = Files.newInputStream(file)) {
				store.load(in, PASSWORD.toCharArray());
			}
			Files.delete(file);
			Files.delete(directory);
			return new TestKeys(name, store);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns the certificate.
	 * @return self-signed, so it is its own trust anchor
	 */
	public X509Certificate certificate() {
		try {
			return (X509Certificate) store.getCertificate(alias);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns the private key.
	 * @return an elliptic-curve key
	 */
	public PrivateKey privateKey() {
		try {
			return (PrivateKey) store.getKey(alias, PASSWORD.toCharArray());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Writes the key and its certificate into a key store of a file.
	 * @param file created or replaced
	 * @param type {@code JKS} or {@code PKCS12}
	 * @return the file
	 * @throws IOException if that fails
	 */
	public Path writeKeyStore(Path file, String type) throws IOException {
		return write(file, type, (target) -> target.setKeyEntry(alias, privateKey(), PASSWORD.toCharArray(),
				new X509Certificate[] { certificate() }));
	}

	/**
	 * Writes the certificate, without the key, into a key store of a file.
	 * @param file created or replaced
	 * @param type {@code JKS} or {@code PKCS12}
	 * @return the file
	 * @throws IOException if that fails
	 */
	public Path writeTrustStore(Path file, String type) throws IOException {
		return write(file, type, (target) -> target.setCertificateEntry(alias, certificate()));
	}

	private interface Entry {

		void addTo(KeyStore store) throws GeneralSecurityException;

	}

	private static Path write(Path file, String type, Entry entry) throws IOException {
		try (var out = Files.newOutputStream(file)) {
			KeyStore target = KeyStore.getInstance(type);
			target.load(null, null);
			entry.addTo(target);
			target.store(out, PASSWORD.toCharArray());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
		return file;
	}

	/**
	 * Returns the certificate in the text form of RFC 7468.
	 * @return one PEM block
	 */
	public String certificatePem() {
		try {
			return pem("CERTIFICATE", certificate().getEncoded());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns the private key in the text form of RFC 7468.
	 * @return one PEM block of PKCS #8
	 */
	public String privateKeyPem() {
		return pem("PRIVATE KEY", privateKey().getEncoded());
	}

	private static String pem(String label, byte[] der) {
		return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(der)
				+ "\n-----END " + label + "-----\n";
	}

	/**
	 * Returns what a server or client shows its certificate with.
	 * @return key managers
	 */
	public KeyManagerFactory keyManagers() {
		try {
			KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
			factory.init(store, PASSWORD.toCharArray());
			return factory;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Makes a client of those that have these keys.
	 * @param own the client's own keys, or {@code null} for a client without a
	 * certificate
	 * @param trusted whom it trusts
	 * @return for the JDK's clients
	 */
	public static SSLContext client(@Nullable TestKeys own, TestKeys... trusted) {
		try {
			KeyStore anchors = KeyStore.getInstance("PKCS12");
			anchors.load(null, null);
			for (TestKeys keys : trusted) {
				anchors.setCertificateEntry(keys.alias, keys.certificate());
			}
			TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
			trust.init(anchors);
			SSLContext context = SSLContext.getInstance("TLS");
			context.init((own != null) ? own.keyManagers().getKeyManagers() : null, trust.getTrustManagers(), null);
			return context;
		}
		catch (GeneralSecurityException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public String toString() {
		return "keys of " + alias;
	}

}
