/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

import javax.net.ssl.SSLSession;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import org.jspecify.annotations.Nullable;

/**
 * What every connection is, whatever it speaks: a channel with a corked writer, two
 * deadlines, and an orderly end. Setting a deadline costs one write. Loop only.
 */
public abstract class LoopConnection extends ChannelInboundHandlerAdapter {

	/*
	 * The end. An orderly one waits until what was written has left, and for as long the
	 * write deadline stays armed, because no other deadline is left to strike. To close
	 * with unread input would reset the connection, which may destroy the response before
	 * the client has read it (RFC 9112 section 9.6). Where input is to be expected, only
	 * the sending side is closed, then FIN of the peer awaited for a while.
	 *
	 * TLS. Its handler stands in front of this one, so what is written goes through it.
	 * close_notify says that nothing is missing (RFC 8446 section 6.1), so it is sent at
	 * an orderly end and at no other: what is cut off must not look complete.
	 */

	private static final Logger LOGGER = System.getLogger(LoopConnection.class.getName());

	private static final long NEVER = Long.MAX_VALUE;

	/** A peer without a deadline is looked after once in so many sweeps. */
	private static final int LOST_SWEEPS = 12;

	/** How long a shutdown waits for the end of input on a connection that is done. */
	private static final int DRAINING_LINGER_TICKS = 2;

	/** Where the sweeper keeps this, or -1. */
	int index = -1;

	private final LoopResources resources;

	private final Channel channel;

	private final String id;

	private final CorkedWriter writer;

	/** {@code null} for clear text. */
	private final @Nullable TlsLayer tls;

	private final boolean secure;

	/** {@code null} unless much waits for the peer. */
	private @Nullable WriteWatch writeWatch;

	private final int writeTicks;

	private final int lingerTicks;

	private Ending ending = Ending.NONE;

	private boolean inputClosed;

	private boolean draining;

	private long deadline = NEVER;

	private @Nullable Throwable failure;

	/**
	 * Creates a connection.
	 * @param resources of its loop
	 * @param channel which this must be added to before it becomes active, and after the
	 * handler of TLS if it has one; or see {@link #handOver}
	 * @param writeTicks how long pending bytes may wait for a peer that reads nothing
	 * @param lingerTicks how long the end of input is awaited when the output is closed
	 */
	protected LoopConnection(LoopResources resources, Channel channel, int writeTicks, int lingerTicks) {
		this.resources = resources;
		this.channel = channel;
		this.id = channel.id().asShortText();
		this.writer = new CorkedWriter(channel, resources);
		this.tls = TlsLayer.of(channel);
		this.secure = tls != null || Endpoints.secure(channel);
		this.writeTicks = writeTicks;
		this.lingerTicks = lingerTicks;
	}

	/**
	 * Returns what the connections of the loop share.
	 * @return the resources of the loop
	 */
	public final LoopResources resources() {
		return resources;
	}

	/**
	 * Returns the channel.
	 * @return the channel of this connection
	 */
	public final Channel channel() {
		return channel;
	}

	/**
	 * Returns what all output goes through.
	 * @return the writer of this connection
	 */
	public final CorkedWriter writer() {
		return writer;
	}

	/**
	 * Returns what tells this connection from others, for logs. WebFlux asks for it with
	 * every request, for which the channel's own object is too far away.
	 * @return the short form of the channel's identifier
	 */
	public final String id() {
		return id;
	}

	/**
	 * Returns the TLS session of this connection.
	 * @return {@code null} for clear text
	 */
	public final @Nullable SSLSession tlsSession() {
		return (tls != null) ? tls.session() : null;
	}

	/**
	 * Tells whether what is written is encrypted before it reaches the socket.
	 * @return whether this is TLS
	 */
	public final boolean encrypted() {
		return tls != null;
	}

	/**
	 * Tells whether the client speaks TLS, to this server or to a proxy in front of it.
	 * @return whether the scheme is {@code https}
	 */
	public final boolean secure() {
		return secure;
	}

	/**
	 * Runs a task on the loop, or drops it if the loop has ended. Any thread.
	 * @param task what to run
	 */
	public final void execute(Runnable task) {
		try {
			channel.eventLoop().execute(task);
		}
		catch (RejectedExecutionException ex) {
			LOGGER.log(Level.DEBUG, "A task came after the end of its event loop", ex);
		}
	}

	// Channel events

	@Override
	public void channelActive(ChannelHandlerContext context) {
		resources.counters().increment(Counter.CONNECTIONS_OPENED);
		opened();
	}

	/**
	 * Called when the channel is active and this is its connection.
	 */
	protected void opened() {
		resources.sweeper().add(this);
	}

	/**
	 * Gives the channel to another connection, which takes the place of this one.
	 * @param successor a connection of the same channel that is not added to it yet
	 */
	protected final void handOver(LoopConnection successor) {
		resources.sweeper().remove(this);
		channel.pipeline().replace(this, null, successor);
		successor.opened();
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext context) {
		writer.flush();
	}

	@Override
	public void userEventTriggered(ChannelHandlerContext context, Object event) {
		if (event == ChannelInputShutdownEvent.INSTANCE) {
			inputShutDown();
		}
		else if (tls != null && event instanceof SslCloseCompletionEvent closed && closed.isSuccess()) {
			closeNotified(tls);
		}
	}

	/** The peer has sent FIN, or close_notify, or one after the other. */
	private void inputShutDown() {
		if (inputClosed) {
			return;
		}
		inputClosed = true;
		if (ending == Ending.LINGERING) {
			cut();
		}
		else if (ending == Ending.NONE) {
			inputEnded();
		}
	}

	/**
	 * Up to TLS 1.2 the peer's close_notify ends both directions (RFC 5246 section
	 * 7.2.1), since TLS 1.3 only the peer's; with OpenSSL always both. At the end it is
	 * FIN that counts, because engines tell of this also when they closed first.
	 */
	private void closeNotified(TlsLayer layer) {
		if (ending != Ending.NONE) {
			return;
		}
		if (layer.outputClosed()) {
			inputClosed = true;
			channel.close();
		}
		else {
			inputShutDown();
		}
	}

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext context) {
		if (!channel.isWritable()) {
			watchWrites();
		}
		else if (ending == Ending.NONE) {
			writeWatch = null;
		}
	}

	private void watchWrites() {
		writeWatch = new WriteWatch(channel, writeTicks, resources.sweeper().now());
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		Throwable origin = TlsLayer.origin(cause);
		if (origin instanceof IOException) {
			abort(origin);
		}
		else {
			failed(cause);
		}
	}

	/**
	 * Gives the connection up after a failure of this program, which is logged.
	 * @param cause what happened
	 */
	public final void failed(Throwable cause) {
		LOGGER.log(Level.ERROR, "Unexpected failure on a connection, which is closed", cause);
		abort(cause);
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		resources.sweeper().remove(this);
		resources.counters().increment(Counter.CONNECTIONS_CLOSED);
		writer.discard();
	}

	// Deadlines

	/**
	 * Sets or moves the deadline for what the peer must send.
	 * @param ticks from {@link ConnectionSweeper#ticks}
	 */
	protected final void setDeadline(int ticks) {
		deadline = resources.sweeper().now() + ticks;
	}

	/**
	 * Sets or moves that deadline, or turns it off.
	 * @param millis from now, 0 for never
	 */
	public final void deadlineAfter(long millis) {
		if (millis > 0) {
			setDeadline(ConnectionSweeper.ticks(Duration.ofMillis(millis)));
		}
		else {
			clearDeadline();
		}
	}

	/**
	 * Turns that deadline off.
	 */
	protected final void clearDeadline() {
		deadline = NEVER;
	}

	/** Lets what is due expire. */
	final void sweep(long now) {
		if (deadline <= now) {
			deadline = NEVER;
			if (ending == Ending.LINGERING) {
				cut();
			}
			else {
				deadlineExpired();
			}
		}
		else if (deadline == NEVER && (now + index) % LOST_SWEEPS == 0) {
			abortIfLost();
		}
		if (writeWatch != null && writeWatch.expired(now)) {
			abort(new IOException("the client did not read in time"));
		}
	}

	/**
	 * Closes the connection if the peer has gone and the transport has failed to tell.
	 * Costs a system call with some transports.
	 */
	protected final void abortIfLost() {
		if (channel.isOpen() && resources.lost(channel)) {
			abort(new IOException("the client has reset the connection"));
		}
	}

	/**
	 * Called when the deadline has passed; it is off then and may be set again.
	 */
	protected abstract void deadlineExpired();

	// The end

	/**
	 * Tells the connection to end as soon as what is in progress is done.
	 */
	final void drain() {
		draining = true;
		if (ending == Ending.LINGERING) {
			setDeadline(lingerTicks());
		}
		drainBegun();
	}

	/** A server that shuts down has said all it has to say. */
	private int lingerTicks() {
		return draining ? Math.min(lingerTicks, DRAINING_LINGER_TICKS) : lingerTicks;
	}

	/**
	 * Tells whether the connection is to end as soon as what is in progress is done.
	 * @return whether the server shuts down
	 */
	public final boolean draining() {
		return draining;
	}

	/**
	 * Called when the server begins to shut down gracefully.
	 */
	protected abstract void drainBegun();

	/**
	 * Closes the connection at once.
	 * @param cause why
	 */
	public final void abort(Throwable cause) {
		if (failure == null) {
			failure = cause;
		}
		cut();
	}

	/**
	 * Closes the connection at once, and without close_notify: the first handler is that
	 * of TLS, and what its context does it does not see.
	 */
	protected final void cut() {
		ChannelHandlerContext first = channel.pipeline().firstContext();
		if (first != null) {
			first.close();
		}
		else {
			channel.close();
		}
	}

	/**
	 * Returns why the connection was aborted.
	 * @return the first cause, or {@code null} if the peer closed it or it was closed in
	 * order
	 */
	protected final @Nullable Throwable failure() {
		return failure;
	}

	/**
	 * Tells whether the peer has sent FIN.
	 * @return whether no more input will come, other than what is held
	 */
	protected final boolean inputClosed() {
		return inputClosed;
	}

	/**
	 * Called when the peer has sent FIN, unless the connection is ending already.
	 */
	protected abstract void inputEnded();

	/**
	 * Sets whether the connection ends by RST instead of FIN, however that comes about.
	 * @param reset whether the peer is to see a failure
	 */
	public final void resetOnClose(boolean reset) {
		// A closed socket has no options, and its owner may not have been told yet.
		if (channel.isOpen()) {
			channel.config().setOption(ChannelOption.SO_LINGER, reset ? 0 : -1);
		}
	}

	/**
	 * Closes the connection when everything written so far has left. For a peer that is
	 * not expected to send anything more.
	 */
	protected final void closeAfterFlush() {
		flushBeforeEnd(channel::close);
	}

	/**
	 * Closes the sending side when everything written so far has left, and the connection
	 * when the input has ended or the time for that is over. Input until then is the
	 * caller's to drop.
	 */
	protected final void closeInStages() {
		flushBeforeEnd(() -> {
			if (!inputClosed && channel instanceof DuplexChannel duplex) {
				ending = Ending.LINGERING;
				writeWatch = null;
				setDeadline(lingerTicks());
				shutdownOutput(duplex);
			}
			else {
				channel.close();
			}
		});
	}

	private void shutdownOutput(DuplexChannel duplex) {
		if (tls == null) {
			duplex.shutdownOutput();
		}
		else {
			tls.shutdownOutput(duplex);
		}
	}

	private void flushBeforeEnd(Runnable flushed) {
		if (ending != Ending.NONE) {
			return;
		}
		ending = Ending.FLUSHING;
		clearDeadline();
		watchWrites();
		writer.flushAndWait().addListener((future) -> {
			if (future.isSuccess()) {
				flushed.run();
			}
			else {
				cut();
			}
		});
	}

}
