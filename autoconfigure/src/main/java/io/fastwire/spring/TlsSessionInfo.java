/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import org.jspecify.annotations.Nullable;

import org.springframework.http.server.reactive.SslInfo;

/** What WebFlux wants to know of a TLS session. */
final class TlsSessionInfo implements SslInfo {

	private final @Nullable String sessionId;

	private final X509Certificate @Nullable [] peerCertificates;

	TlsSessionInfo(SSLSession session) {
		byte[] id = session.getId();
		this.sessionId = (id != null && id.length > 0) ? HexFormat.of().formatHex(id) : null;
		this.peerCertificates = peerCertificates(session);
	}

	private static X509Certificate @Nullable [] peerCertificates(SSLSession session) {
		Certificate[] certificates;
		try {
			certificates = session.getPeerCertificates();
		}
		catch (SSLPeerUnverifiedException ex) {
			return null;
		}
		List<X509Certificate> found = new ArrayList<>(certificates.length);
		for (Certificate certificate : certificates) {
			if (certificate instanceof X509Certificate x509) {
				found.add(x509);
			}
		}
		return found.isEmpty() ? null : found.toArray(X509Certificate[]::new);
	}

	@Override
	public @Nullable String getSessionId() {
		return sessionId;
	}

	@Override
	public X509Certificate @Nullable [] getPeerCertificates() {
		return (peerCertificates != null) ? peerCertificates.clone() : null;
	}

}
