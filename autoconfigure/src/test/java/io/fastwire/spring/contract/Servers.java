/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.InetAddress;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fastwire.server.Transport;
import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.testsupport.TestKeys;
import io.fastwire.websocket.WebSocketOptions;
import reactor.netty.http.HttpResources;
import reactor.netty.http.server.WebsocketServerSpec;

import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.web.reactive.socket.server.RequestUpgradeStrategy;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;

/** The kinds of server that are held to the contracts. */
enum Servers {

	FASTWIRE("Fastwire", FastwireReactiveWebServerFactory::new, Servers::believeForwardedFields),

	/** By HTTP/2 on TLS, whose keys {@link WebServerHarness} trusts. */
	FASTWIRE_HTTP2("Fastwire", Servers::fastwireHttp2, Servers::believeForwardedFields),

	FASTWIRE_ON_EPOLL("Fastwire", () -> fastwire(Transport.EPOLL), Servers::believeForwardedFields),

	FASTWIRE_ON_NIO("Fastwire", () -> fastwire(Transport.NIO), Servers::believeForwardedFields),

	REACTOR_NETTY("Netty", Servers::reactorNetty,
			(factory) -> ((NettyReactiveWebServerFactory) factory).setUseForwardHeaders(true));

	static final TestKeys KEYS = TestKeys.of("http2.example");

	static final int MAX_MESSAGE = 2 * 1024 * 1024;

	static final WebSocketOptions OPTIONS = WebSocketOptions.builder().maxMessageBytes(MAX_MESSAGE).build();

	private final String logName;

	private final Supplier<AbstractReactiveWebServerFactory> factories;

	private final Consumer<AbstractReactiveWebServerFactory> forwarding;

	Servers(String logName, Supplier<AbstractReactiveWebServerFactory> factories,
			Consumer<AbstractReactiveWebServerFactory> forwarding) {
		this.logName = logName;
		this.factories = factories;
		this.forwarding = forwarding;
	}

	private static FastwireReactiveWebServerFactory fastwire(Transport transport) {
		FastwireReactiveWebServerFactory factory = new FastwireReactiveWebServerFactory();
		factory.addServerCustomizers((options) -> options.transport(transport));
		return factory;
	}

	private static FastwireReactiveWebServerFactory fastwireHttp2() {
		FastwireReactiveWebServerFactory factory = new FastwireReactiveWebServerFactory();
		Http2 http2 = new Http2();
		http2.setEnabled(true);
		factory.setHttp2(http2);
		factory.setSsl(Ssl.forBundle("main"));
		factory.setSslBundles(new DefaultSslBundleRegistry("main", TlsContract.bundle(KEYS)));
		return factory;
	}

	/** Whether clients agree to HTTP/2. */
	boolean speaksHttp2() {
		return this == FASTWIRE_HTTP2;
	}

	private static void believeForwardedFields(AbstractReactiveWebServerFactory factory) {
		((FastwireReactiveWebServerFactory) factory).setForwardedHeaders(true);
	}

	/** On the JDK's selector: with io_uring its sockets outlive a stop now and then. */
	private static NettyReactiveWebServerFactory reactorNetty() {
		NettyReactiveWebServerFactory factory = new NettyReactiveWebServerFactory();
		factory.addServerCustomizers((server) -> server.runOn(HttpResources.get(), false));
		return factory;
	}

	/** A strategy for sessions with messages of up to {@value #MAX_MESSAGE} bytes. */
	RequestUpgradeStrategy upgradeStrategy() {
		return (this == REACTOR_NETTY) ? reactorNettyStrategy() : new FastwireRequestUpgradeStrategy(OPTIONS);
	}

	private static RequestUpgradeStrategy reactorNettyStrategy() {
		return new ReactorNettyRequestUpgradeStrategy(
				() -> WebsocketServerSpec.builder().maxFramePayloadLength(MAX_MESSAGE));
	}

	/** The name in the line that is logged at the start. */
	String logName() {
		return logName;
	}

	/** A factory of servers on a free loopback port. */
	AbstractReactiveWebServerFactory factory() {
		AbstractReactiveWebServerFactory factory = factories.get();
		factory.setPort(0);
		factory.setAddress(InetAddress.getLoopbackAddress());
		return factory;
	}

	/** A factory of servers that believe what a proxy says about a request. */
	AbstractReactiveWebServerFactory factoryBehindProxy() {
		AbstractReactiveWebServerFactory factory = factory();
		forwarding.accept(factory);
		return factory;
	}

}
