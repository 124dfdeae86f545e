/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.net.ssl.SSLContext;

import io.fastwire.testsupport.TestKeys;

/** The key and self-signed certificate of all servers that are measured over TLS. */
final class ServerKeys {

	static final String PASSWORD = TestKeys.PASSWORD;

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
		TestKeys keys = TestKeys.of("localhost");
		try {
			Path file = Files.createTempDirectory("fastwire-keys").resolve("keys.p12");
			return new ServerKeys(keys.writeKeyStore(file, "PKCS12"), TestKeys.client(null, keys));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
