/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Objects;

import io.netty.channel.embedded.EmbeddedChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The addresses of a connection as an application sees them. */
class EndpointsTests {

	private static final byte[] LOOPBACK = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };

	private static final byte[] LINK_LOCAL = { (byte) 0xFE, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };

	private static EmbeddedChannel channel(InetAddress remote, InetAddress local) {
		return new EmbeddedChannel() {

			@Override
			protected SocketAddress remoteAddress0() {
				return new InetSocketAddress(remote, 4711);
			}

			@Override
			protected SocketAddress localAddress0() {
				return new InetSocketAddress(local, 8080);
			}

		};
	}

	private static String text(@Nullable InetSocketAddress address) {
		Objects.requireNonNull(address);
		return address.getAddress().getHostAddress() + " " + address.getPort();
	}

	@Test
	void noScopeIsShownWhereThereIsNone() throws UnknownHostException {
		EmbeddedChannel channel = channel(Inet6Address.getByAddress(null, LOOPBACK, 0),
				Inet6Address.getByAddress(null, LOOPBACK, 0));
		assertThat(channel.remoteAddress()).as("as the native transports tell it").asString().contains("%0");
		assertThat(text(Endpoints.remote(channel))).isEqualTo("0:0:0:0:0:0:0:1 4711");
		assertThat(text(Endpoints.local(channel))).isEqualTo("0:0:0:0:0:0:0:1 8080");
		assertThat(Endpoints.remote(channel)).as("made once").isSameAs(Endpoints.remote(channel));
		assertThat(Endpoints.secure(channel)).isFalse();
		channel.close();
	}

	@Test
	void theScopeOfALinkLocalAddressStays() throws UnknownHostException {
		EmbeddedChannel channel = channel(Inet6Address.getByAddress(null, LINK_LOCAL, 2),
				Inet6Address.getByAddress(null, LOOPBACK, 0));
		assertThat(text(Endpoints.remote(channel))).isEqualTo("fe80:0:0:0:0:0:0:1%2 4711");
		assertThat(text(Endpoints.local(channel))).isEqualTo("0:0:0:0:0:0:0:1 8080");
		channel.close();
	}

	@Test
	void whatAProxyTellsComesFirst() throws UnknownHostException {
		EmbeddedChannel channel = channel(Inet6Address.getByAddress(null, LOOPBACK, 0),
				InetAddress.getByName("127.0.0.1"));
		assertThat(text(Endpoints.remote(channel))).isEqualTo("0:0:0:0:0:0:0:1 4711");
		InetSocketAddress client = new InetSocketAddress("203.0.113.9", 1);
		Endpoints.set(channel, client, new InetSocketAddress("192.0.2.1", 443), true);
		assertThat(Endpoints.remote(channel)).isSameAs(client);
		assertThat(text(Endpoints.local(channel))).isEqualTo("192.0.2.1 443");
		assertThat(Endpoints.secure(channel)).isTrue();
		channel.close();
	}

}
