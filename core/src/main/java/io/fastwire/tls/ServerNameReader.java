/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.tls;

import io.fastwire.internal.io.ProhibitedCipherSuites;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.AbstractSniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Reads the server name from the ClientHello and makes room for the handler of the
 * context that belongs to it, which gets the same bytes again.
 */
final class ServerNameReader extends AbstractSniHandler<SslContext> {

	/** Far above any real one; Netty's default would let a client fill 16 MB. */
	private static final int MAX_HELLO_BYTES = 64 * 1024;

	private final TlsContexts contexts;

	ServerNameReader(TlsContexts contexts) {
		super(MAX_HELLO_BYTES, 0);
		this.contexts = contexts;
	}

	@Override
	protected Future<SslContext> lookup(ChannelHandlerContext context, @Nullable String serverName) {
		return context.executor().newSucceededFuture(contexts.select(serverName));
	}

	/** The handshake has one deadline for all of it, which is not the handler's. */
	@Override
	protected void onLookupComplete(ChannelHandlerContext context, String serverName, Future<SslContext> selected) {
		SslHandler handler = selected.getNow().newHandler(context.alloc());
		handler.setHandshakeTimeoutMillis(0);
		ProhibitedCipherSuites.avoid(handler.engine());
		context.pipeline().replace(this, null, handler);
	}

}
