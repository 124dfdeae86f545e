/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fastwire.benchmarks.servers.MvcApplication;
import io.fastwire.benchmarks.servers.NativeServer;
import io.fastwire.benchmarks.servers.NettyServer;
import io.fastwire.benchmarks.servers.StompApplication;
import io.fastwire.benchmarks.servers.VertxServer;
import io.fastwire.benchmarks.servers.WebFluxApplication;

/** All contenders by name. */
final class Contenders {

	/*
	 * One class path has everything, so each contender says what it must not see: Spring
	 * Boot starts whatever server it finds, and Reactor Netty and Vert.x take io_uring
	 * wherever they find it.
	 */

	private static final List<String> NO_SERVLET = List.of("spring-webmvc", "spring-boot-webmvc", "spring-boot-servlet",
			"spring-boot-tomcat", "spring-boot-jetty", "spring-boot-websocket", "spring-websocket", "spring-messaging",
			"tomcat-embed", "jetty-", "jakarta.servlet", "jakarta.websocket");

	private static final List<String> NO_REACTIVE = List.of("fastwire-", "spring-webflux", "spring-boot-webflux",
			"spring-boot-reactor", "spring-boot-netty", "reactor-", "reactive-streams", "netty-", "vertx-", "helidon-");

	private static final List<String> TOMCAT = List.of("spring-boot-tomcat", "spring-boot-starter-tomcat",
			"tomcat-embed-core", "tomcat-embed-websocket");

	private static final List<String> JETTY = List.of("spring-boot-jetty", "spring-boot-starter-jetty", "jetty-");

	private static final List<String> STOMP = List.of("spring-boot-websocket", "spring-websocket", "spring-messaging");

	private static final List<String> SPRING = List.of("--server.port=" + Launch.PORT, "--server.address=127.0.0.1",
			"--server.tomcat.max-connections=20000", "--server.tomcat.max-keep-alive-requests=-1",
			"--spring.web.resources.static-locations=file:" + Launch.FILES + "/");

	private static final String HELIDON = "io.fastwire.benchmarks.servers.HelidonServer";

	private static final Set<Feature> WEBFLUX_FEATURES = EnumSet.allOf(Feature.class);

	private static final Set<Feature> MVC_FEATURES = EnumSet.of(Feature.HTTP, Feature.FILES, Feature.TLS, Feature.HTTP2,
			Feature.HTTP2_TLS, Feature.EVENTS);

	static final Map<String, Contender> ALL = Stream
		.of(Stream.of("io_uring", "epoll", "nio").flatMap(Contenders::onTransport),
				Stream.of("io_uring", "epoll").flatMap(Contenders::alone), mvc(), Stream.of(vertx(), helidon()))
		.flatMap(Function.identity())
		.collect(Collectors.toMap(Contender::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));

	private Contenders() {
	}

	private static Stream<Contender> onTransport(String transport) {
		List<String> arguments = and(SPRING, List.of("--fastwire.transport=" + transport, "--fastwire.event-loops=1"));
		Launch.Jvm fastwire = jvm(WebFluxApplication.class.getName(), List.of(), arguments, NO_SERVLET);
		List<String> flags = List.of("-Dreactor.netty.ioWorkerCount=1", "-Dreactor.netty.ioSelectCount=1",
				"-Dreactor.netty.native=" + !transport.equals("nio"));
		Launch.Jvm reactor = jvm(WebFluxApplication.class.getName(), flags,
				and(SPRING, List.of("--fastwire.enabled=false")), and(NO_SERVLET, withoutUring(transport)));
		return Stream.of(new Contender("fastwire-webflux-" + transport, WEBFLUX_FEATURES, Feed.HANDLER, fastwire),
				new Contender("fastwire-topics-" + transport, EnumSet.of(Feature.FEED, Feature.EVENTS), Feed.TOPIC,
						fastwire),
				new Contender("fastwire-cached-" + transport, EnumSet.of(Feature.QUOTE), Feed.HANDLER,
						jvm(WebFluxApplication.class.getName(), List.of(),
								and(arguments, List.of("--fastwire.cache.enabled=true")), NO_SERVLET)),
				new Contender("reactor-netty-webflux-" + transport, WEBFLUX_FEATURES, Feed.HANDLER, reactor));
	}

	private static List<String> withoutUring(String transport) {
		return transport.equals("io_uring") ? List.of() : List.of("netty-transport-native-io_uring");
	}

	private static Stream<Contender> alone(String transport) {
		Launch.Jvm nativeRoute = jvm(NativeServer.class.getName(), List.of(),
				List.of(Launch.PORT, transport.toUpperCase(Locale.ROOT)), List.of());
		Launch.Jvm netty = jvm(NettyServer.class.getName(), List.of(), List.of(Launch.PORT, transport), List.of());
		return Stream.of(
				new Contender("fastwire-native-" + transport,
						EnumSet.of(Feature.HTTP, Feature.HTTP2, Feature.QUOTE, Feature.FILES, Feature.WEBSOCKET),
						Feed.HANDLER, nativeRoute),
				new Contender("netty-" + transport,
						EnumSet.of(Feature.HTTP, Feature.FILES, Feature.WEBSOCKET, Feature.FEED, Feature.EVENTS),
						Feed.HANDLER, netty));
	}

	private static Stream<Contender> mvc() {
		List<String> onTomcat = and(NO_REACTIVE, and(JETTY, STOMP));
		List<String> onJetty = and(NO_REACTIVE, and(TOMCAT, STOMP));
		List<String> virtual = and(SPRING, List.of("--spring.threads.virtual.enabled=true"));
		String application = MvcApplication.class.getName();
		return Stream.of(
				new Contender("tomcat-mvc", MVC_FEATURES, Feed.HANDLER, jvm(application, List.of(), SPRING, onTomcat)),
				new Contender("tomcat-mvc-virtual", MVC_FEATURES, Feed.HANDLER,
						jvm(application, List.of(), virtual, onTomcat)),
				new Contender("jetty-mvc", MVC_FEATURES, Feed.HANDLER, jvm(application, List.of(), SPRING, onJetty)),
				new Contender("tomcat-stomp", EnumSet.of(Feature.FEED), Feed.STOMP,
						jvm(StompApplication.class.getName(), List.of(), SPRING, and(NO_REACTIVE, JETTY))));
	}

	private static Contender vertx() {
		return new Contender("vertx-epoll", EnumSet.of(Feature.HTTP, Feature.HTTP2, Feature.FILES, Feature.WEBSOCKET),
				Feed.HANDLER, jvm(VertxServer.class.getName(), List.of(), List.of(Launch.PORT), withoutUring("epoll")));
	}

	private static Contender helidon() {
		return new Contender("helidon", EnumSet.of(Feature.HTTP, Feature.WEBSOCKET), Feed.HANDLER,
				jvm(HELIDON, List.of(), List.of(Launch.PORT), List.of()));
	}

	/** Whether this JDK can run it. */
	static boolean runs(Contender contender) {
		return Runtime.version().feature() >= 21
				|| !contender.name().equals("helidon") && !contender.name().endsWith("-virtual");
	}

	private static Launch.Jvm jvm(String mainClass, List<String> flags, List<String> arguments, List<String> leftOut) {
		return new Launch.Jvm(mainClass, flags, arguments, leftOut, Map.of());
	}

	private static List<String> and(List<String> first, List<String> second) {
		return Stream.concat(first.stream(), second.stream()).toList();
	}

}
