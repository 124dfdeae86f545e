/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;

import javax.net.ssl.SSLSession;

import io.fastwire.buffer.WritePool;
import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.internal.io.CorkedWriter;
import io.fastwire.internal.io.Endpoints;
import io.fastwire.internal.io.LoopConnection;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The request half of an exchange, and what it has of its connection. A base class, not a
 * part, because an object less per request is worth it here.
 *
 * @param <C> the connection of one HTTP version
 */
public abstract class AbstractRequest<C extends LoopConnection> implements Exchange, FailureHandler {

	private final C connection;

	AbstractRequest(C connection) {
		this.connection = connection;
	}

	/**
	 * Returns the connection.
	 * @return where the request came from
	 */
	protected final C connection() {
		return connection;
	}

	/**
	 * Returns the request body.
	 * @return {@code null} if the request has none
	 */
	public abstract @Nullable RequestBody<?> body();

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
		RequestBody<?> body = body();
		return (body != null) ? body.declaredLength() : 0;
	}

	@Override
	public final void receive(BodyListener listener) {
		RequestBody<?> body = body();
		if (body != null) {
			body.receive(listener);
		}
		else {
			listener.onComplete(Headers.empty());
		}
	}

	@Override
	public final void request(long chunks) {
		RequestBody<?> body = body();
		if (body != null && !ended()) {
			body.request(chunks);
		}
	}

	@Override
	public final void discardBody() {
		RequestBody<?> body = body();
		if (body != null) {
			body.discard();
		}
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
		System.getLogger(getClass().getName())
			.log(Level.ERROR, "The handler of " + method() + " \"" + target().path() + "\" failed", cause);
		abort(cause);
	}

	/**
	 * Returns what all output of the connection goes through.
	 * @return the writer of the connection
	 */
	protected final CorkedWriter writer() {
		return connection.writer();
	}

	/**
	 * Returns where what is written takes its memory from.
	 * @return the pool of the loop
	 */
	protected final WritePool pool() {
		return connection.resources().pool();
	}

	private Channel channel() {
		return connection.channel();
	}

}
