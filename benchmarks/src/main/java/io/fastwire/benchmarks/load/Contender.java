/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A server to be measured.
 *
 * @param name how the report calls it
 * @param features what it can be asked for
 * @param feed where it publishes, if it does
 * @param launch how it comes to run
 */
record Contender(String name, Set<Feature> features, Feed feed, Launch launch) {

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
		Contender found = Contenders.ALL.get(name);
		if (found == null) {
			throw new IllegalArgumentException("No contender '" + name + "'; there are " + Contenders.ALL.keySet());
		}
		return found;
	}

	/**
	 * Returns a server that is none of ours: {@code name=command with {port}}, or
	 * {@code name=port@pid} if it runs already. It is taken to have whatever it is asked
	 * for; what it lacks shows before it is measured.
	 */
	static Contender external(String text) {
		String[] parts = text.split("=", 2);
		if (parts.length < 2) {
			throw new IllegalArgumentException("Not name=command or name=port@pid: " + text);
		}
		Launch launch = parts[1].matches("\\d+@\\d+") ? running(parts[1])
				: new Launch.Program(List.of(parts[1].split(" ", -1)));
		return new Contender(parts[0], EnumSet.complementOf(EnumSet.of(Feature.TLS)), Feed.HANDLER, launch);
	}

	private static Launch running(String text) {
		String[] parts = text.split("@", 2);
		return new Launch.Running(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
	}

	boolean has(Feature feature) {
		return features.contains(feature);
	}

	/** Whether it is called by https. */
	boolean encrypted() {
		return name.endsWith(TLS_JDK) || name.endsWith(TLS_OPENSSL);
	}

	/** Whether it is one of ours, with a probe in its process. */
	boolean probed() {
		return launch instanceof Launch.Jvm;
	}

	/** Returns the same with other jars in its class path. */
	Contender built(String label, Map<String, Path> jars) {
		if (launch instanceof Launch.Jvm jvm) {
			return new Contender(name + "@" + label, features, feed, jvm.withJars(jars));
		}
		throw new IllegalArgumentException(name + " is not built by us");
	}

	private Contender encrypted(String suffix, String noOpenSsl) {
		if (!has(Feature.TLS) || !(launch instanceof Launch.Jvm jvm)) {
			throw new IllegalArgumentException(name + " is not measured over TLS");
		}
		List<String> settings = new ArrayList<>();
		settings.add("--server.ssl.key-store=file:" + ServerKeys.shared().file());
		settings.add("--server.ssl.key-store-type=PKCS12");
		settings.add("--server.ssl.key-store-password=" + ServerKeys.PASSWORD);
		return new Contender(name + suffix, features, feed,
				jvm.withFlag("-Dio.netty.handler.ssl.noOpenSsl=" + noOpenSsl).withArguments(settings));
	}

}
