/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.List;

/** What lies between a contender and its clients; other than clear, its name ends so. */
enum Wire {

	/** HTTP/1.1 and WebSocket. */
	CLEAR(""),

	/** The same over TLS by the JDK's provider. */
	TLS("-tls"),

	/** The same by OpenSSL. */
	OPENSSL("-openssl"),

	/** HTTP/2 in clear text. */
	H2C("-h2c"),

	/** HTTP/2 over TLS by the JDK's provider. */
	H2("-h2");

	private final String suffix;

	Wire(String suffix) {
		this.suffix = suffix;
	}

	String suffix() {
		return suffix;
	}

	boolean encrypted() {
		return this == TLS || this == OPENSSL || this == H2;
	}

	/** Returns what a server is told besides its own arguments. */
	List<String> arguments() {
		return switch (this) {
			case CLEAR -> List.of();
			case TLS, OPENSSL -> keys();
			case H2C -> List.of("--server.http2.enabled=true");
			case H2 -> List.of("--server.http2.enabled=true", keys().get(0), keys().get(1), keys().get(2));
		};
	}

	private static List<String> keys() {
		return List.of("--server.ssl.key-store=file:" + ServerKeys.shared().file(),
				"--server.ssl.key-store-type=PKCS12", "--server.ssl.key-store-password=" + ServerKeys.PASSWORD);
	}

}
