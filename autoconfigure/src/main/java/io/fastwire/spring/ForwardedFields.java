/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

import io.fastwire.http.Headers;
import io.fastwire.proxy.AddressRanges;
import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/**
 * What a proxy says of the request it passed on, in Forwarded (RFC 7239) or
 * X-Forwarded-*. A field that cannot be read is as good as absent; nothing here throws.
 * <p>
 * Each proxy appends to a list what it knows of its own peer. If all proxies are trusted,
 * the first element counts, as it describes the client. If only some are, the client may
 * have sent a list of its own, so elements count from the end, up to the first that does
 * not describe a trusted proxy.
 */
final class ForwardedFields {

	/*
	 * Written instead of using Spring's ForwardedHeaderTransformer, because that one
	 * throws on malformed fields, leaves the client address unresolved with its port
	 * inside the host, and copies all fields of the request. Where both fields are there,
	 * Forwarded wins, as there, if all peers are trusted. If only some are, one of both
	 * may be the client's own, which the proxy has passed on because it does not know it.
	 * Most proxies append to X-Forwarded-For and leave Forwarded alone, so that one
	 * counts then.
	 *
	 * Proxies that set scheme, host and port do so for the whole chain, or append to them
	 * as to the addresses. So of these lists the element as far from the end counts as
	 * that of the client's address, or the first if there are fewer.
	 */

	private static final String[] NAMES = { "Forwarded", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-For",
			"X-Forwarded-Port", "X-Forwarded-Ssl", "X-Forwarded-Prefix" };

	private @Nullable String scheme;

	private @Nullable String host;

	private int port = -1;

	private @Nullable String prefix;

	private @Nullable InetSocketAddress client;

	private @Nullable InetSocketAddress server;

	private final AddressRanges trusted;

	/** How many elements at the end of a list describe trusted proxies. */
	private int proxies;

	private ForwardedFields(AddressRanges trusted) {
		this.trusted = trusted;
	}

	/**
	 * Reads the fields of a request.
	 * @param headers its fields
	 * @param trusted whose fields are believed
	 * @param peer who sent the request
	 * @return {@code null} if there are none, or none to be believed
	 */
	static @Nullable ForwardedFields read(Headers headers, AddressRanges trusted, @Nullable InetSocketAddress peer) {
		for (String name : NAMES) {
			if (headers.contains(name)) {
				return trusted.contains((peer != null) ? peer.getAddress() : null) ? read(headers, trusted) : null;
			}
		}
		return null;
	}

	private static ForwardedFields read(Headers headers, AddressRanges trusted) {
		ForwardedFields fields = new ForwardedFields(trusted);
		fields.readAll(headers);
		return fields;
	}

	/**
	 * Returns the address of the client of a request.
	 * @param headers its fields
	 * @param trusted whose fields are believed
	 * @param peer who sent the request
	 * @return the peer if nothing else is known
	 */
	static @Nullable InetSocketAddress client(Headers headers, AddressRanges trusted,
			@Nullable InetSocketAddress peer) {
		ForwardedFields fields = read(headers, trusted, peer);
		return (fields != null) ? fields.client(peer) : peer;
	}

	private void readAll(Headers headers) {
		InetSocketAddress address = trusted.all() ? readAddress(first(headers.get("X-Forwarded-For")))
				: lastUntrusted(headers);
		String forwarded = trusted.all() ? headers.get("Forwarded") : lastUntrustedForwarded(headers);
		if (forwarded != null && !forwarded.isBlank()) {
			readForwarded(forwarded);
		}
		else {
			scheme = readScheme(element(headers, "X-Forwarded-Proto"));
			readHost(element(headers, "X-Forwarded-Host"));
			int explicit = readPort(element(headers, "X-Forwarded-Port"));
			port = (explicit > 0) ? explicit : port;
		}
		if (scheme == null && "on".equalsIgnoreCase(headers.get("X-Forwarded-Ssl"))) {
			scheme = "https";
		}
		client = (client != null) ? client : address;
		prefix = readPrefix(headers.get("X-Forwarded-Prefix"));
	}

	private @Nullable InetSocketAddress lastUntrusted(Headers headers) {
		List<String> elements = ForwardedLists.elements(headers.getAll("X-Forwarded-For"), false);
		InetSocketAddress address = null;
		for (int i = elements.size() - 1; i >= 0; i--) {
			address = readAddress(elements.get(i));
			if (address == null || !trusted.contains(address.getAddress())) {
				return address;
			}
			proxies += (i > 0) ? 1 : 0;
		}
		return address;
	}

	private @Nullable String lastUntrustedForwarded(Headers headers) {
		if (headers.contains("X-Forwarded-For")) {
			return null;
		}
		List<String> elements = ForwardedLists.elements(headers.getAll("Forwarded"), true);
		for (int i = elements.size() - 1; i > 0; i--) {
			ForwardedFields hop = new ForwardedFields(trusted);
			hop.readForwarded(elements.get(i));
			if (hop.client == null || !trusted.contains(hop.client.getAddress())) {
				return elements.get(i);
			}
		}
		return elements.isEmpty() ? null : elements.get(0);
	}

	/** Returns the element of a list that describes the client. */
	private @Nullable String element(Headers headers, String name) {
		if (trusted.all()) {
			return first(headers.get(name));
		}
		List<String> elements = ForwardedLists.elements(headers.getAll(name), false);
		return elements.isEmpty() ? null : elements.get(Math.max(0, elements.size() - 1 - proxies));
	}

	private void readForwarded(String field) {
		int index = 0;
		while (index < field.length()) {
			int end = Math.min(ForwardedLists.end(field, index, ";,"), field.length());
			int equals = field.indexOf('=', index);
			if (equals >= 0 && equals < end) {
				readPair(field.substring(index, equals).strip(), unquote(field.substring(equals + 1, end).strip()));
			}
			if (end < field.length() && field.charAt(end) == ',') {
				return;
			}
			index = end + 1;
		}
	}

	private void readPair(String name, String value) {
		switch (name.toLowerCase(Locale.ROOT)) {
			case "proto" -> scheme = (scheme != null) ? scheme : readScheme(value);
			case "host" -> {
				if (host == null) {
					readHost(value);
				}
			}
			case "for" -> client = (client != null) ? client : readAddress(value);
			case "by" -> server = (server != null) ? server : readAddress(value);
			default -> {
				// An extension (RFC 7239 section 5.5).
			}
		}
	}

	private static String unquote(String value) {
		int last = value.length() - 1;
		boolean quoted = last > 0 && value.charAt(0) == '"' && value.charAt(last) == '"';
		return quoted ? value.substring(1, last) : value;
	}

	private static @Nullable String first(@Nullable String list) {
		return (list != null) ? ForwardedLists.first(list) : null;
	}

	private static @Nullable String readScheme(@Nullable String value) {
		String lower = (value != null) ? value.toLowerCase(Locale.ROOT) : "";
		return switch (lower) {
			case "https", "wss" -> "https";
			case "http", "ws" -> "http";
			default -> null;
		};
	}

	private static int readPort(@Nullable String value) {
		int length = (value != null) ? value.length() : 0;
		if (value == null || length == 0 || length > 5) {
			return -1;
		}
		int port = 0;
		for (int i = 0; i < length; i++) {
			char c = value.charAt(i);
			if (c < '0' || c > '9') {
				return -1;
			}
			port = port * 10 + c - '0';
		}
		return (port > 0 && port < 65536) ? port : -1;
	}

	private void readHost(@Nullable String value) {
		if (value == null) {
			return;
		}
		int colon = portColon(value);
		String name = (colon < 0) ? value : value.substring(0, colon);
		int explicit = (colon < 0) ? -1 : readPort(value.substring(colon + 1));
		if (isHost(name) && (colon < 0 || explicit > 0)) {
			host = name;
			port = explicit;
		}
	}

	private static boolean isHost(String name) {
		if (name.startsWith("[")) {
			return name.endsWith("]") && NetUtil.isValidIpV6Address(name);
		}
		return !name.isEmpty() && name.indexOf(':') < 0 && UriCharacters.isHostName(name);
	}

	/**
	 * Finds the colon before a port, which is not one of an IPv6 address.
	 */
	private static int portColon(String value) {
		int colon = value.lastIndexOf(':');
		if (value.startsWith("[")) {
			return (colon > value.indexOf(']')) ? colon : -1;
		}
		return (colon == value.indexOf(':')) ? colon : -1;
	}

	/**
	 * Reads a node (RFC 7239 section 6): an address, perhaps with a port.
	 * @return {@code null} for {@code unknown}, an obfuscated name and what is malformed
	 */
	private static @Nullable InetSocketAddress readAddress(@Nullable String node) {
		if (node == null) {
			return null;
		}
		int colon = portColon(node);
		String host = (colon < 0) ? node : node.substring(0, colon);
		byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
		if (bytes == null) {
			return null;
		}
		int port = (colon < 0) ? -1 : readPort(node.substring(colon + 1));
		try {
			return new InetSocketAddress(InetAddress.getByAddress(bytes), Math.max(port, 0));
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("An address of " + bytes.length + " bytes", ex);
		}
	}

	private static @Nullable String readPrefix(@Nullable String field) {
		if (field == null) {
			return null;
		}
		StringBuilder joined = new StringBuilder(field.length());
		int start = 0;
		while (start < field.length()) {
			int comma = field.indexOf(',', start);
			int end = (comma < 0) ? field.length() : comma;
			joined.append(withoutTrailingSlashes(field.substring(start, end).strip()));
			start = end + 1;
		}
		String prefix = joined.toString();
		return (prefix.startsWith("/") && UriCharacters.isPath(prefix)) ? prefix : null;
	}

	private static String withoutTrailingSlashes(String text) {
		int end = text.length();
		while (end > 0 && text.charAt(end - 1) == '/') {
			end--;
		}
		return text.substring(0, end);
	}

	String scheme(String actual) {
		return (scheme != null) ? scheme : actual;
	}

	/**
	 * Returns the authority that the client addressed.
	 * @param actual the authority that the proxy addressed
	 */
	@Nullable String authority(@Nullable String actual) {
		String name = (host != null) ? host : nameOf(actual);
		if (port > 0) {
			return (name != null) ? name + ':' + port : null;
		}
		boolean changed = host != null || scheme != null;
		return changed ? name : actual;
	}

	private static @Nullable String nameOf(@Nullable String authority) {
		int colon = (authority != null) ? portColon(authority) : -1;
		return (authority == null || colon < 0) ? authority : authority.substring(0, colon);
	}

	@Nullable String prefix() {
		return prefix;
	}

	@Nullable InetSocketAddress client(@Nullable InetSocketAddress peer) {
		return withPortOf(client, peer);
	}

	@Nullable InetSocketAddress server(@Nullable InetSocketAddress local) {
		return withPortOf(server, local);
	}

	private static @Nullable InetSocketAddress withPortOf(@Nullable InetSocketAddress address,
			@Nullable InetSocketAddress fallback) {
		if (address == null || fallback == null) {
			return (address != null) ? address : fallback;
		}
		return (address.getPort() != 0) ? address : new InetSocketAddress(address.getAddress(), fallback.getPort());
	}

}
