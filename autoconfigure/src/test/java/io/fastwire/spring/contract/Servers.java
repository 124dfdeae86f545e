/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.InetAddress;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fastwire.spring.FastwireReactiveWebServerFactory;

import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;

/** The kinds of server that are held to the contracts. */
enum Servers {

	FASTWIRE("Fastwire", FastwireReactiveWebServerFactory::new,
			(factory) -> ((FastwireReactiveWebServerFactory) factory).setForwardedHeaders(true)),

	REACTOR_NETTY("Netty", NettyReactiveWebServerFactory::new,
			(factory) -> ((NettyReactiveWebServerFactory) factory).setUseForwardHeaders(true));

	private final String logName;

	private final Supplier<AbstractReactiveWebServerFactory> factories;

	private final Consumer<AbstractReactiveWebServerFactory> forwarding;

	Servers(String logName, Supplier<AbstractReactiveWebServerFactory> factories,
			Consumer<AbstractReactiveWebServerFactory> forwarding) {
		this.logName = logName;
		this.factories = factories;
		this.forwarding = forwarding;
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
