/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.Transports;
import io.fastwire.tls.TlsContexts;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Supplies each transport with each TLS provider, and contexts of those providers. */
final class TlsServers implements ArgumentsProvider {

	static final TestKeys KEYS = TestKeys.of("server.example");

	private static final AtomicBoolean COLD = new AtomicBoolean(true);

	/** Made here, because Netty counts contexts of OpenSSL like buffers. */
	private static final Map<SslProvider, SslContext> CONTEXTS = Map.of(SslProvider.JDK, of(SslProvider.JDK),
			SslProvider.OPENSSL, of(SslProvider.OPENSSL));

	/** The first handshake of a context of OpenSSL makes what later ones use again. */
	private static void warmUp() {
		try (TestServer server = TestServer.start(options(Transport.NIO, SslProvider.OPENSSL), (exchange) -> {
		})) {
			TlsClient.trusting(KEYS).handshake(server.port()).close();
			server.awaitIdle();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
		if (COLD.compareAndSet(true, false)) {
			warmUp();
		}
		return Stream.of(SslProvider.JDK, SslProvider.OPENSSL)
			.flatMap((provider) -> Transports.available().map((transport) -> Arguments.of(transport, provider)));
	}

	static ServerOptions.Builder options(Transport transport, SslProvider provider) {
		SslContext context = Objects.requireNonNull(CONTEXTS.get(provider));
		return TestServer.options().transport(transport).tls((name) -> context);
	}

	private static SslContext of(SslProvider provider) {
		return context(KEYS, (builder) -> builder.sslProvider(provider));
	}

	static ServerOptions.Builder options(TlsContexts contexts) {
		return TestServer.options().tls(contexts);
	}

	static SslContext context(TestKeys keys, Consumer<SslContextBuilder> adjust) {
		SslContextBuilder builder = SslContextBuilder.forServer(keys.keyManagers())
			.sslProvider(SslProvider.JDK)
			.applicationProtocolConfig(new ApplicationProtocolConfig(Protocol.ALPN,
					SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, List.of("http/1.1")));
		adjust.accept(builder);
		try {
			return builder.build();
		}
		catch (SSLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
