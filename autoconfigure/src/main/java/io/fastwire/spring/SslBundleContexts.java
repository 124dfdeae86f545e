/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import javax.net.ssl.SSLException;

import io.fastwire.tls.Alpn;
import io.fastwire.tls.ServerNameContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.Ssl.ServerNameSslBundle;
import org.springframework.util.StringUtils;

/**
 * Makes contexts of the server from Spring Boot's SSL bundles, and new ones when a bundle
 * is updated.
 */
final class SslBundleContexts {

	private static final Log LOGGER = LogFactory.getLog(SslBundleContexts.class);

	private final Ssl ssl;

	private final boolean http2;

	private final List<FastwireTlsCustomizer> customizers;

	SslBundleContexts(Ssl ssl, boolean http2, List<FastwireTlsCustomizer> customizers) {
		this.ssl = ssl;
		this.http2 = http2;
		this.customizers = List.copyOf(customizers);
	}

	/**
	 * Makes the contexts.
	 * @throws InvalidTlsSettingsException if a bundle's options cannot be
	 */
	ServerNameContexts load(SslBundle main, Map<String, SslBundle> named) {
		ServerNameContexts contexts = new ServerNameContexts(context(main));
		named.forEach((name, bundle) -> contexts.replace(name, context(bundle)));
		return contexts;
	}

	/** Replaces contexts from now on when their bundle changes. */
	void follow(SslBundles bundles, ServerNameContexts contexts) {
		String main = ssl.getBundle();
		if (StringUtils.hasText(main)) {
			follow(bundles, main, contexts::replace);
		}
		for (ServerNameSslBundle named : ssl.getServerNameBundles()) {
			follow(bundles, named.bundle(), (context) -> contexts.replace(named.serverName(), context));
		}
	}

	private void follow(SslBundles bundles, String name, Consumer<SslContext> target) {
		bundles.addBundleUpdateHandler(name, (updated) -> update(name, updated, target));
	}

	private void update(String name, SslBundle updated, Consumer<SslContext> target) {
		try {
			target.accept(context(updated));
			LOGGER.info("New connections use SSL bundle '" + name + "' as it was updated");
		}
		catch (RuntimeException ex) {
			LOGGER.error("SSL bundle '" + name + "' was updated but cannot be used;"
					+ " new connections get the certificate from before", ex);
		}
	}

	private SslContext context(SslBundle bundle) {
		SslOptions options = bundle.getOptions();
		SslContextBuilder builder = SslContextBuilder.forServer(bundle.getManagers().getKeyManagerFactory())
			.trustManager(bundle.getManagers().getTrustManagerFactory())
			.protocols(options.getEnabledProtocols())
			.ciphers(SslOptions.asSet(options.getCiphers()))
			.clientAuth(
					Ssl.ClientAuth.map(ssl.getClientAuth(), ClientAuth.NONE, ClientAuth.OPTIONAL, ClientAuth.REQUIRE))
			.applicationProtocolConfig(http2 ? Alpn.HTTP_2 : Alpn.HTTP_1_1);
		customizers.forEach((customizer) -> customizer.customize(builder));
		try {
			return Alpn.build(builder);
		}
		catch (SSLException | IllegalArgumentException ex) {
			throw new InvalidTlsSettingsException(ex);
		}
	}

}
