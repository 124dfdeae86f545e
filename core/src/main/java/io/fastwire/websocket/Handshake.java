/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.net.InetSocketAddress;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.PathParameters;
import io.fastwire.http.RequestTarget;
import org.jspecify.annotations.Nullable;

/** What stays of a handshake. */
record Handshake(String id, RequestTarget target, Headers headers, PathParameters parameters, boolean secure,
		@Nullable InetSocketAddress remoteAddress, @Nullable InetSocketAddress localAddress,
		@Nullable String subProtocol, @Nullable DeflateAgreement deflate) {

	static Handshake of(Exchange exchange, PathParameters parameters, @Nullable String subProtocol,
			@Nullable DeflateAgreement deflate) {
		return new Handshake(exchange.connectionId(), exchange.target(), exchange.headers(), parameters,
				exchange.scheme().equals("https"), exchange.remoteAddress(), exchange.localAddress(), subProtocol,
				deflate);
	}

}
