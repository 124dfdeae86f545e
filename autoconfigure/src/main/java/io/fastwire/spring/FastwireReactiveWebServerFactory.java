/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.accesslog.AccessLogOptions;
import io.fastwire.cache.CachingHandler;
import io.fastwire.cache.ResponseCache;
import io.fastwire.compression.CompressingHandler;
import io.fastwire.compression.CompressionOptions;
import io.fastwire.http.RequestHandler;
import io.fastwire.http.Router;
import io.fastwire.http2.Http2Options;
import io.fastwire.proxy.AddressRanges;
import io.fastwire.server.ServerOptions;
import io.fastwire.tls.ServerNameContexts;
import io.fastwire.tls.TlsContexts;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.util.ClassUtils;

/**
 * A factory of {@link FastwireWebServer}s. Auto-configuration declares one; an
 * application that declares its own configures it fully, for example <pre>{@code
 * &#64;Bean
 * FastwireReactiveWebServerFactory webServerFactory() {
 *     return new FastwireReactiveWebServerFactory();
 * }
 * }</pre>
 * <p>
 * All settings arrive through setters, mostly from {@code WebServerFactoryCustomizer}
 * beans: a management server on a port of its own is made by another instance that knows
 * nothing but what such beans tell it.
 */
public final class FastwireReactiveWebServerFactory extends AbstractReactiveWebServerFactory {

	private final List<FastwireServerCustomizer> serverCustomizers = new ArrayList<>();

	private final List<FastwireTlsCustomizer> tlsCustomizers = new ArrayList<>();

	private final List<FastwireRoutes> routes = new ArrayList<>();

	private Http2Options http2Options = Http2Options.DEFAULTS;

	private boolean forwardedHeaders;

	private boolean nettyDataBuffers;

	private @Nullable ResponseCache cache;

	/**
	 * Creates a factory of servers on port 8080.
	 */
	public FastwireReactiveWebServerFactory() {
	}

	/**
	 * Creates a factory of servers on a port.
	 * @param port the port, 0 for a free one, or -1 for servers that do not listen
	 */
	public FastwireReactiveWebServerFactory(int port) {
		super(port);
	}

	/**
	 * Adds callbacks that adjust a server's options, to be called in the order of
	 * addition.
	 * @param customizers the callbacks
	 */
	public void addServerCustomizers(FastwireServerCustomizer... customizers) {
		this.serverCustomizers.addAll(List.of(customizers));
	}

	/**
	 * Adds callbacks that adjust TLS, to be called in the order of addition for each
	 * certificate, also when it is replaced.
	 * @param customizers the callbacks
	 */
	public void addTlsCustomizers(FastwireTlsCustomizer... customizers) {
		this.tlsCustomizers.addAll(List.of(customizers));
	}

	/**
	 * Adds native routes, in the order of addition.
	 * @param routes add the routes to each server that is created
	 */
	public void addRoutes(FastwireRoutes... routes) {
		this.routes.addAll(List.of(routes));
	}

	/**
	 * Sets what clients may do on one HTTP/2 connection. {@link #setHttp2} turns HTTP/2
	 * on.
	 * @param http2Options the options
	 */
	public void setHttp2Options(Http2Options http2Options) {
		this.http2Options = http2Options;
	}

	/**
	 * Sets whether the fields {@code Forwarded} and {@code X-Forwarded-*} are believed,
	 * of the trusted proxies that the options of the server name. Only safe behind a
	 * proxy that sets or removes them.
	 * @param forwardedHeaders {@code false} by default
	 */
	public void setForwardedHeaders(boolean forwardedHeaders) {
		this.forwardedHeaders = forwardedHeaders;
	}

	/**
	 * Sets whether {@code ServerHttpResponse.bufferFactory()} returns a
	 * {@link org.springframework.core.io.buffer.NettyDataBufferFactory}, for code that
	 * casts it. Its buffers must be released, and text in them does not reach the write
	 * pool.
	 * @param nettyDataBuffers {@code false} by default
	 */
	public void setNettyDataBuffers(boolean nettyDataBuffers) {
		this.nettyDataBuffers = nettyDataBuffers;
	}

	/**
	 * Sets a cache that answers what it may in front of WebFlux, though not in front of
	 * native routes.
	 * @param cache for one server, {@code null} by default
	 */
	public void setCache(@Nullable ResponseCache cache) {
		this.cache = cache;
	}

	/**
	 * Creates a server that does not listen yet.
	 * @param handler answers requests
	 * @return the server
	 * @throws UnsupportedServerPropertyException if HTTP/2 is enabled and Netty's codec
	 * for it is not on the class path
	 * @throws InvalidTlsSettingsException if a setting of TLS cannot be; Spring Boot's
	 * own exceptions tell of keys and certificates that cannot be loaded
	 * @throws UnavailableAddressException if the port is larger than 65535
	 */
	@Override
	public WebServer getWebServer(HttpHandler handler) {
		ServerOptions options = options();
		AddressRanges trusted = this.forwardedHeaders ? options.connections().trustedProxies() : null;
		FastwireHttpHandlerAdapter adapter = new FastwireHttpHandlerAdapter(handler, trusted, this.nettyDataBuffers);
		return new FastwireWebServer(logging(options, trusted), handler(adapter), getPort() >= 0, getShutdown(),
				this.cache);
	}

	/** The access log tells of the same clients as WebFlux. */
	private static ServerOptions logging(ServerOptions options, @Nullable AddressRanges trusted) {
		AccessLogOptions log = options.accessLog();
		return (log == null || trusted == null) ? options
				: options.toBuilder()
					.accessLog(log.clientIfUnset((headers, peer) -> ForwardedFields.client(headers, trusted, peer)))
					.build();
	}

	/**
	 * The cache stands in front of compression, so that a response is compressed once,
	 * and behind the native routes, which pay nothing for it.
	 */
	private RequestHandler handler(RequestHandler adapter) {
		Compression settings = getCompression();
		CompressionOptions compression = (settings != null && settings.getEnabled())
				? CompressionMapping.options(settings) : null;
		RequestHandler compressing = (compression != null) ? new CompressingHandler(compression, adapter) : adapter;
		return withRoutes(caching(compressing, compression), compression);
	}

	private RequestHandler caching(RequestHandler handler, @Nullable CompressionOptions compression) {
		if (this.cache == null) {
			return handler;
		}
		return (compression != null) ? new CachingHandler(this.cache, compression::coding, handler)
				: new CachingHandler(this.cache, handler);
	}

	private RequestHandler withRoutes(RequestHandler fallback, @Nullable CompressionOptions compression) {
		Router.Builder router = Router.builder();
		for (FastwireRoutes source : this.routes) {
			source.configure(router);
		}
		if (router.isEmpty()) {
			return fallback;
		}
		if (compression != null) {
			router.wrapper((exchange) -> CompressingHandler.wrap(exchange, compression));
		}
		return router.fallback(fallback).build();
	}

	private @Nullable Http2Options http2() {
		Http2 http2 = getHttp2();
		if (http2 == null || !http2.isEnabled()) {
			return null;
		}
		if (!Http2Options.codecPresent(ClassUtils.getDefaultClassLoader())) {
			throw UnsupportedServerPropertyException.http2();
		}
		return this.http2Options;
	}

	private ServerOptions options() {
		ServerOptions.Builder options = ServerOptions.builder()
			.address(listenAddress())
			.serverHeader(getServerHeader())
			.http2(http2())
			.tls(tlsContexts());
		for (FastwireServerCustomizer customizer : this.serverCustomizers) {
			customizer.customize(options);
		}
		return options.build();
	}

	private @Nullable TlsContexts tlsContexts() {
		Ssl ssl = getSsl();
		if (ssl == null || !ssl.isEnabled()) {
			return null;
		}
		SslBundleContexts source = new SslBundleContexts(ssl, http2() != null, this.tlsCustomizers);
		ServerNameContexts contexts = source.load(getSslBundle(), getServerNameSslBundles());
		SslBundles bundles = getSslBundles();
		if (bundles != null) {
			source.follow(bundles, contexts);
		}
		return contexts;
	}

	private InetSocketAddress listenAddress() {
		try {
			return new InetSocketAddress(getAddress(), Math.max(0, getPort()));
		}
		catch (IllegalArgumentException ex) {
			throw new UnavailableAddressException("port " + getPort(), ex);
		}
	}

}
