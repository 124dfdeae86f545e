/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.websocket.WebSocketSession;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.web.reactive.socket.HandshakeInfo;

/** The handlers that run, so that a shutdown can wait for them. Thread-safe. */
final class WebSocketHandlerRuns {

	private static final Log logger = LogFactory.getLog(FastwireRequestUpgradeStrategy.class);

	private final Set<WebSocketHandlerRun> running = ConcurrentHashMap.newKeySet();

	private final AtomicLong sessions = new AtomicLong();

	private final AtomicBoolean limitTold = new AtomicBoolean();

	private volatile @Nullable CompletableFuture<Void> none;

	/** Returns an identifier that no other session of this application has. */
	String sessionId(WebSocketSession session) {
		return session.id() + '-' + Long.toHexString(sessions.incrementAndGet());
	}

	void started(WebSocketHandlerRun run) {
		running.add(run);
	}

	void ended(WebSocketHandlerRun run) {
		CompletableFuture<Void> waiting = running.remove(run) ? none : null;
		if (waiting != null && running.isEmpty()) {
			waiting.complete(null);
		}
	}

	/**
	 * Waits for all handlers, and cancels those that run on.
	 * @param limit how long to wait
	 * @return completes when no handler runs
	 */
	CompletableFuture<Void> finish(Duration limit) {
		CompletableFuture<Void> waiting = new CompletableFuture<>();
		none = waiting;
		if (running.isEmpty()) {
			waiting.complete(null);
		}
		return waiting.completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
			.thenRun(() -> running.forEach(WebSocketHandlerRuns::cancel));
	}

	/** Contains what a handler does when it is cancelled, so that all are. */
	private static void cancel(WebSocketHandlerRun run) {
		try {
			run.cancel();
		}
		catch (Throwable ex) {
			logger.error("A WebSocket handler failed when it was cancelled", ex);
		}
	}

	/** Tells of a message that was too long: loudly once, as it may be a setting. */
	void tooBig(HandshakeInfo info) {
		String text = "A message to \"" + info.getUri().getRawPath() + "\" was longer than "
				+ "'fastwire.websocket.max-message-size' allows; the session was closed with 1009";
		if (limitTold.compareAndSet(false, true)) {
			logger.info(text + ". Further ones are logged at DEBUG.");
		}
		else {
			logger.debug(text);
		}
	}

}
