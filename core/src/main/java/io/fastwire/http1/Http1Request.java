/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.Objects;

import javax.net.ssl.SSLSession;

import io.fastwire.buffer.WritePool;
import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.HttpVersion;
import io.fastwire.http.RequestTarget;
import io.fastwire.internal.http.FailureHandler;
import io.fastwire.internal.io.CorkedWriter;
import io.fastwire.internal.io.Endpoints;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The request half of an exchange, and what it has of its connection. A base class, not a
 * part, because an object less per request is worth it here.
 */
abstract class Http1Request implements Exchange, FailureHandler {

	private static final Logger LOGGER = System.getLogger(Http1Exchange.class.getName());

	private final Http1Connection connection;

	private final String method;

	private final RequestTarget target;

	private final HttpVersion version;

	private final HeaderBlock headers;

	/** {@code null} if the request has none. */
	private final @Nullable RequestBody body;

	private final boolean keepAlive;

	private final boolean upgradeRequested;

	Http1Request(Http1Connection connection, RequestHead head) {
		this.connection = connection;
		this.method = head.method();
		this.target = head.target();
		this.version = head.version();
		this.headers = head.headers();
		this.keepAlive = head.keepAlive();
		this.upgradeRequested = head.upgradeRequested();
		this.body = (head.contentLength() != 0) ? new RequestBody(connection, head) : null;
	}

	final Http1Connection connection() {
		return connection;
	}

	/** Whether the client lets the connection stay open. */
	final boolean keepAliveRequested() {
		return keepAlive;
	}

	final @Nullable RequestBody body() {
		return body;
	}

	/** Returns the body of a request that has one. */
	final RequestBody requestBody() {
		return Objects.requireNonNull(body);
	}

	@Override
	public final String method() {
		return method;
	}

	@Override
	public final RequestTarget target() {
		return target;
	}

	@Override
	public final HttpVersion version() {
		return version;
	}

	@Override
	public final Headers headers() {
		return headers;
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
		return (body != null) ? body.declaredLength() : 0;
	}

	@Override
	public final void receive(BodyListener listener) {
		if (body != null) {
			body.receive(listener);
		}
		else {
			listener.onComplete(Headers.empty());
		}
	}

	@Override
	public final void request(long chunks) {
		if (body != null && !ended()) {
			body.request(chunks);
		}
	}

	@Override
	public final void discardBody() {
		if (body != null) {
			body.discard();
		}
	}

	@Override
	public final boolean upgradeRequested() {
		return upgradeRequested;
	}

	@Override
	public final ByteBufAllocator allocator() {
		return channel().alloc();
	}

	@Override
	public final long pendingBytes() {
		return ended() ? 0 : connection.writer().pendingBytes();
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
		LOGGER.log(Level.ERROR, "The handler of " + method + " " + target.path() + " failed", cause);
		abort(cause);
	}

	final CorkedWriter writer() {
		return connection.writer();
	}

	final WritePool pool() {
		return connection.resources().pool();
	}

	private Channel channel() {
		return connection.channel();
	}

}
