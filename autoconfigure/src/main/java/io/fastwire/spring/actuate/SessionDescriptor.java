/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;

import io.fastwire.spring.FastwireWebServer;
import io.fastwire.websocket.WebSocketSession;
import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/**
 * One open WebSocket session.
 *
 * @param id what disconnects it
 * @param path the path of its handshake, without the query, which may hold secrets
 * @param subProtocol what was agreed on, {@code null} if nothing was
 * @param remoteAddress address and port of the peer, a proxy perhaps, {@code null} if the
 * transport has none
 * @param pendingBytes bytes that wait for the client
 */
public record SessionDescriptor(String id, String path, @Nullable String subProtocol, @Nullable String remoteAddress,
		long pendingBytes) {

	private static final int MOST_PENDING = 100;

	/** The sessions of a server for which most waits, those first. */
	static List<SessionDescriptor> mostPending(FastwireWebServer server) {
		return server.getStatistics()
			.webSocket()
			.sessions()
			.map(SessionDescriptor::of)
			.sorted(Comparator.comparingLong(SessionDescriptor::pendingBytes).reversed())
			.limit(MOST_PENDING)
			.toList();
	}

	private static SessionDescriptor of(WebSocketSession session) {
		InetSocketAddress remote = session.remoteAddress();
		return new SessionDescriptor(session.id(), session.target().path(), session.subProtocol(),
				(remote != null) ? NetUtil.toSocketAddressString(remote) : null, session.pendingBytes());
	}

}
