/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fastwire.spring.FastwireWebServer;
import io.fastwire.spring.actuate.RunningServers;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextStoppedEvent;
import org.springframework.context.event.EventListener;

/**
 * Publishes the meters of each server when it has started and removes them when it has
 * stopped.
 */
final class RunningServersMeters implements DisposableBean {

	/*
	 * Events of a management context reach its parent, where this bean lives, so one
	 * instance sees both servers. The main server drains after its context says that it
	 * is closing, and draining is worth watching, so its meters go when the beans are
	 * destroyed. A management context says nothing later than that it is closing.
	 *
	 * A restarted server counts from zero, which a meter that has seen more would report
	 * as a negative step, so a restart gets new meters.
	 */

	private final MeterRegistry registry;

	private final Map<ApplicationContext, ServerMeters> meters = new ConcurrentHashMap<>();

	RunningServersMeters(MeterRegistry registry) {
		this.registry = registry;
	}

	@EventListener
	void onStarted(WebServerInitializedEvent event) {
		ApplicationContext context = event.getApplicationContext();
		if (event.getWebServer() instanceof FastwireWebServer server) {
			remove(context);
			meters.put(context, ServerMeters.publish(registry, server, RunningServers.name(context)));
		}
	}

	@EventListener
	void onStopped(ContextStoppedEvent event) {
		remove(event.getApplicationContext());
	}

	@EventListener
	void onClosing(ContextClosedEvent event) {
		if (event.getApplicationContext().getParent() != null) {
			remove(event.getApplicationContext());
		}
	}

	private void remove(ApplicationContext context) {
		ServerMeters stopped = meters.remove(context);
		if (stopped != null) {
			stopped.remove();
		}
	}

	@Override
	public void destroy() {
		meters.keySet().forEach(this::remove);
	}

}
