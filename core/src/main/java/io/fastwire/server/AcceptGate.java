/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import io.fastwire.proxy.ProxyProtocol;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import org.jspecify.annotations.Nullable;

/**
 * What accepted connections pass before they get an event loop. Used on the loop of the
 * listening socket.
 */
final class AcceptGate extends ChannelInboundHandlerAdapter {

	/*
	 * Out of descriptors. The kernel keeps the connection in its queue and reports the
	 * socket as readable as before, so that trying again at once would take all of the
	 * CPU. Closing a connection frees a descriptor, but not only sockets need them and
	 * not only this process may be short of them, so accepting is tried again after a
	 * while whatever happens. Netty does the same, once a second and with a warning in
	 * the log each time.
	 *
	 * Whatever needs a file fails then, the loading of classes and the first use of a log
	 * among them, with errors that would end the event loop. So nothing here is made only
	 * when it is needed, and a log that fails is tried again the next time.
	 */

	private static final Logger LOGGER = System.getLogger(AcceptGate.class.getName());

	private static final String TEXT = "Cannot accept connections, and tries again ten times a second. If descriptors"
			+ " have run out, raise their limit ('ulimit -n') or set a limit of connections: ";

	private static final long PAUSE_MILLIS = 100;

	private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final LoopCounters counters;

	private final AcceptFailures failures;

	/** {@code null} if there is no limit. */
	private final @Nullable ConnectionQuota quota;

	/** Whether the address of the peer is that of the client. */
	private final boolean direct;

	private final ChannelConfig config;

	private final Runnable resume;

	private boolean logged;

	private long lastLogged;

	/**
	 * Creates a gate.
	 * @param listener the listening socket
	 * @param counters of the loop of the listening socket
	 * @param failures told of each
	 * @param options which connections are accepted
	 * @param quota {@code null} if there is no limit
	 */
	AcceptGate(Channel listener, LoopCounters counters, AcceptFailures failures, ConnectionOptions options,
			@Nullable ConnectionQuota quota) {
		this.config = listener.config();
		this.resume = () -> config.setAutoRead(true);
		this.counters = counters;
		this.failures = failures;
		this.quota = quota;
		this.direct = options.proxyProtocol() == ProxyProtocol.OFF;
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		Channel channel = (Channel) message;
		ConnectionRefusal refusal = (quota != null) ? quota.refuse(channel, clientAddress(channel)) : null;
		if (refusal == null) {
			context.fireChannelRead(message);
		}
		else {
			counters.increment(ServerStatistics.counter(refusal));
			reset(channel);
		}
	}

	/**
	 * A client that has gone already may make the option fail. It is closed all the same.
	 */
	private static void reset(Channel channel) {
		try {
			channel.config().setOption(ChannelOption.SO_LINGER, 0);
		}
		catch (ChannelException ex) {
			// There is nobody to be reset.
		}
		finally {
			channel.unsafe().closeForcibly();
		}
	}

	private @Nullable InetAddress clientAddress(Channel channel) {
		return (direct && channel.remoteAddress() instanceof InetSocketAddress address) ? address.getAddress() : null;
	}

	/** A connection could not be accepted. */
	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		counters.increment(Counter.ACCEPT_FAILURES);
		if (config.isAutoRead()) {
			config.setAutoRead(false);
			context.executor().schedule(resume, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
		}
		long now = System.nanoTime();
		failures.failed(now);
		if (!logged || now - lastLogged > LOG_NANOS) {
			lastLogged = now;
			logged = log(cause);
		}
	}

	private static boolean log(Throwable cause) {
		try {
			LOGGER.log(Level.WARNING, TEXT + cause.getMessage());
			return true;
		}
		catch (Throwable ex) {
			return false;
		}
	}

}
