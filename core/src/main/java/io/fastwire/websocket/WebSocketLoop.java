/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.fastwire.http.Tunnel;
import io.fastwire.internal.io.LoopResources;

/**
 * What the sessions of one event loop share. Loop only, except for counters and sessions.
 */
final class WebSocketLoop implements AutoCloseable {

	private final WebSocketCounters counters = new WebSocketCounters();

	private final Set<WebSocketSession> sessions = ConcurrentHashMap.newKeySet();

	private final MessageInflater inflater = new MessageInflater(false);

	private final MessageDeflater deflater = new MessageDeflater(false);

	static WebSocketLoop of(Tunnel tunnel) {
		return tunnel.loopLocal(WebSocketLoop.class, WebSocketLoop::new);
	}

	static WebSocketLoop of(LoopResources resources) {
		return resources.local(WebSocketLoop.class, WebSocketLoop::new);
	}

	WebSocketCounters counters() {
		return counters;
	}

	/** Returns the open sessions, for any thread. */
	Set<WebSocketSession> sessions() {
		return sessions;
	}

	/** Returns the inflater of messages that do not refer to others. */
	MessageInflater inflater() {
		return inflater;
	}

	/** Returns the deflater of messages that do not refer to others. */
	MessageDeflater deflater() {
		return deflater;
	}

	@Override
	public void close() {
		inflater.close();
		deflater.close();
	}

}
