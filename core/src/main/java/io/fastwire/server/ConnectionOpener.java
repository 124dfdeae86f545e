/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.net.InetAddress;
import java.util.Map;

import io.fastwire.internal.io.ConnectionSweeper;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopConnection;
import io.fastwire.proxy.ProxyHandshake;
import io.fastwire.proxy.ProxyProtocol;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Gives accepted channels their first connection: that of the PROXY protocol, of TLS, or
 * of HTTP, each of which hands over to the next.
 */
@ChannelHandler.Sharable
final class ConnectionOpener extends ChannelInitializer<Channel> {

	private final ServerOptions options;

	private final Map<EventLoop, Protocols> loops;

	/** {@code null} if there is no limit. */
	private final @Nullable ConnectionQuota quota;

	/** {@code null} if no connection begins with a PROXY header. */
	private final ProxyHandshake.@Nullable Settings proxy;

	ConnectionOpener(ServerOptions options, Map<EventLoop, Protocols> loops) {
		ConnectionOptions connections = options.connections();
		this.options = options;
		this.loops = loops;
		this.quota = connections.limited() ? new ConnectionQuota(connections) : null;
		this.proxy = (connections.proxyProtocol() != ProxyProtocol.OFF)
				? new ProxyHandshake.Settings(connections.proxyProtocol(), connections.trustedProxies(),
						ConnectionSweeper.ticks(options.timeouts().firstRequest()),
						ConnectionSweeper.ticks(options.timeouts().head()))
				: null;
	}

	/** Returns the handler of the listening socket, which decides who comes here. */
	ChannelHandler gate(AcceptFailures failures) {
		return new ChannelInitializer<>() {

			@Override
			protected void initChannel(Channel listener) {
				Protocols loop = loops.get(listener.eventLoop());
				if (loop != null) {
					listener.pipeline()
						.addLast(new AcceptGate(listener, loop.resources().counters(), failures, options.connections(),
								quota));
				}
			}

		};
	}

	@Override
	protected void initChannel(Channel channel) {
		Protocols loop = loops.get(channel.eventLoop());
		if (loop != null) {
			channel.pipeline().addLast((proxy != null) ? proxied(proxy, channel, loop) : loop.first(channel));
		}
	}

	private LoopConnection proxied(ProxyHandshake.Settings settings, Channel channel, Protocols loop) {
		return new ProxyHandshake(loop.resources(), channel, settings,
				(client) -> admits(channel, client, loop) ? loop.first(channel) : null);
	}

	private boolean admits(Channel channel, @Nullable InetAddress client, Protocols loop) {
		if (quota == null || client == null || quota.admit(channel, client)) {
			return true;
		}
		loop.resources().counters().increment(Counter.CONNECTIONS_REFUSED_ADDRESS);
		return false;
	}

}
