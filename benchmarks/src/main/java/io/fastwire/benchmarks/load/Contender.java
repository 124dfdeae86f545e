/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server to be measured.
 *
 * @param name how the report calls it
 * @param mainClass what its process runs
 * @param jvmFlags flags of its own, besides those that all have
 * @param arguments its arguments, with <code>{port}</code> for the port
 * @param leftOut part of the names of the jars that its class path does without: Reactor
 * Netty takes io_uring wherever it finds it
 */
record Contender(String name, String mainClass, List<String> jvmFlags, List<String> arguments, String leftOut) {

	/** Part of no file name. */
	private static final String NOTHING = "/";

	private static final Map<String, Contender> ALL = Stream
		.of(fastwire("io_uring"), fastwire("epoll"), fastwire("nio"), reactorNetty("io_uring", "true", NOTHING),
				reactorNetty("epoll", "true", "io_uring"), reactorNetty("nio", "false", NOTHING),
				nativeRoute("io_uring"), nativeRoute("epoll"), cached("io_uring"), cached("epoll"), netty("io_uring"),
				netty("epoll"))
		.collect(Collectors.toMap(Contender::name, Function.identity()));

	/** Ends the name of a contender that is measured over TLS by the JDK's provider. */
	private static final String TLS_JDK = "-tls";

	/** The same by OpenSSL. */
	private static final String TLS_OPENSSL = "-openssl";

	/** Returns a contender by name, which may end in {@code -tls} or {@code -openssl}. */
	static Contender named(String name) {
		if (name.endsWith(TLS_JDK)) {
			return named(name.substring(0, name.length() - TLS_JDK.length())).encrypted(TLS_JDK, "true");
		}
		if (name.endsWith(TLS_OPENSSL)) {
			return named(name.substring(0, name.length() - TLS_OPENSSL.length())).encrypted(TLS_OPENSSL, "false");
		}
		Contender found = ALL.get(name);
		if (found == null) {
			throw new IllegalArgumentException("No contender '" + name + "'; there are " + ALL.keySet());
		}
		return found;
	}

	private static Contender fastwire(String transport) {
		return new Contender("fastwire-webflux-" + transport, HelloApplication.class.getName(), List.of(),
				List.of("--server.port={port}", "--server.address=127.0.0.1", "--fastwire.transport=" + transport,
						"--fastwire.event-loops=1"),
				NOTHING);
	}

	private static Contender reactorNetty(String transport, String useNative, String left) {
		return new Contender("reactor-netty-webflux-" + transport, HelloApplication.class.getName(),
				List.of("-Dreactor.netty.ioWorkerCount=1", "-Dreactor.netty.ioSelectCount=1",
						"-Dreactor.netty.native=" + useNative),
				List.of("--server.port={port}", "--server.address=127.0.0.1", "--fastwire.enabled=false"), left);
	}

	private static Contender nativeRoute(String transport) {
		return new Contender("fastwire-native-" + transport, NativeHello.class.getName(), List.of(),
				List.of("{port}", transport.toUpperCase(Locale.ROOT)), NOTHING);
	}

	/** What a hit of the response cache costs. */
	private static Contender cached(String transport) {
		return new Contender("fastwire-cached-" + transport, CachedHello.class.getName(), List.of(),
				List.of("{port}", transport.toUpperCase(Locale.ROOT)), NOTHING);
	}

	/** Netty alone, for WebSocket only. */
	private static Contender netty(String transport) {
		return new Contender("netty-" + transport, NettyEcho.class.getName(), List.of(), List.of("{port}", transport),
				NOTHING);
	}

	private Contender encrypted(String suffix, String noOpenSsl) {
		List<String> flags = new ArrayList<>(jvmFlags);
		flags.add("-Dio.netty.handler.ssl.noOpenSsl=" + noOpenSsl);
		List<String> settings = new ArrayList<>(arguments);
		settings.add("--server.ssl.key-store=file:" + ServerKeys.shared().file());
		settings.add("--server.ssl.key-store-type=PKCS12");
		settings.add("--server.ssl.key-store-password=" + ServerKeys.PASSWORD);
		return new Contender(name + suffix, mainClass, flags, settings, leftOut);
	}

	/** Whether it is called by https. */
	boolean encrypted() {
		return name.endsWith(TLS_JDK) || name.endsWith(TLS_OPENSSL);
	}

	/** Returns the class path of its process. */
	String classPath(String whole) {
		return Stream.of(whole.split(File.pathSeparator, -1))
			.filter((entry) -> !Path.of(entry).getFileName().toString().contains(leftOut))
			.collect(Collectors.joining(File.pathSeparator));
	}

}
