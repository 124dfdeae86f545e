/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.function.Consumer;

import io.fastwire.http.AbortedException;
import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.Rejection;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection: takes bytes from its channel, runs one exchange after the
 * other and closes in the way RFC 9112 section 9.6 asks for. The last handler of its
 * channel().
 */
public final class Http1Connection extends LoopConnection {

	/*
	 * Input. A read buffer is consumed in steps, each by the current phase, until it is
	 * empty or the phase takes no more. What is left then (pipelined requests) is held
	 * and reading stops, so that a client can make us hold one read buffer at most.
	 *
	 * | phase | input | leaves when | | ------ | ------------------------------ |
	 * ------------------------------------------- | | HEAD | parsed as a request head |
	 * head complete: BODY or BUSY; refused: LINGER | | BODY | given to the RequestBody |
	 * body and response complete: HEAD; else BUSY | | BUSY | held | response complete:
	 * HEAD, LINGER or TUNNEL | | LINGER | dropped | FIN, timeout: CLOSED | | TUNNEL |
	 * given to the TunnelListener | closed: CLOSED | | CLOSED | dropped | never |
	 *
	 * An exchange that ends before its body stays in BODY, where the rest of the body is
	 * dropped. A handler may answer from within the call that starts it, and an answer
	 * may start the next request; `consuming` keeps that a loop instead of a recursion.
	 *
	 * Deadlines. One deadline serves all phases because each needs at most one: HEAD idle
	 * or head, BODY body rate, BUSY none, or half-close after FIN, LINGER linger.
	 */

	private enum Phase {

		HEAD, BODY, BUSY, LINGER, TUNNEL, CLOSED

	}

	private static final Logger LOGGER = System.getLogger(Http1Connection.class.getName());

	private final Http1Loop loop;

	private final Http1Protocol protocol;

	private Phase phase = Phase.HEAD;

	private final HeadReader headReader;

	/** Header section of the request before, for {@link RequestHeadParser#parse}. */
	private @Nullable HeaderBlock previous;

	private @Nullable Http1Exchange exchange;

	private @Nullable Http1Tunnel tunnel;

	/** Input that the current phase does not take. */
	private final HeldInput held;

	private boolean consuming;

	private boolean inputClosed;

	private boolean draining;

	/**
	 * Creates a connection.
	 * @param loop shared state of the channel's event loop
	 * @param channel the channel, which this must be added to before it becomes active
	 */
	public Http1Connection(Http1Loop loop, Channel channel) {
		super(loop.resources(), channel, loop.protocol().writeTicks());
		this.loop = loop;
		this.protocol = loop.protocol();
		this.headReader = new HeadReader(loop);
		this.held = new HeldInput(channel);
	}

	// Channel events

	@Override
	public void channelActive(ChannelHandlerContext context) {
		setDeadline(protocol.idleTicks());
		super.channelActive(context);
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		ByteBuf in = (ByteBuf) message;
		resources().counters().add(Counter.BYTES_RECEIVED, in.readableBytes());
		writer().deferFlush(true);
		if (phase == Phase.TUNNEL) {
			tunnel().received(in);
		}
		else if (!held.isEmpty()) {
			held.add(in);
		}
		else {
			consume(in);
		}
	}

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext context) {
		super.channelWritabilityChanged(context);
		if (!channel().isWritable()) {
			return;
		}
		if (phase == Phase.TUNNEL) {
			tunnel().writable();
		}
		else if (exchange != null) {
			exchange.becameWritable();
		}
	}

	@Override
	public void userEventTriggered(ChannelHandlerContext context, Object event) {
		if (event == ChannelInputShutdownEvent.INSTANCE) {
			inputClosed = true;
			inputEnded();
		}
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		Phase last = phase;
		phase = Phase.CLOSED;
		super.channelInactive(context);
		releaseInput();
		Throwable failure = failure();
		AbortedException cause = new AbortedException(
				(failure != null) ? "Connection failed: " + failure.getMessage() : "Connection closed by the client");
		if (last == Phase.TUNNEL) {
			tunnel().closed((failure != null) ? cause : null);
		}
		else if (exchange != null) {
			exchange.fail(cause);
		}
	}

	// Input

	/** Takes ownership of the buffer. */
	private void consume(ByteBuf in) {
		consuming = true;
		try {
			boolean more = true;
			while (more && in.isReadable()) {
				more = switch (phase) {
					case HEAD -> readHead(in);
					case BODY -> feedBody(in);
					case BUSY, LINGER, TUNNEL, CLOSED -> false;
				};
			}
		}
		finally {
			consuming = false;
			loop.window().close();
		}
		dispose(in);
		if (phase == Phase.HEAD && ((inputClosed && held.isEmpty()) || (draining && !headReader.started()))) {
			close();
		}
	}

	/** Decides what becomes of the rest of a buffer; takes ownership. */
	private void dispose(ByteBuf in) {
		if (!in.isReadable() || phase == Phase.LINGER || phase == Phase.CLOSED) {
			in.release();
		}
		else if (phase == Phase.TUNNEL) {
			tunnel().received(in);
		}
		else {
			held.add(in);
		}
	}

	private void resumeInput() {
		if (!held.isEmpty() && !consuming) {
			consume(held.take());
		}
	}

	/** Stops reading while the application is slower than the peer, or starts again. */
	void pauseReading(boolean pause) {
		held.pause(pause);
	}

	private boolean readHead(ByteBuf in) {
		switch (headReader.read(in, previous)) {
			case COMPLETE -> start(headReader.head());
			case REJECTED -> reject(headReader.head().rejection());
			case MORE -> setDeadline(protocol.headTicks());
		}
		return true;
	}

	private void start(RequestHead head) {
		Http1Exchange started = new Http1Exchange(this, head);
		exchange = started;
		HeaderBlock headers = head.headers();
		if (headers == previous) {
			resources().counters().increment(Counter.REPEAT_HEADS);
		}
		previous = headers.repeatable() ? headers : null;
		resources().counters().increment(Counter.REQUESTS_STARTED);
		if (started.body() == null) {
			phase = Phase.BUSY;
			clearDeadline();
		}
		else {
			phase = Phase.BODY;
			setDeadline(protocol.bodyTicks());
		}
		try {
			loop.handler().handle(started);
		}
		catch (Throwable ex) {
			started.handlerFailed(ex);
		}
	}

	private boolean feedBody(ByteBuf in) {
		Http1Exchange current = exchange();
		try {
			if (current.requestBody().feed(in)) {
				bodyComplete();
			}
		}
		catch (Throwable ex) {
			current.handlerFailed(ex);
		}
		return true;
	}

	private void bodyComplete() {
		if (phase != Phase.BODY) {
			return;
		}
		if (exchange().ended()) {
			nextRequest();
		}
		else {
			phase = Phase.BUSY;
			clearDeadline();
			if (inputClosed) {
				inputEnded();
			}
		}
	}

	/** The peer has sent FIN. It may still read (RFC 9112 section 9.6). */
	private void inputEnded() {
		switch (phase) {
			case HEAD, LINGER, CLOSED -> channel().close();
			case BODY -> abort(new IOException("the client closed the connection inside a request body"));
			case BUSY -> setDeadline(protocol.halfCloseTicks());
			case TUNNEL -> tunnel().inputClosed();
		}
	}

	// Output, called by the exchange

	Http1Loop loop() {
		return loop;
	}

	byte[] date() {
		return resources().dateClock().bytes();
	}

	/** Whether no further request is to be read, whatever this one says. */
	boolean closing() {
		return draining || (inputClosed && held.isEmpty() && !consuming);
	}

	/** Whether the response to the current request is complete. */
	boolean responseEnded() {
		return exchange().ended();
	}

	void requestAborted() {
		resources().counters().increment(Counter.REQUESTS_ABORTED);
	}

	/** Answers {@code Expect: 100-continue} (RFC 9110 section 10.1.1). */
	void sendContinue() {
		if (exchange != null && !exchange.committed()) {
			writer().write(StatusLines.CONTINUE);
		}
	}

	void sendFile(FileRegion region, Consumer<@Nullable Throwable> done) {
		ChannelPromise promise = channel().newPromise();
		promise.addListener((future) -> done.accept(future.cause()));
		writer().write(region, promise);
	}

	/** The rest of a body whose response is complete is too long to drain. */
	void giveUpBody() {
		exchange = null;
		linger();
	}

	/** The response is complete; the request body may not be. */
	void responseComplete(Http1Exchange ended, boolean keepAlive) {
		if (ended != exchange) {
			return;
		}
		resources().counters().increment(Counter.REQUESTS_COMPLETED);
		if (!keepAlive) {
			exchange = null;
			if (phase == Phase.BUSY && !ended.keepAliveRequested()) {
				close();
			}
			else {
				linger();
			}
		}
		else if (phase == Phase.BUSY) {
			nextRequest();
		}
	}

	private void nextRequest() {
		exchange = null;
		phase = Phase.HEAD;
		if ((inputClosed || draining) && held.isEmpty() && !consuming) {
			close();
			return;
		}
		setDeadline(protocol.idleTicks());
		resumeInput();
	}

	/** Gives the current exchange up after a failure of the application. */
	void cutOff(Http1Exchange aborted) {
		if (aborted == exchange) {
			exchange = null;
			linger();
		}
	}

	/** Sends an error response and closes in stages (RFC 9112 section 9.6). */
	void reject(Rejection rejection) {
		resources().counters().rejected(rejection.ordinal());
		LOGGER.log(Level.DEBUG, () -> "Rejected a request: " + rejection.reason() + " (" + rejection.section() + ")");
		Http1Exchange current = exchange;
		exchange = null;
		if (current == null || !current.committed()) {
			ErrorResponse.write(rejection, this);
		}
		linger();
		if (current != null) {
			current.fail(new RejectedBodyException(rejection));
		}
	}

	/**
	 * Closes in stages: closing with unread input would reset the connection and could
	 * destroy the response before the client has read it (RFC 9112 section 9.6).
	 */
	private void linger() {
		endInput();
		closeOutputAfterFlush();
	}

	@Override
	protected void outputClosed() {
		setDeadline(protocol.lingerTicks());
	}

	/** Closes when all is written, for a peer that sends nothing more. */
	private void close() {
		endInput();
		closeAfterFlush();
	}

	private void endInput() {
		phase = Phase.LINGER;
		releaseInput();
		pauseReading(false);
		clearDeadline();
	}

	private void releaseInput() {
		headReader.reset();
		held.release();
	}

	/** Leaves HTTP; the 101 response is written. */
	void startTunnel(TunnelListener listener) {
		exchange = null;
		phase = Phase.TUNNEL;
		clearDeadline();
		Http1Tunnel opened = new Http1Tunnel(this, listener);
		tunnel = opened;
		opened.open();
		if (!held.isEmpty() && phase == Phase.TUNNEL) {
			opened.received(held.take());
		}
	}

	/** Closes a tunnel when all is written. */
	void closeTunnel() {
		if (phase == Phase.TUNNEL) {
			closeAfterFlush();
		}
	}

	// Deadlines and shutdown

	@Override
	protected void deadlineExpired() {
		switch (phase) {
			case HEAD -> {
				if (headReader.started()) {
					reject(Rejection.HEAD_TIMEOUT);
				}
				else {
					close();
				}
			}
			case BODY -> {
				if (exchange().requestBody().tooSlow(protocol.bodyBytesPerWindow())) {
					reject(Rejection.BODY_TIMEOUT);
				}
				else {
					setDeadline(protocol.bodyTicks());
				}
			}
			case BUSY -> halfCloseExpired();
			case LINGER -> channel().close();
			case TUNNEL, CLOSED -> {
				// those have deadlines of their own, or none
			}
		}
	}

	/**
	 * A response of known length is let run: writing will tell whether the peer is there.
	 */
	private void halfCloseExpired() {
		if (exchange().hasDeclaredLength()) {
			setDeadline(protocol.halfCloseTicks());
		}
		else {
			channel().close();
		}
	}

	@Override
	public void drain() {
		draining = true;
		if (phase == Phase.HEAD && !headReader.started()) {
			close();
		}
		else if (phase == Phase.TUNNEL) {
			tunnel().shutdown();
		}
		else if (exchange != null) {
			exchange.serverDraining();
		}
	}

	private Http1Exchange exchange() {
		return Objects.requireNonNull(exchange);
	}

	private Http1Tunnel tunnel() {
		return Objects.requireNonNull(tunnel);
	}

}
