/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A server to be measured.
 *
 * @param name how the report calls it
 * @param mainClass what its process runs
 * @param jvmFlags flags of its own, besides those that all have
 * @param arguments its arguments, with <code>{port}</code> for the port
 */
record Contender(String name, String mainClass, List<String> jvmFlags, List<String> arguments) {

	/** One event loop and one CPU; Reactor Netty takes at least four unless told. */
	private static final List<String> ONE_REACTOR_LOOP = List.of("-Dreactor.netty.ioWorkerCount=1",
			"-Dreactor.netty.ioSelectCount=1");

	private static final Map<String, Contender> ALL = Map.of("fastwire-webflux-io_uring", fastwire("io_uring"),
			"fastwire-webflux-epoll", fastwire("epoll"), "fastwire-webflux-nio", fastwire("nio"),
			"reactor-netty-webflux", reactorNetty("reactor-netty-webflux", true), "reactor-netty-webflux-nio",
			reactorNetty("reactor-netty-webflux-nio", false), "fastwire-native-io_uring", nativeRoute("IO_URING"),
			"fastwire-native-epoll", nativeRoute("EPOLL"));

	/** Returns a contender by name. */
	static Contender named(String name) {
		Contender found = ALL.get(name);
		if (found == null) {
			throw new IllegalArgumentException("No contender '" + name + "'; there are " + ALL.keySet());
		}
		return found;
	}

	private static Contender fastwire(String transport) {
		return new Contender("fastwire-webflux-" + transport, HelloApplication.class.getName(), List.of(),
				List.of("--server.port={port}", "--server.address=127.0.0.1", "--fastwire.transport=" + transport,
						"--fastwire.event-loops=1"));
	}

	private static Contender reactorNetty(String name, boolean nativeTransport) {
		List<String> flags = new ArrayList<>(ONE_REACTOR_LOOP);
		flags.add("-Dreactor.netty.native=" + nativeTransport);
		return new Contender(name, HelloApplication.class.getName(), List.copyOf(flags),
				List.of("--server.port={port}", "--server.address=127.0.0.1", "--fastwire.enabled=false"));
	}

	private static Contender nativeRoute(String transport) {
		return new Contender("fastwire-native-" + transport.toLowerCase(Locale.ROOT), NativeHello.class.getName(),
				List.of(), List.of("{port}", transport));
	}

}
