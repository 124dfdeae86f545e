/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.tls;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/**
 * One context for each server name and one for all other clients, each replaceable while
 * the server runs. Thread-safe.
 */
public final class ServerNameContexts implements TlsContexts {

	private final Map<String, SslContext> named = new ConcurrentHashMap<>();

	private volatile SslContext others;

	/**
	 * Creates contexts without names.
	 * @param others for clients that tell no name, or one that is not known
	 */
	public ServerNameContexts(SslContext others) {
		this.others = others;
	}

	/**
	 * Replaces the context of clients that tell no name, or one that is not known.
	 * @param others for connections from now on
	 */
	public void replace(SslContext others) {
		this.others = others;
	}

	/**
	 * Adds or replaces the context of a name.
	 * @param serverName a host name in any case; {@code *.example.org} stands for all
	 * names with one more label (RFC 9525 section 6.3), unless they have their own
	 * @param context for connections from now on
	 */
	public void replace(String serverName, SslContext context) {
		named.put(serverName.toLowerCase(Locale.ROOT), context);
	}

	@Override
	public SslContext select(@Nullable String serverName) {
		if (serverName == null || named.isEmpty()) {
			return others;
		}
		SslContext found = named.get(serverName);
		if (found == null) {
			int dot = serverName.indexOf('.');
			found = (dot > 0) ? named.get('*' + serverName.substring(dot)) : null;
		}
		return (found != null) ? found : others;
	}

}
