/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.tls;

import java.util.List;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

import io.fastwire.internal.io.ProhibitedCipherSuites;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.ReferenceCountUtil;

/**
 * What servers offer by application-layer protocol negotiation (RFC 7301). Clients with
 * which nothing is agreed on are served HTTP/1.1: that is what all providers can do.
 */
public final class Alpn {

	/** HTTP/1.1 alone. */
	public static final ApplicationProtocolConfig HTTP_1_1 = config(List.of(ApplicationProtocolNames.HTTP_1_1));

	/** HTTP/2 first, then HTTP/1.1. */
	public static final ApplicationProtocolConfig HTTP_2 = config(
			List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1));

	private Alpn() {
	}

	private static ApplicationProtocolConfig config(List<String> names) {
		return new ApplicationProtocolConfig(Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE,
				SelectedListenerFailureBehavior.ACCEPT, names);
	}

	/**
	 * Builds a context that offers HTTP/2 only if one of its cipher suites may carry it
	 * (RFC 9113 section 9.2.2). OpenSSL agrees on a protocol without regard to the suite;
	 * a client would get an HTTP/2 that it must refuse.
	 * @param builder of a server context; offers {@link #HTTP_1_1} afterwards if HTTP/2
	 * cannot be
	 * @return the context, to be released by the caller if it counts references
	 * @throws SSLException if the provider refuses the settings
	 * @throws IllegalArgumentException if it does so for a version or a cipher suite
	 */
	public static SslContext build(SslContextBuilder builder) throws SSLException {
		SslContext context = builder.build();
		boolean fits;
		try {
			boolean allowed = allowsHttp2(context);
			fits = allowed
					|| !context.applicationProtocolNegotiator().protocols().contains(ApplicationProtocolNames.HTTP_2);
		}
		catch (IllegalArgumentException ex) {
			ReferenceCountUtil.release(context);
			throw ex;
		}
		if (fits) {
			return context;
		}
		ReferenceCountUtil.release(context);
		return builder.applicationProtocolConfig(HTTP_1_1).build();
	}

	/** Makes an engine, since some settings are looked at only then. */
	private static boolean allowsHttp2(SslContext context) {
		SSLEngine engine = context.newEngine(UnpooledByteBufAllocator.DEFAULT);
		try {
			return !ProhibitedCipherSuites.fill(engine);
		}
		finally {
			ReferenceCountUtil.release(engine);
		}
	}

}
