/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.websocket.CompressionMode;
import io.fastwire.websocket.WebSocketOptions;
import reactor.netty.http.server.WebsocketServerSpec;

import org.springframework.web.reactive.socket.server.RequestUpgradeStrategy;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;

/**
 * Carries over what an application has set in code for its sessions on Reactor Netty. In
 * a class of its own because it links to Reactor Netty.
 */
final class ReactorNettyWebSocketSettings {

	private static final WebsocketServerSpec DEFAULTS = WebsocketServerSpec.builder().build();

	private ReactorNettyWebSocketSettings() {
	}

	/**
	 * Returns a strategy that goes by what differs from Reactor Netty's defaults.
	 * @param present the strategy of the application
	 * @param ours the strategy that goes by properties
	 */
	static FastwireRequestUpgradeStrategy carryOver(RequestUpgradeStrategy present,
			FastwireRequestUpgradeStrategy ours) {
		WebsocketServerSpec spec = ((ReactorNettyRequestUpgradeStrategy) present).getWebsocketServerSpec();
		WebSocketOptions.Builder options = ours.getOptions().toBuilder();
		boolean differs = false;
		if (spec.maxFramePayloadLength() != DEFAULTS.maxFramePayloadLength()) {
			options.maxMessageBytes(spec.maxFramePayloadLength());
			differs = true;
		}
		if (spec.compress() && ours.getOptions().compression() == CompressionMode.OFF) {
			options.compression(CompressionMode.SHARED);
			differs = true;
		}
		return differs ? ours.withOptions(options.build()) : ours;
	}

}
