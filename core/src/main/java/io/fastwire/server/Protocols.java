/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import io.fastwire.http1.Http1Connection;
import io.fastwire.http1.Http1Loop;
import io.fastwire.http2.Http2Loop;
import io.fastwire.http2.Http2Options;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.ConnectionSweeper;
import io.fastwire.internal.io.LoopConnection;
import io.fastwire.internal.io.LoopResources;
import io.fastwire.tls.TlsContexts;
import io.fastwire.tls.TlsHandshake;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** The protocols of one event loop, and which of them a connection begins with. */
final class Protocols {

	private static final String ALPN_HTTP2 = "h2";

	private final ServerOptions options;

	private final LoopResources resources;

	private final Http1Loop http1;

	private final @Nullable Http2Loop http2;

	/**
	 * Creates the protocols of a loop.
	 * @param protocol of the server
	 * @param resources of the loop
	 */
	Protocols(ServerOptions options, HttpProtocol protocol, LoopResources resources) {
		this.options = options;
		this.resources = resources;
		this.http1 = new Http1Loop(protocol, resources);
		Http2Options http2 = options.http2();
		this.http2 = (http2 != null) ? new Http2Loop(protocol, http2, resources) : null;
	}

	LoopResources resources() {
		return resources;
	}

	/**
	 * Returns the first connection of a channel, behind a PROXY header if there is one.
	 */
	LoopConnection first(Channel channel) {
		TlsContexts tls = options.tls();
		if (tls != null) {
			return TlsHandshake.begin(resources, channel, tls, ConnectionSweeper.ticks(options.tlsHandshakeTimeout()),
					this::agreed);
		}
		return (http2 != null) ? http2.detector(channel, this::http1) : http1(channel);
	}

	private LoopConnection agreed(@Nullable String alpn, Channel channel) {
		return (http2 != null && ALPN_HTTP2.equals(alpn)) ? http2.connection(channel) : http1(channel);
	}

	private LoopConnection http1(Channel channel) {
		return new Http1Connection(http1, channel);
	}

}
