/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.util.List;

import io.fastwire.http2.Http2Options;
import io.fastwire.testsupport.TestServer;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;

/** Servers that speak HTTP/2 too. */
final class Http2Servers {

	private static final SslContext CONTEXT = TlsServers.context(TlsServers.KEYS,
			(builder) -> builder.applicationProtocolConfig(
					new ApplicationProtocolConfig(Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE,
							SelectedListenerFailureBehavior.ACCEPT, List.of("h2", "http/1.1"))));

	private Http2Servers() {
	}

	/** Returns a context that offers HTTP/2. */
	static SslContext context() {
		return CONTEXT;
	}

	static ServerOptions.Builder options() {
		return TestServer.options().http2(Http2Options.DEFAULTS);
	}

	static ServerOptions.Builder tlsOptions() {
		return options().tls((name) -> CONTEXT);
	}

}
