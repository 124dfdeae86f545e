/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;

/**
 * The cipher suites of TLS 1.2 that are too weak for HTTP/2 (RFC 9113 section 9.2.2).
 */
public final class ProhibitedCipherSuites {

	/*
	 * Appendix A lists 276 names, and says how it came to them: whatever has no ephemeral
	 * key exchange, and whatever is no AEAD. That rule also covers the names that the JDK
	 * has of its own, such as SSL_RSA_WITH_3DES_EDE_CBC_SHA.
	 *
	 * The server does not tell a client that HTTP/2 is all it gets and then hang up. With
	 * the engine of the JDK, ALPN is decided when the cipher suite is known, so a client
	 * that takes HTTP/1.1 too gets that. OpenSSL decides without telling; what comes out
	 * of it is judged by the connection. So a server that can agree on nothing else is
	 * better off without HTTP/2.
	 */

	private static final String TLS_1_3 = "TLSv1.3";

	private ProhibitedCipherSuites() {
	}

	/**
	 * Tells whether a session must not carry HTTP/2.
	 * @param session whose version and cipher suite are known
	 * @return whether its cipher suite is prohibited there
	 */
	public static boolean in(SSLSession session) {
		return !session.getProtocol().equals(TLS_1_3) && contain(session.getCipherSuite());
	}

	/**
	 * Tells whether a cipher suite of TLS 1.2 is prohibited.
	 * @param cipherSuite its name in the IANA registry
	 * @return whether it has no ephemeral key exchange or is no AEAD
	 */
	public static boolean contain(String cipherSuite) {
		boolean ephemeral = cipherSuite.startsWith("TLS_ECDHE_") || cipherSuite.startsWith("TLS_DHE_");
		boolean aead = cipherSuite.contains("_GCM_") || cipherSuite.contains("_CCM")
				|| cipherSuite.contains("_CHACHA20_POLY1305_");
		return !ephemeral || !aead;
	}

	/**
	 * Tells whether an engine can agree on nothing that may carry HTTP/2, which needs TLS
	 * 1.2 or newer (RFC 9113 section 9.2).
	 * @param engine of a server
	 * @return whether all that is enabled is prohibited there
	 */
	public static boolean fill(SSLEngine engine) {
		List<String> versions = List.of(engine.getEnabledProtocols());
		boolean tls12 = versions.contains("TLSv1.2");
		boolean tls13 = versions.contains(TLS_1_3);
		return Stream.of(engine.getEnabledCipherSuites())
			.noneMatch((suite) -> tls13 && isOfTls13(suite) || tls12 && !contain(suite));
	}

	/** Its suites do not name the key exchange, which is always ephemeral. */
	private static boolean isOfTls13(String cipherSuite) {
		return cipherSuite.startsWith("TLS_") && !cipherSuite.contains("_WITH_");
	}

	/**
	 * Lets clients have HTTP/1.1 where HTTP/2 is prohibited, if the engine can.
	 * @param engine of a server whose handshake has not begun
	 */
	public static void avoid(SSLEngine engine) {
		if (engine instanceof ReferenceCountedOpenSslEngine) {
			return;
		}
		BiFunction<SSLEngine, List<String>, String> selector = engine.getHandshakeApplicationProtocolSelector();
		if (selector != null) {
			engine.setHandshakeApplicationProtocolSelector(
					(selecting, offered) -> selector.apply(selecting, acceptable(selecting, offered)));
		}
	}

	private static List<String> acceptable(SSLEngine engine, List<String> offered) {
		SSLSession session = engine.getHandshakeSession();
		if (session == null || !offered.contains(ApplicationProtocolNames.HTTP_1_1) || !in(session)) {
			return offered;
		}
		List<String> acceptable = new ArrayList<>(offered);
		acceptable.remove(ApplicationProtocolNames.HTTP_2);
		return acceptable;
	}

}
