/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;

import javax.net.ssl.SSLSession;

import io.fastwire.buffer.WritePool;
import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.RequestTarget;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.http.FailureHandler;
import io.fastwire.internal.io.Endpoints;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** The request half of an exchange, and what it has of its stream and connection. */
abstract class Http2Request implements Exchange, FailureHandler {

	private static final Logger LOGGER = System.getLogger(Http2Exchange.class.getName());

	private final int id;

	private final Http2Connection connection;

	private final RequestHead head;

	/**
	 * Creates the half.
	 * @param id of the stream
	 */
	Http2Request(int id, Http2Connection connection, RequestHead head) {
		this.id = id;
		this.connection = connection;
		this.head = head;
	}

	/** Returns the identifier of the stream. */
	final int id() {
		return id;
	}

	final Http2Connection connection() {
		return connection;
	}

	/** Returns the request body, or {@code null} if there is none. */
	abstract @Nullable Http2Body body();

	@Override
	public final String method() {
		return head.method();
	}

	@Override
	public final RequestTarget target() {
		return head.target();
	}

	@Override
	public final HttpVersion version() {
		return HttpVersion.HTTP_2;
	}

	@Override
	public final Headers headers() {
		return head.fields();
	}

	@Override
	public final String scheme() {
		return connection.secure() ? "https" : "http";
	}

	@Override
	public final @Nullable InetSocketAddress remoteAddress() {
		return Endpoints.remote(channel());
	}

	@Override
	public final @Nullable InetSocketAddress localAddress() {
		return Endpoints.local(channel());
	}

	@Override
	public final @Nullable SSLSession sslSession() {
		return connection.tlsSession();
	}

	@Override
	public final String connectionId() {
		return connection.id();
	}

	@Override
	public final long contentLength() {
		Http2Body body = body();
		return (body != null) ? body.declaredLength() : 0;
	}

	@Override
	public final void receive(BodyListener listener) {
		Http2Body body = body();
		if (body != null) {
			body.receive(listener);
		}
		else {
			listener.onComplete(Headers.empty());
		}
	}

	@Override
	public final void request(long chunks) {
		Http2Body body = body();
		if (body != null && !ended()) {
			body.request(chunks);
		}
	}

	@Override
	public final void discardBody() {
		Http2Body body = body();
		if (body != null) {
			body.discard();
		}
	}

	/** There is none in this version (RFC 9113 section 8.6). */
	@Override
	public final boolean upgradeRequested() {
		return false;
	}

	@Override
	public final void upgrade(String protocol, TunnelListener listener) {
		throw new IllegalStateException("HTTP/2 has no upgrade (RFC 9113 section 8.6)");
	}

	@Override
	public final ByteBufAllocator allocator() {
		return channel().alloc();
	}

	@Override
	public final EventExecutor eventLoop() {
		return channel().eventLoop();
	}

	@Override
	public final boolean inEventLoop() {
		return channel().eventLoop().inEventLoop();
	}

	@Override
	public final int utf8Length(String text) {
		return pool().length(text);
	}

	@Override
	public final void execute(Runnable task) {
		connection.execute(() -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				handlerFailed(ex);
			}
		});
	}

	@Override
	public final void handlerFailed(Throwable cause) {
		LOGGER.log(Level.ERROR, "The handler of " + method() + " " + target().path() + " failed", cause);
		abort(cause);
	}

	final WritePool pool() {
		return connection.resources().pool();
	}

	private Channel channel() {
		return connection.channel();
	}

}
