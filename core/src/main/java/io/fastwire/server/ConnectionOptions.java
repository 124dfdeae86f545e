/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import io.fastwire.proxy.AddressRanges;
import io.fastwire.proxy.ProxyProtocol;

/**
 * Which connections a server accepts, and whose word it takes for where they come from.
 * Immutable.
 */
public final class ConnectionOptions {

	/** All defaults: any number of connections, from any address, none by a proxy. */
	public static final ConnectionOptions DEFAULTS = builder().build();

	private final int max;

	private final int maxPerAddress;

	private final ProxyProtocol proxyProtocol;

	private final AddressRanges trustedProxies;

	private ConnectionOptions(Builder builder) {
		this.max = builder.max;
		this.maxPerAddress = builder.maxPerAddress;
		this.proxyProtocol = builder.proxyProtocol;
		this.trustedProxies = builder.trustedProxies;
	}

	/**
	 * Starts from the defaults.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Starts from these values.
	 * @return a new builder
	 */
	public Builder toBuilder() {
		Builder builder = new Builder();
		builder.max = max;
		builder.maxPerAddress = maxPerAddress;
		builder.proxyProtocol = proxyProtocol;
		builder.trustedProxies = trustedProxies;
		return builder;
	}

	/**
	 * Returns how many connections may be open. Those beyond it are reset as soon as they
	 * are accepted.
	 * @return 1 or more; {@link Integer#MAX_VALUE} unless it was set
	 */
	public int max() {
		return max;
	}

	/**
	 * Returns how many connections of one client address may be open: of an IPv4 address
	 * or of a network of 64 bits of IPv6, which is what one client gets. With the PROXY
	 * protocol that is the address that the proxy tells.
	 * @return 1 or more; {@link Integer#MAX_VALUE} unless it was set
	 */
	public int maxPerAddress() {
		return maxPerAddress;
	}

	/**
	 * Returns whether connections begin with a header of the PROXY protocol.
	 * @return {@link ProxyProtocol#OFF} unless it was set
	 */
	public ProxyProtocol proxyProtocol() {
		return proxyProtocol;
	}

	/**
	 * Returns which proxies are believed.
	 * @return {@link AddressRanges#ALL} unless it was set
	 */
	public AddressRanges trustedProxies() {
		return trustedProxies;
	}

	/** Whether open connections must be counted when they are accepted. */
	boolean limited() {
		return max != Integer.MAX_VALUE || maxPerAddress != Integer.MAX_VALUE;
	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private int max = Integer.MAX_VALUE;

		private int maxPerAddress = Integer.MAX_VALUE;

		private ProxyProtocol proxyProtocol = ProxyProtocol.OFF;

		private AddressRanges trustedProxies = AddressRanges.ALL;

		private Builder() {
		}

		/**
		 * Sets how many connections may be open.
		 * @param max 1 or more
		 * @return this
		 */
		public Builder max(int max) {
			this.max = ServerOptions.positive("max", max);
			return this;
		}

		/**
		 * Sets how many connections of one client address may be open.
		 * @param maxPerAddress 1 or more
		 * @return this
		 */
		public Builder maxPerAddress(int maxPerAddress) {
			this.maxPerAddress = ServerOptions.positive("maxPerAddress", maxPerAddress);
			return this;
		}

		/**
		 * Sets whether connections begin with a header of the PROXY protocol.
		 * @param proxyProtocol the mode
		 * @return this
		 */
		public Builder proxyProtocol(ProxyProtocol proxyProtocol) {
			this.proxyProtocol = proxyProtocol;
			return this;
		}

		/**
		 * Sets which proxies are believed.
		 * @param trustedProxies their addresses
		 * @return this
		 */
		public Builder trustedProxies(AddressRanges trustedProxies) {
			this.trustedProxies = trustedProxies;
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable options
		 */
		public ConnectionOptions build() {
			return new ConnectionOptions(this);
		}

	}

}
