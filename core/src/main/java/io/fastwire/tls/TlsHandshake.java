/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.tls;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.function.BiFunction;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.Endpoints;
import io.fastwire.internal.io.LoopConnection;
import io.fastwire.internal.io.LoopResources;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose TLS handshake is in progress. When that is complete, the connection
 * of the negotiated protocol takes its place.
 */
public final class TlsHandshake extends LoopConnection {

	/*
	 * A failed handshake is told up to three times: by an event, by an exception, and by
	 * the end of the channel. The first that comes is counted. The handler of TLS sends
	 * its alert and closes by itself before it tells.
	 */

	private static final Logger LOGGER = System.getLogger(TlsHandshake.class.getName());

	private static final int MAX_LOGGED = 200;

	private static final String TLS_1_3 = "TLSv1.3";

	private final int ticks;

	private final BiFunction<@Nullable String, Channel, LoopConnection> protocols;

	/** Succeeded, or failed and counted. */
	private boolean decided;

	private TlsHandshake(LoopResources resources, Channel channel, int ticks,
			BiFunction<@Nullable String, Channel, LoopConnection> protocols) {
		super(resources, channel, ticks, ticks);
		this.ticks = ticks;
		this.protocols = protocols;
	}

	/**
	 * Adds TLS to a channel.
	 * @param resources of the channel's loop
	 * @param channel gets the handler of TLS as its first
	 * @param contexts choose the certificate
	 * @param ticks how many sweeps the handshake may take
	 * @param protocols makes the connection to go on with, given the protocol that ALPN
	 * has agreed on (RFC 7301), if any
	 * @return the connection, to be added behind
	 */
	public static TlsHandshake begin(LoopResources resources, Channel channel, TlsContexts contexts, int ticks,
			BiFunction<@Nullable String, Channel, LoopConnection> protocols) {
		channel.pipeline().addFirst(new ServerNameReader(contexts));
		return new TlsHandshake(resources, channel, ticks, protocols);
	}

	/**
	 * Returns what counts a failure.
	 * @param reason why it failed
	 * @return the counter
	 */
	public static Counter counter(TlsFailure reason) {
		return switch (reason) {
			case NOT_TLS -> Counter.TLS_NOT_TLS;
			case REFUSED -> Counter.TLS_REFUSED;
			case TIMED_OUT -> Counter.TLS_TIMED_OUT;
			case ABANDONED -> Counter.TLS_ABANDONED;
		};
	}

	@Override
	protected void opened() {
		setDeadline(ticks);
		super.opened();
	}

	@Override
	public void userEventTriggered(ChannelHandlerContext context, Object event) {
		if (!(event instanceof SslHandshakeCompletionEvent completed)) {
			super.userEventTriggered(context, event);
		}
		else if (completed.isSuccess()) {
			succeeded();
		}
		else {
			failed(reason(completed.cause()), completed.cause());
		}
	}

	private void succeeded() {
		decided = true;
		resources().counters().increment(Counter.TLS_HANDSHAKES);
		SslHandler handler = Objects.requireNonNull(channel().pipeline().get(SslHandler.class));
		forbidRenegotiation(handler.engine());
		handOver(protocols.apply(handler.applicationProtocol(), channel()));
	}

	private static TlsFailure reason(Throwable cause) {
		if (cause instanceof NotSslRecordException) {
			return TlsFailure.NOT_TLS;
		}
		boolean lost = cause instanceof IOException && !(cause instanceof SSLException);
		return lost ? TlsFailure.ABANDONED : TlsFailure.REFUSED;
	}

	private void failed(TlsFailure reason, Throwable cause) {
		if (decided || failure() != null) {
			return;
		}
		decided = true;
		resources().counters().increment(counter(reason));
		LOGGER.log(Level.DEBUG,
				() -> "No TLS with " + Endpoints.remote(channel()) + ", " + reason.reason() + ": " + text(cause));
	}

	/**
	 * A client could have as many handshakes as it likes on one connection, each of which
	 * costs the server far more. TLS 1.3 has no renegotiation and Netty refuses it to
	 * OpenSSL; the JDK's engine finds no cipher suite to agree on.
	 */
	private static void forbidRenegotiation(SSLEngine engine) {
		if (!(engine instanceof ReferenceCountedOpenSslEngine) && !TLS_1_3.equals(engine.getSession().getProtocol())) {
			engine.setEnabledCipherSuites(new String[0]);
		}
	}

	/** Netty puts all that came into some messages, where it may be in clear text. */
	private static String text(Throwable cause) {
		if (cause instanceof NotSslRecordException) {
			return "not an SSL/TLS record";
		}
		String text = String.valueOf(cause.getMessage());
		return text.substring(0, Math.min(text.length(), MAX_LOGGED));
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		Throwable origin = (cause instanceof DecoderException && cause.getCause() != null) ? cause.getCause() : cause;
		if (origin instanceof IOException || origin instanceof DecoderException) {
			failed(reason(origin), origin);
			abort(origin);
		}
		else {
			super.exceptionCaught(context, cause);
		}
	}

	@Override
	protected void inputEnded() {
		giveUp(TlsFailure.ABANDONED, "the client closed the connection");
	}

	@Override
	protected void deadlineExpired() {
		giveUp(TlsFailure.TIMED_OUT, "the handshake took too long");
	}

	private void giveUp(TlsFailure reason, String text) {
		IOException cause = new IOException(text);
		failed(reason, cause);
		abort(cause);
	}

	/** Like a connection without a request, which it is. */
	@Override
	protected void drainBegun() {
		abort(new IOException("the server shuts down"));
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		failed(TlsFailure.ABANDONED, new IOException("the connection ended"));
		super.channelInactive(context);
	}

}
