/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.nio.file.Path;
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
 * @param wire how it is called
 */
record Contender(String name, Set<Feature> features, Feed feed, Launch launch, Wire wire) {

	/** Makes one that is called in clear text. */
	Contender(String name, Set<Feature> features, Feed feed, Launch launch) {
		this(name, features, feed, launch, Wire.CLEAR);
	}

	/** Returns a contender by name, which may end in how it is called. */
	static Contender named(String name) {
		for (Wire wire : EnumSet.complementOf(EnumSet.of(Wire.CLEAR))) {
			if (name.endsWith(wire.suffix())) {
				return named(name.substring(0, name.length() - wire.suffix().length())).over(wire);
			}
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
		return new Contender(parts[0], EnumSet.complementOf(EnumSet.of(Feature.TLS, Feature.HTTP2_TLS)), Feed.HANDLER,
				launch);
	}

	private static Launch running(String text) {
		String[] parts = text.split("@", 2);
		return new Launch.Running(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
	}

	boolean has(Feature feature) {
		return features.contains(feature);
	}

	/** Whether it can be asked for something in the way that it is called. */
	boolean answers(Feature feature) {
		return has(feature) && feature.over(wire);
	}

	/** Whether it is one of ours, with a probe in its process. */
	boolean probed() {
		return launch instanceof Launch.Jvm;
	}

	/** Returns the same with other jars in its class path. */
	Contender built(String label, Map<String, Path> jars) {
		if (launch instanceof Launch.Jvm jvm) {
			return new Contender(name + "@" + label, features, feed, jvm.withJars(jars), wire);
		}
		throw new IllegalArgumentException(name + " is not built by us");
	}

	/** Returns the same in a JVM with one more flag, or the same if it is no JVM. */
	Contender withFlag(String flag) {
		return (launch instanceof Launch.Jvm jvm) ? new Contender(name, features, feed, jvm.withFlag(flag), wire)
				: this;
	}

	/** Returns the same, called in another way. */
	Contender over(Wire other) {
		boolean measured = wire == Wire.CLEAR && features.stream().anyMatch((feature) -> feature.over(other));
		if (!measured || !(launch instanceof Launch.Jvm jvm)) {
			throw new IllegalArgumentException(name + " is not measured over " + other);
		}
		Launch.Jvm over = jvm.withArguments(other.arguments());
		if (other.encrypted()) {
			over = over.withFlag("-Dio.netty.handler.ssl.noOpenSsl=" + (other != Wire.OPENSSL));
		}
		return new Contender(name + other.suffix(), features, feed, over, other);
	}

}
