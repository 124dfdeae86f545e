/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import io.fastwire.spring.FastwireWebServer;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

/**
 * The servers of an application by their names: {@code main}, and {@code management} for
 * the one of {@code management.server.port}. Events of the management context reach its
 * parent, where this bean lives. Thread-safe.
 */
public final class RunningServers implements ApplicationListener<WebServerInitializedEvent> {

	private final Map<String, FastwireWebServer> servers = new ConcurrentHashMap<>();

	/** Creates the list of no servers. */
	public RunningServers() {
	}

	/**
	 * Returns the name of the server of a context.
	 * @param context a context with a web server
	 * @return {@code main} unless the context has a namespace
	 */
	public static String name(ApplicationContext context) {
		String namespace = WebServerApplicationContext.getServerNamespace(context);
		return (namespace != null) ? namespace : "main";
	}

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		if (event.getWebServer() instanceof FastwireWebServer server) {
			servers.put(name(event.getApplicationContext()), server);
		}
	}

	/**
	 * Returns the servers that run now, those among them that shut down gracefully.
	 * @return a new map by name
	 */
	Map<String, FastwireWebServer> byName() {
		Map<String, FastwireWebServer> running = new TreeMap<>(servers);
		running.values().removeIf((server) -> server.getPort() == -1);
		return running;
	}

}
