/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import io.fastwire.server.ServerStatistics;
import io.fastwire.spring.FastwireWebServer;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Tells whether the servers get to the requests that reach them: {@code DOWN} while an
 * event loop is stuck, {@code OUT_OF_SERVICE} while connections cannot be accepted,
 * {@code UNKNOWN} if none runs. Thread-safe, and needs no event loop to tell.
 */
public final class FastwireHealthIndicator extends AbstractHealthIndicator {

	private final RunningServers servers;

	private final Duration threshold;

	/**
	 * Creates the indicator.
	 * @param servers what to tell of
	 * @param threshold how long something has to go on without a break to count
	 */
	public FastwireHealthIndicator(RunningServers servers, Duration threshold) {
		super("Fastwire health check failed");
		this.servers = servers;
		this.threshold = threshold;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Map<String, FastwireWebServer> running = servers.byName();
		boolean accepting = true;
		boolean moving = true;
		for (Map.Entry<String, FastwireWebServer> entry : running.entrySet()) {
			ServerStatistics statistics = entry.getValue().getStatistics();
			Map<String, Object> troubles = new TreeMap<>();
			Duration failing = Duration.ofNanos(statistics.acceptFailingNanos());
			if (failing.compareTo(threshold) >= 0) {
				accepting = false;
				troubles.put("acceptFailingMillis", failing.toMillis());
			}
			Map<String, Long> stalled = stalled(statistics);
			if (!stalled.isEmpty()) {
				moving = false;
				troubles.put("stalledEventLoopsMillis", stalled);
			}
			if (!troubles.isEmpty()) {
				builder.withDetail(entry.getKey(), troubles);
			}
		}
		if (running.isEmpty()) {
			builder.unknown();
		}
		else if (!moving) {
			builder.down();
		}
		else if (!accepting) {
			builder.outOfService();
		}
		else {
			builder.up();
		}
	}

	private Map<String, Long> stalled(ServerStatistics statistics) {
		Map<String, Long> stalled = new TreeMap<>();
		for (int loop = 0; loop < statistics.eventLoops(); loop++) {
			Duration late = Duration.ofNanos(statistics.stalledNanos(loop));
			if (late.compareTo(threshold) >= 0) {
				stalled.put(Integer.toString(loop), late.toMillis());
			}
		}
		return stalled;
	}

}
