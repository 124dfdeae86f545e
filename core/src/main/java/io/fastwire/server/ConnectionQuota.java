/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open connections of a server, of all its event loops together, where there
 * is a limit. Thread-safe. Costs nothing for a request.
 */
final class ConnectionQuota {

	private final int max;

	private final int maxPerAddress;

	private final AtomicInteger open = new AtomicInteger();

	/** By IPv4 address, or by the first half of an IPv6 address. */
	private final ConcurrentMap<Object, Integer> openByAddress = new ConcurrentHashMap<>();

	ConnectionQuota(ConnectionOptions options) {
		this.max = options.max();
		this.maxPerAddress = options.maxPerAddress();
	}

	/**
	 * Counts a connection until it is closed, unless there are too many.
	 * @param address of its client, or {@code null} if that is not known yet
	 * @return {@code null} if it may stay
	 */
	@Nullable ConnectionRefusal refuse(Channel channel, @Nullable InetAddress address) {
		if (open.incrementAndGet() > max) {
			open.decrementAndGet();
			return ConnectionRefusal.TOTAL;
		}
		if (address != null && !admit(channel, address)) {
			open.decrementAndGet();
			return ConnectionRefusal.ADDRESS;
		}
		channel.closeFuture().addListener((closed) -> open.decrementAndGet());
		return null;
	}

	/**
	 * Counts a connection for its address, until it is closed, unless there are too many.
	 * @return whether it may stay
	 */
	boolean admit(Channel channel, InetAddress address) {
		if (maxPerAddress == Integer.MAX_VALUE) {
			return true;
		}
		Object key = key(address);
		if (openByAddress.merge(key, 1, Integer::sum) > maxPerAddress) {
			leave(key);
			return false;
		}
		channel.closeFuture().addListener((closed) -> leave(key));
		return true;
	}

	private void leave(Object key) {
		openByAddress.computeIfPresent(key, (same, count) -> (count > 1) ? count - 1 : null);
	}

	private static Object key(InetAddress address) {
		return (address instanceof Inet6Address) ? (Object) ByteBuffer.wrap(address.getAddress()).getLong() : address;
	}

}
