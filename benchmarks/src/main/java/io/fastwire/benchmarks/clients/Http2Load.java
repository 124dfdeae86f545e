/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;

/**
 * Hello over HTTP/2: a closed loop with a fixed number of streams on each connection. A
 * stream that has ended is followed by the next one at once. Every answer is compared
 * byte by byte.
 */
final class Http2Load {

	private Http2Load() {
	}

	/**
	 * Makes a load that takes {@code streams} of each connection and {@code tls} (true or
	 * false) from the command besides what each {@link ClosedLoad} does.
	 * @param patienceSeconds how long to wait for what should come at once
	 */
	static ClosedLoad load(ClientLoop loop, Command command, int patienceSeconds) throws IOException {
		SslContext tls = Boolean.parseBoolean(command.text("tls")) ? tls() : null;
		int streams = command.number("streams");
		return new ClosedLoad(loop, command, (load) -> new Http2Client(load, tls, streams), patienceSeconds);
	}

	/** Whom the server is was looked at when its answers were. */
	private static SslContext tls() throws IOException {
		return SslContextBuilder.forClient()
			.trustManager(InsecureTrustManagerFactory.INSTANCE)
			.endpointIdentificationAlgorithm(null)
			.applicationProtocolConfig(new ApplicationProtocolConfig(ApplicationProtocolConfig.Protocol.ALPN,
					ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
					ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT, ApplicationProtocolNames.HTTP_2))
			.build();
	}

}
