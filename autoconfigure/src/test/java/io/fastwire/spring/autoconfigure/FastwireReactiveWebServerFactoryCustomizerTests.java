/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.HttpTimeouts;
import io.fastwire.proxy.AddressRanges;
import io.fastwire.proxy.ProxyProtocol;
import io.fastwire.server.ConnectionOptions;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;
import io.fastwire.spring.FastwireServerCustomizer;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.assertj.AssertableReactiveWebApplicationContext;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What properties become in the options of a server.
 */
class FastwireReactiveWebServerFactoryCustomizerTests {

	private final AtomicReference<ServerOptions> seen = new AtomicReference<>();

	private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner(
			AnnotationConfigReactiveWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class))
		.withUserConfiguration(FastwireReactiveWebServerAutoConfigurationTests.Handler.class)
		.withBean(FastwireServerCustomizer.class, () -> (options) -> seen.set(options.build()))
		.withPropertyValues("server.port=0", "fastwire.transport=nio");

	@Test
	void takesTheDefaultsOfCore() {
		ServerOptions options = optionsWith();
		assertThat(options.limits()).usingRecursiveComparison().isEqualTo(HttpLimits.DEFAULTS);
		assertThat(options.timeouts()).usingRecursiveComparison().isEqualTo(HttpTimeouts.DEFAULTS);
		assertThat(options.backlog()).isEqualTo(ServerOptions.DEFAULTS.backlog());
		assertThat(options.poolBytes()).isEqualTo(ServerOptions.DEFAULTS.poolBytes());
		assertThat(options.eventLoops()).isEqualTo(ServerOptions.DEFAULTS.eventLoops());
		assertThat(options.serverHeader()).isNull();
		assertThat(options.connections()).usingRecursiveComparison().isEqualTo(ConnectionOptions.DEFAULTS);
		assertThat(options.accessLog()).isNull();
	}

	static Stream<Mapping> mappings() {
		return Stream.of(new Mapping("server.server-header=A/1", ServerOptions::serverHeader, "A/1"),
				new Mapping("server.max-http-request-header-size=40KB", (o) -> o.limits().maxHeadBytes(), 40 * 1024),
				new Mapping("server.max-http-request-header-size=40KB", (o) -> o.limits().maxRequestLineBytes(),
						40 * 1024),
				new Mapping("fastwire.transport=epoll", ServerOptions::transport, Transport.EPOLL),
				new Mapping("fastwire.event-loops=3", ServerOptions::eventLoops, 3),
				new Mapping("fastwire.backlog=7", ServerOptions::backlog, 7),
				new Mapping("fastwire.pool.size=64KB", ServerOptions::poolBytes, 64 * 1024),
				new Mapping("fastwire.http.max-request-line-size=1KB", (o) -> o.limits().maxRequestLineBytes(), 1024),
				new Mapping("fastwire.http.lenient-query=false", (o) -> o.limits().lenientQuery(), false),
				new Mapping("fastwire.http.max-header-fields=9", (o) -> o.limits().maxHeaderFields(), 9),
				new Mapping("fastwire.http.max-body-size=3GB", (o) -> o.limits().maxBodyBytes(), 3L << 30),
				new Mapping("fastwire.http.max-chunk-extension-size=2KB", (o) -> o.limits().maxChunkExtensionBytes(),
						2048),
				new Mapping("fastwire.http.max-buffered-size=2KB", (o) -> o.limits().maxBufferedBytes(), 2048),
				new Mapping("fastwire.http.max-drain-size=2KB", (o) -> o.limits().maxDrainBytes(), 2048),
				new Mapping("fastwire.http.head-timeout=1s", (o) -> o.timeouts().head(), Duration.ofSeconds(1)),
				new Mapping("fastwire.http.idle-timeout=1s", (o) -> o.timeouts().idle(), Duration.ofSeconds(1)),
				new Mapping("fastwire.http.body-window=1s", (o) -> o.timeouts().bodyWindow(), Duration.ofSeconds(1)),
				new Mapping("fastwire.http.body-size-per-window=0", (o) -> o.timeouts().bodyBytesPerWindow(), 0L),
				new Mapping("fastwire.http.write-timeout=1s", (o) -> o.timeouts().write(), Duration.ofSeconds(1)),
				new Mapping("fastwire.http.linger-timeout=1s", (o) -> o.timeouts().linger(), Duration.ofSeconds(1)),
				new Mapping("fastwire.http.half-close-timeout=1s", (o) -> o.timeouts().halfClose(),
						Duration.ofSeconds(1)),
				new Mapping("fastwire.http.max-keep-alive-requests=9", (o) -> o.limits().maxRequests(), 9),
				new Mapping("fastwire.http.first-request-timeout=1s", (o) -> o.timeouts().firstRequest(),
						Duration.ofSeconds(1)),
				new Mapping("fastwire.http.idle-timeout=1s", (o) -> o.timeouts().firstRequest(), Duration.ofSeconds(1)),
				new Mapping("fastwire.connections.max=9", (o) -> o.connections().max(), 9),
				new Mapping("fastwire.connections.max-per-address=9", (o) -> o.connections().maxPerAddress(), 9),
				new Mapping("fastwire.proxy-protocol=required", (o) -> o.connections().proxyProtocol(),
						ProxyProtocol.REQUIRED),
				new Mapping("fastwire.trusted-proxies=10.0.0.0/8,::1",
						FastwireReactiveWebServerFactoryCustomizerTests::trust, "true true false"),
				new Mapping("server.netty.connection-timeout=2s", (o) -> o.timeouts().firstRequest(),
						Duration.ofSeconds(2)),
				new Mapping("server.netty.max-keep-alive-requests=7", (o) -> o.limits().maxRequests(), 7),
				new Mapping("server.netty.idle-timeout=2m", (o) -> o.timeouts().idle(), Duration.ofMinutes(2)),
				new Mapping("server.netty.max-initial-line-length=5KB", (o) -> o.limits().maxRequestLineBytes(),
						5 * 1024),
				new Mapping("server.address=127.0.0.1", (o) -> o.address().getHostString(), "127.0.0.1"));
	}

	private static String trust(ServerOptions options) {
		AddressRanges trusted = options.connections().trustedProxies();
		return trusted.contains(new InetSocketAddress("10.1.2.3", 0).getAddress()) + " "
				+ trusted.contains(new InetSocketAddress("::1", 0).getAddress()) + " "
				+ trusted.contains(new InetSocketAddress("11.1.2.3", 0).getAddress());
	}

	@ParameterizedTest
	@MethodSource("mappings")
	void maps(Mapping mapping) {
		assertThat(mapping.value().apply(optionsWith(mapping.property()))).isEqualTo(mapping.expected());
	}

	@Test
	void prefersItsOwnPropertyToThatOfReactorNetty() {
		ServerOptions options = optionsWith("server.netty.idle-timeout=2m", "fastwire.http.idle-timeout=1m",
				"server.netty.max-initial-line-length=5KB", "fastwire.http.max-request-line-size=6KB",
				"server.netty.connection-timeout=5s", "fastwire.http.first-request-timeout=6s",
				"server.netty.max-keep-alive-requests=5", "fastwire.http.max-keep-alive-requests=6");
		assertThat(options.timeouts().firstRequest()).isEqualTo(Duration.ofSeconds(6));
		assertThat(options.limits().maxRequests()).isEqualTo(6);
		assertThat(options.timeouts().idle()).isEqualTo(Duration.ofMinutes(1));
		assertThat(options.limits().maxRequestLineBytes()).isEqualTo(6 * 1024);
	}

	/** What Reactor Netty takes makes no startup fail, and means the same. */
	@Test
	void takesWhatMeansNoLimitToReactorNetty() {
		ServerOptions options = optionsWith("server.netty.idle-timeout=0", "server.netty.connection-timeout=0",
				"server.netty.max-keep-alive-requests=-1");
		assertThat(options.timeouts().idle()).isGreaterThan(Duration.ofDays(30_000));
		assertThat(options.timeouts().firstRequest()).isGreaterThan(Duration.ofDays(30_000));
		assertThat(options.limits().maxRequests()).isEqualTo(Integer.MAX_VALUE);
	}

	@Test
	void leavesRoomForTheFieldsBesideALineThatReactorNettyAllows() {
		ServerOptions options = optionsWith("server.netty.max-initial-line-length=16KB",
				"server.max-http-request-header-size=10KB");
		assertThat(options.limits().maxRequestLineBytes()).isEqualTo(16 * 1024);
		assertThat(options.limits().maxHeadBytes()).isEqualTo(26 * 1024);
		options = optionsWith("server.netty.max-initial-line-length=16KB", "fastwire.http.max-request-line-size=6KB");
		assertThat(options.limits().maxHeadBytes()).isEqualTo(8 * 1024);
	}

	@ParameterizedTest
	@CsvSource({ "server.max-http-request-header-size, 0", "server.max-http-request-header-size, 3GB",
			"server.netty.max-initial-line-length, -1B", "fastwire.event-loops, 0", "fastwire.backlog, 0",
			"fastwire.pool.size, 0", "fastwire.connections.max, 0", "fastwire.connections.max-per-address, 0",
			"fastwire.trusted-proxies, 10.0.0.0/99", "fastwire.http.first-request-timeout, 0s",
			"fastwire.http.max-keep-alive-requests, 0", "server.netty.max-keep-alive-requests, 0",
			"server.netty.max-keep-alive-requests, -2", "fastwire.http.max-request-line-size, 0",
			"fastwire.http.max-header-fields, 0", "fastwire.http.max-body-size, 0",
			"fastwire.http.max-chunk-extension-size, 0", "fastwire.http.max-buffered-size, 0",
			"fastwire.http.max-drain-size, 3GB", "fastwire.http.head-timeout, 0s", "fastwire.http.idle-timeout, -1s",
			"fastwire.http.body-window, 0s", "fastwire.http.body-size-per-window, -1B",
			"fastwire.http.write-timeout, 0s", "fastwire.http.linger-timeout, 0s",
			"fastwire.http.half-close-timeout, 0s", "server.server-header, a\u00e4",
			"server.server-header, 'a\r\nSet-Cookie: a=b'" })
	void namesThePropertyWhoseValueItRefuses(String property, String value) {
		runner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("test", Map.of(property, value))))
			.run((context) -> assertThat(context).getFailure()
				.satisfies((failure) -> assertThat(invalidValue(failure).getName()).isEqualTo(property)));
	}

	private static InvalidConfigurationPropertyValueException invalidValue(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof InvalidConfigurationPropertyValueException invalid) {
				return invalid;
			}
		}
		throw new AssertionError("Names no property", failure);
	}

	@ParameterizedTest
	@CsvSource({ "native, , true", "framework, kubernetes, false", "none, kubernetes, false", ", kubernetes, true",
			", none, false", ", , false" })
	void believesForwardedFieldsByStrategyOrElseByPlatform(String strategy, String platform, boolean expected) {
		String[] properties = Stream
			.of((strategy != null) ? "server.forward-headers-strategy=" + strategy : null,
					(platform != null) ? "spring.main.cloud-platform=" + platform : null)
			.filter((property) -> property != null)
			.toArray(String[]::new);
		runner.withPropertyValues(properties)
			.run((context) -> assertThat(context.getBean("fastwireReactiveWebServerFactory"))
				.hasFieldOrPropertyWithValue("forwardedHeaders", expected));
	}

	@ParameterizedTest
	@CsvSource({ "true, , true", "false, , false", "true, false, false", "false, true, true" })
	void nettyDataBuffersAreForSpringCloudGatewayUnlessSaidOtherwise(boolean gateway, String property,
			boolean expected) {
		String filter = "org.springframework.cloud.gateway.filter.NettyWriteResponseFilter";
		ClassLoader classes = getClass().getClassLoader();
		if (gateway) {
			classes = new ByteBuddy().subclass(Object.class)
				.name(filter)
				.make()
				.load(classes)
				.getLoaded()
				.getClassLoader();
		}
		runner.withClassLoader(classes)
			.withPropertyValues(
					(property != null) ? new String[] { "fastwire.netty-data-buffers=" + property } : new String[0])
			.run((context) -> assertThat(context.getBean("fastwireReactiveWebServerFactory"))
				.hasFieldOrPropertyWithValue("nettyDataBuffers", expected));
	}

	private ServerOptions optionsWith(String... properties) {
		runner.withPropertyValues(properties).run(FastwireReactiveWebServerFactoryCustomizerTests::hasStarted);
		return Objects.requireNonNull(seen.get());
	}

	private static void hasStarted(AssertableReactiveWebApplicationContext context) {
		assertThat(context).hasNotFailed();
	}

	/** A property and what becomes of it. */
	record Mapping(String property, Function<ServerOptions, Object> value, Object expected) {

		@Override
		public String toString() {
			return property;
		}

	}

}
