/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireRequestUpgradeStrategy;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Lets WebSocket handlers finish after the web server has stopped and before beans are
 * destroyed: by then their sessions have ended, but they may be storing something yet.
 */
final class WebSocketHandlersLifecycle implements SmartLifecycle {

	private final FastwireRequestUpgradeStrategy strategy;

	private volatile boolean running;

	WebSocketHandlersLifecycle(FastwireRequestUpgradeStrategy strategy) {
		this.strategy = strategy;
	}

	/** Stopped right after the web server. */
	@Override
	public int getPhase() {
		return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
	}

	@Override
	public void start() {
		running = true;
	}

	@Override
	public void stop() {
		running = false;
		strategy.finishHandlers(strategy.getOptions().closeTimeout()).join();
	}

	@Override
	public void stop(Runnable callback) {
		running = false;
		strategy.finishHandlers(strategy.getOptions().closeTimeout()).whenComplete((done, failure) -> callback.run());
	}

	@Override
	public boolean isRunning() {
		return running;
	}

}
