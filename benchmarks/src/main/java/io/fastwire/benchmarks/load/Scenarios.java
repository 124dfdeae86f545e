/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fastwire.benchmarks.clients.Command;
import io.fastwire.benchmarks.servers.Answers;

/** All scenarios by name. */
final class Scenarios {

	private static final int CONNECTIONS = 100;

	/** With their streams they make as many outstanding requests. */
	private static final int HTTP2_CONNECTIONS = 10;

	private static final int HTTP2_STREAMS = 10;

	/**
	 * Low enough for the slowest of them, and the same for any number of subscribers that
	 * is not below 100: then there are as many messages as there may be.
	 */
	private static final int DELIVERIES_PER_SECOND = 20_000;

	/** Each is a request, which must not become what is measured. */
	private static final int MAX_MESSAGES_PER_SECOND = 200;

	/**
	 * So few that a server takes some thousand posts a second, and soon compiles what
	 * handles them: at the rate that is measured that would take minutes.
	 */
	private static final int FEW_SUBSCRIBERS = 10;

	private static final int REQUESTS_PER_SECOND = 10_000;

	/** The first one is what all are divided by. */
	private static final List<String> HTTP = List.of("reactor-netty-webflux-epoll", "fastwire-webflux-io_uring",
			"fastwire-native-io_uring", "netty-io_uring", "tomcat-mvc", "tomcat-mvc-virtual", "jetty-mvc",
			"vertx-epoll", "helidon");

	private static final List<String> SPRING = List.of("reactor-netty-webflux-epoll", "fastwire-webflux-io_uring",
			"tomcat-mvc", "jetty-mvc");

	private static final List<String> FILES = List.of("reactor-netty-webflux-epoll", "fastwire-webflux-io_uring",
			"fastwire-native-io_uring", "netty-io_uring", "tomcat-mvc", "jetty-mvc", "vertx-epoll");

	private static final List<String> CACHED = List.of("fastwire-native-io_uring", "fastwire-cached-io_uring",
			"fastwire-webflux-io_uring", "reactor-netty-webflux-epoll");

	private static final List<String> TLS = List.of("reactor-netty-webflux-epoll", "fastwire-webflux-io_uring");

	private static final List<String> HTTP2 = List.of("reactor-netty-webflux-epoll", "fastwire-webflux-io_uring",
			"fastwire-native-io_uring", "tomcat-mvc", "jetty-mvc", "vertx-epoll");

	private static final List<String> WEBSOCKET = List.of("reactor-netty-webflux-epoll", "fastwire-webflux-epoll",
			"fastwire-native-epoll", "netty-epoll", "vertx-epoll", "helidon");

	private static final List<String> FEED = List.of("reactor-netty-webflux-epoll", "fastwire-topics-epoll",
			"netty-epoll", "tomcat-stomp");

	private static final List<String> EVENTS = List.of("reactor-netty-webflux-epoll", "fastwire-topics-epoll",
			"fastwire-webflux-epoll", "netty-epoll", "tomcat-mvc");

	static final Map<String, Scenario> ALL = Stream
		.of(http("http/hello-world", HttpCheck.HELLO), http("http/headers", headers()),
				http("http/json-post", HttpCheck.post("/key", Answers.SMALL_JSON, Answers.KEY)),
				http("http/json-post-1kb", HttpCheck.post("/key", Answers.LARGE_JSON, Answers.KEY)),
				http("http/json-8kb-utf8", HttpCheck.get("/json", Answers.json())),
				requests("http/cached", Feature.QUOTE, CACHED,
						HttpCheck.get("/quote", Answers.QUOTE.getBytes(StandardCharsets.US_ASCII))),
				openLoop(), growth(),
				requests("http/static-64kb", Feature.FILES, FILES,
						HttpCheck.get("/" + Answers.FILE, Answers.fileContent())),
				requests("http/tls", Feature.TLS, TLS, HttpCheck.HELLO), http2("http/h2-hello", Feature.HTTP2, HTTP2),
				http2("http/h2-tls", Feature.HTTP2_TLS, SPRING), echo("ws/echo-20b", 20, false),
				echo("ws/echo-4kb", 4096, false), echo("ws/echo-text-utf8", 1000, true),
				feed("topics/publish-1000x100b", Feature.FEED, FEED), feed("sse/fanout-1000", Feature.EVENTS, EVENTS),
				new Scenario("idle/10k-connections", Feature.HTTP, 10_000, SPRING,
						(connections, settings, tools) -> new IdleTrial(connections, tools.host(), tools.clients())),
				new Scenario("startup", Feature.HTTP, 1, SPRING,
						(connections, settings, tools) -> new StartupTrial(tools.host())))
		.collect(Collectors.toMap(Scenario::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));

	private Scenarios() {
	}

	static Scenario named(String name) {
		Scenario found = ALL.get(name);
		if (found == null) {
			throw new IllegalArgumentException("No scenario '" + name + "'; there are " + ALL.keySet());
		}
		return found;
	}

	private static HttpCheck headers() {
		return HttpCheck.get("/headers", "/headers curl/7.68.0 */*".getBytes(StandardCharsets.US_ASCII))
			.withField("Cache-Control", "no-store");
	}

	private static Scenario http(String name, HttpCheck check) {
		return requests(name, Feature.HTTP, HTTP, check);
	}

	private static Scenario requests(String name, Feature feature, List<String> contenders, HttpCheck check) {
		return new Scenario(name, feature, CONNECTIONS, contenders, (connections, settings, tools) -> {
			int pipeline = settings.pipeline(1);
			String description = "%s %s, %d B in, %d B out, %d connections, %d outstanding each".formatted(
					check.method(), check.path(), check.body().length(), check.answer().length, connections, pipeline);
			return new LoadTrial(Figure.CPU, description, new WrkLoad(check, connections, pipeline, tools.cpus()),
					tools.host());
		});
	}

	private static Scenario http2(String name, Feature feature, List<String> contenders) {
		return new Scenario(name, feature, HTTP2_CONNECTIONS, contenders, (connections, settings, tools) -> {
			int streams = settings.pipeline(HTTP2_STREAMS);
			Command command = Command.of("http2")
				.with("connections", connections)
				.with("streams", streams)
				.with("tls", feature.wire().encrypted());
			String description = "GET / over HTTP/2, %d B out, %d connections, %d streams each"
				.formatted(Answers.HELLO.length(), connections, streams);
			return new LoadTrial(Figure.CPU, description, new ClientLoad(tools.clients(), command, feature),
					tools.host());
		});
	}

	private static Scenario openLoop() {
		return new Scenario("http/open-loop", Feature.HTTP, CONNECTIONS, HTTP, (connections, settings, tools) -> {
			int rate = settings.rate(REQUESTS_PER_SECOND);
			Command command = Command.of("paced").with("connections", connections).with("rate", rate).with("path", "/");
			String description = "GET / at %d a second over %d connections, latency from when it was due"
				.formatted(rate, connections);
			return new LoadTrial(Figure.P999, description, new ClientLoad(tools.clients(), command, Feature.HTTP),
					tools.host());
		});
	}

	private static Scenario growth() {
		return new Scenario("http/growth", Feature.HTTP, CONNECTIONS, HTTP, (connections, settings, tools) -> {
			Command command = Command.of("hello").with("connections", connections);
			String description = "GET /, %d connections that were open before, one outstanding each"
				.formatted(connections);
			return new LoadTrial(Figure.CPU, description, new ClientLoad(tools.clients(), command, Feature.HTTP),
					tools.host());
		});
	}

	private static Scenario echo(String name, int bytes, boolean text) {
		return new Scenario(name, Feature.WEBSOCKET, CONNECTIONS, WEBSOCKET, (connections, settings, tools) -> {
			Command command = Command.of("echo")
				.with("connections", connections)
				.with("bytes", bytes)
				.with("text", text);
			String description = "%d B of %s back and forth on %d connections, one outstanding each".formatted(bytes,
					text ? "text" : "binary", connections);
			return new LoadTrial(Figure.CPU, description, new ClientLoad(tools.clients(), command, Feature.WEBSOCKET),
					tools.host());
		});
	}

	private static int messages(int subscribers) {
		return Math.min(MAX_MESSAGES_PER_SECOND, Math.max(1, DELIVERIES_PER_SECOND / subscribers));
	}

	private static Scenario feed(String name, Feature feature, List<String> contenders) {
		return new Scenario(name, feature, 1000, contenders, (connections, settings, tools) -> {
			int rate = settings.rate(messages(connections));
			Command command = Command.of("fan-out").with("connections", connections);
			String messages = (rate == 0) ? "messages of 100 B, each posted when everybody has the one before,"
					: rate + " messages of 100 B a second, posted by a client,";
			String description = messages + " to each of " + connections + " subscribers; an op is a delivery";
			return new LoadTrial(Figure.CPU, description,
					new ClientLoad(tools.clients(), command.with("rate", rate), withoutRate(command), feature),
					tools.host());
		});
	}

	/** Returns how a feed warms up: by few and then by all of its subscribers. */
	static List<Command> withoutRate(Command feed) {
		Command all = feed.with("rate", 0);
		return List.of(all.with("connections", Math.min(feed.number("connections"), FEW_SUBSCRIBERS)), all);
	}

}
