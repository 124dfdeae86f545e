/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;

/**
 * Who talks to whom on a connection: what a proxy has told of it, if one has, or else
 * what the socket knows. Callable from any thread once the connection has begun.
 */
public final class Endpoints {

	/** What is not as the socket tells it. */
	private static final AttributeKey<Endpoints> TOLD = AttributeKey.valueOf(Endpoints.class, "told");

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
		channel.attr(TOLD).set(new Endpoints(remote, local, secure));
	}

	/**
	 * Returns the address of the client.
	 * @param channel its connection
	 * @return {@code null} if the transport has none
	 */
	public static @Nullable InetSocketAddress remote(Channel channel) {
		Endpoints told = told(channel);
		return (told != null) ? told.remote : inet(channel.remoteAddress());
	}

	/**
	 * Returns the address that the client has connected to.
	 * @param channel its connection
	 * @return {@code null} if the transport has none
	 */
	public static @Nullable InetSocketAddress local(Channel channel) {
		Endpoints told = told(channel);
		return (told != null) ? told.local : inet(channel.localAddress());
	}

	/** Tells whether the client speaks TLS to a proxy. */
	static boolean secure(Channel channel) {
		Endpoints told = channel.hasAttr(TOLD) ? channel.attr(TOLD).get() : null;
		return told != null && told.secure;
	}

	private static @Nullable InetSocketAddress inet(@Nullable SocketAddress address) {
		return (address instanceof InetSocketAddress inet) ? inet : null;
	}

	private static @Nullable Endpoints told(Channel channel) {
		if (channel.hasAttr(TOLD)) {
			return channel.attr(TOLD).get();
		}
		InetSocketAddress remote = inet(channel.remoteAddress());
		InetSocketAddress local = inet(channel.localAddress());
		if (remote == null || local == null || !(hasNoScope(remote) || hasNoScope(local))) {
			return null;
		}
		Endpoints told = new Endpoints(withoutScope(remote), withoutScope(local), false);
		channel.attr(TOLD).set(told);
		return told;
	}

	/**
	 * The native transports give each IPv6 address a scope, which most do not have: 0
	 * stands for none (RFC 4007 section 11.2). The address of a client would not be
	 * written, compared as text or looked up as {@code ::1} but as {@code ::1%0}.
	 */
	private static boolean hasNoScope(InetSocketAddress address) {
		return address.getAddress() instanceof Inet6Address inet && inet.getScopeId() == 0;
	}

	private static InetSocketAddress withoutScope(InetSocketAddress address) {
		if (!hasNoScope(address)) {
			return address;
		}
		try {
			return new InetSocketAddress(Inet6Address.getByAddress(null, address.getAddress().getAddress(), -1),
					address.getPort());
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("An address of the wrong length", ex);
		}
	}

}
