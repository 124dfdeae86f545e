/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/**
 * Some IP addresses, given as ranges in CIDR notation (RFC 4632 section 3.1, RFC 4291
 * section 2.3). Immutable.
 */
public final class AddressRanges {

	/** All addresses. */
	public static final AddressRanges ALL = new AddressRanges(List.of(), true);

	private record Range(byte[] network, int bits) {

		boolean contains(byte[] address) {
			if (address.length != network.length) {
				return false;
			}
			int whole = bits / 8;
			for (int i = 0; i < whole; i++) {
				if (address[i] != network[i]) {
					return false;
				}
			}
			int rest = bits % 8;
			return rest == 0 || ((address[whole] ^ network[whole]) & 0xFF) >> (8 - rest) == 0;
		}

	}

	private final List<Range> ranges;

	private final boolean all;

	private AddressRanges(List<Range> ranges, boolean all) {
		this.ranges = ranges;
		this.all = all;
	}

	/**
	 * Creates ranges.
	 * @param texts each {@code 10.0.0.0/8}, {@code fd00::/8}, or a single address
	 * @return the addresses that lie in one of them
	 * @throws IllegalArgumentException if one cannot be read; the message quotes it
	 */
	public static AddressRanges of(List<String> texts) {
		List<Range> ranges = new ArrayList<>();
		for (String text : texts) {
			ranges.add(range(text.strip()));
		}
		return new AddressRanges(ranges, false);
	}

	private static Range range(String text) {
		int slash = text.indexOf('/');
		byte[] network = NetUtil.createByteArrayFromIpAddressString((slash < 0) ? text : text.substring(0, slash));
		int bits = (network == null) ? -1 : (slash < 0) ? network.length * 8 : bits(text.substring(slash + 1));
		if (network == null || bits < 0 || bits > network.length * 8) {
			throw new IllegalArgumentException(
					"Not an IP address with an optional length of its prefix, such as 10.0.0.0/8: '" + text + "'");
		}
		return new Range(network, bits);
	}

	private static int bits(String text) {
		return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
	}

	/**
	 * Tells whether an address is one of these.
	 * @param address an address, maybe unknown
	 * @return {@code false} if it is {@code null}, unless these are all addresses
	 */
	public boolean contains(@Nullable InetAddress address) {
		if (all) {
			return true;
		}
		if (address == null) {
			return false;
		}
		byte[] bytes = address.getAddress();
		for (Range range : ranges) {
			if (range.contains(bytes)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Tells whether these are all addresses, so that nothing needs to be asked.
	 * @return whether this is {@link #ALL}
	 */
	public boolean all() {
		return all;
	}

}
