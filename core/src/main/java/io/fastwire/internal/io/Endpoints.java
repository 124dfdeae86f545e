/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.net.InetSocketAddress;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;

/**
 * Who talks to whom on a connection: what a proxy has told of it, if one has, or else
 * what the socket knows. Callable from any thread once the connection has begun.
 */
public final class Endpoints {

	private static final AttributeKey<Endpoints> PROXIED = AttributeKey.valueOf(Endpoints.class, "proxied");

	private final InetSocketAddress remote;

	private final InetSocketAddress local;

	private final boolean secure;

	private Endpoints(InetSocketAddress remote, InetSocketAddress local, boolean secure) {
		this.remote = remote;
		this.local = local;
		this.secure = secure;
	}

	/**
	 * Sets what a proxy tells, before the connection of the protocol behind is made.
	 * @param channel the connection to the proxy
	 * @param remote the client
	 * @param local what the client has connected to
	 * @param secure whether the client speaks TLS to the proxy
	 */
	public static void set(Channel channel, InetSocketAddress remote, InetSocketAddress local, boolean secure) {
		channel.attr(PROXIED).set(new Endpoints(remote, local, secure));
	}

	/**
	 * Returns the address of the client.
	 * @param channel its connection
	 * @return {@code null} if the transport has none
	 */
	public static @Nullable InetSocketAddress remote(Channel channel) {
		Endpoints proxied = proxied(channel);
		if (proxied != null) {
			return proxied.remote;
		}
		return (channel.remoteAddress() instanceof InetSocketAddress address) ? address : null;
	}

	/**
	 * Returns the address that the client has connected to.
	 * @param channel its connection
	 * @return {@code null} if the transport has none
	 */
	public static @Nullable InetSocketAddress local(Channel channel) {
		Endpoints proxied = proxied(channel);
		if (proxied != null) {
			return proxied.local;
		}
		return (channel.localAddress() instanceof InetSocketAddress address) ? address : null;
	}

	/** Tells whether the client speaks TLS to a proxy. */
	static boolean secure(Channel channel) {
		Endpoints proxied = proxied(channel);
		return proxied != null && proxied.secure;
	}

	private static @Nullable Endpoints proxied(Channel channel) {
		return channel.hasAttr(PROXIED) ? channel.attr(PROXIED).get() : null;
	}

}
