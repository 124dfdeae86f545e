/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.IOException;
import java.util.Objects;

import io.fastwire.http.AbortedException;
import io.fastwire.http.RejectedBodyException;
import io.fastwire.http.Rejection;
import io.fastwire.http.TunnelListener;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection: takes bytes from its channel, runs one exchange after the
 * other and closes in the way RFC 9112 section 9.6 asks for. The last handler of its
 * channel.
 */
public final class Http1Connection extends LoopConnection {

	/*
	 * Input. A read buffer is consumed in steps, each by the current phase, until it is
	 * empty or the phase takes no more. What is left then (pipelined requests) is held up
	 * to a limit. An exchange that ends before its body stays in BODY, where the rest is
	 * dropped. While the client leaves answers unread no request is started, or it could
	 * make the server hold an answer for each that fits in a buffer.
	 *
	 * FIN. The client may still read (RFC 9112 section 9.6), so requests that came before
	 * are answered, each within the half-close time unless its length is declared.
	 *
	 * Deadlines. One deadline serves all phases because each needs at most one. Between
	 * two requests it strikes twice: first what would make another request of the same
	 * client cheaper is dropped, because idle connections are many.
	 *
	 * Shutdown. On an idle connection a request may be on its way. A client that sees the
	 * end of the connection in place of an answer cannot send it again unless it is
	 * idempotent (RFC 9112 section 9.3.1). So the connection waits a moment for it, and
	 * the answer tells that it is the last one.
	 */

	private final Http1Loop loop;

	private Phase phase = Phase.HEAD;

	private final HeadReader headReader;

	/** Made for a request, and dropped when none has come for a while. */
	private @Nullable Http1Response response;

	private @Nullable Http1Exchange exchange;

	private @Nullable Http1Tunnel tunnel;

	private final Http1Input input;

	/**
	 * Creates a connection.
	 * @param loop shared state of the channel's event loop
	 * @param channel the channel; see the superclass for when this must be added to it
	 */
	public Http1Connection(Http1Loop loop, Channel channel) {
		super(loop.resources(), channel, loop.protocol().writeTicks(), loop.protocol().lingerTicks());
		this.loop = loop;
		this.headReader = new HeadReader(loop);
		this.input = new Http1Input(this);
	}

	// Channel events

	@Override
	protected void opened() {
		setDeadline(loop.protocol().firstRequestTicks());
		super.opened();
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		ByteBuf in = (ByteBuf) message;
		resources().counters().add(Counter.BYTES_RECEIVED, in.readableBytes());
		if (phase == Phase.TUNNEL) {
			tunnel().received(in);
		}
		else {
			input.receive(in);
		}
	}

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext context) {
		super.channelWritabilityChanged(context);
		if (!channel().isWritable()) {
			return;
		}
		if (phase == Phase.TUNNEL) {
			tunnel().becameWritable();
		}
		else if (exchange != null) {
			exchange.becameWritable();
		}
		else if (phase == Phase.HEAD) {
			input.resume();
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

	/**
	 * Lets the current phase take some input.
	 * @return whether it has
	 */
	boolean take(ByteBuf in) {
		return switch (phase) {
			case HEAD -> channel().isWritable() && readHead(in);
			case BODY -> feedBody(in);
			case BUSY, LINGER, TUNNEL, CLOSED -> false;
		};
	}

	/** Decides what becomes of input that was not taken; takes ownership. */
	void leave(ByteBuf in) {
		switch (phase) {
			case LINGER, CLOSED -> in.release();
			case TUNNEL -> tunnel().received(in);
			case HEAD, BODY, BUSY -> input.hold(in);
		}
	}

	/** All input at hand is taken or held. */
	void inputConsumed() {
		if (inputClosed()) {
			inputEnded();
		}
	}

	/** Stops reading while the application is slower than the peer, or starts again. */
	void pauseReading(boolean pause) {
		input.pause(pause);
	}

	private boolean readHead(ByteBuf in) {
		boolean first = !headReader.started();
		switch (headReader.read(in)) {
			case COMPLETE -> start(headReader.take(), in.isReadable());
			case REJECTED -> reject(headReader.rejection(), headReader.rejectedMethod());
			case MORE -> {
				if (first) {
					setDeadline(loop.protocol().headTicks());
				}
			}
		}
		return true;
	}

	/**
	 * Starts an exchange.
	 * @param more whether input behind the head is here
	 */
	private void start(CompleteHead head, boolean more) {
		response().next();
		Http1Exchange started = new Http1Exchange(this, head);
		exchange = started;
		resources().counters().increment(Counter.REQUESTS_STARTED);
		Http1Body body = started.body();
		if (body == null) {
			phase = Phase.BUSY;
			clearDeadline();
		}
		else {
			phase = Phase.BODY;
			setDeadline(loop.protocol().bodyTicks());
			if (more) {
				body.begun();
			}
		}
		try {
			loop.protocol().handler().handle(started);
		}
		catch (Throwable ex) {
			started.handlerFailed(ex);
		}
	}

	private boolean feedBody(ByteBuf in) {
		Http1Exchange current = exchange();
		Http1Body body = current.requestBody();
		try {
			body.feed(in);
		}
		catch (Throwable ex) {
			current.handlerFailed(ex);
		}
		if (body.complete() && reads(body)) {
			bodyComplete(current);
		}
		return true;
	}

	/** Whether input belongs to a body. */
	boolean reads(Http1Body body) {
		return phase == Phase.BODY && exchange != null && exchange.body() == body;
	}

	private void bodyComplete(Http1Exchange current) {
		if (current.ended()) {
			nextRequest();
		}
		else {
			phase = Phase.BUSY;
			clearDeadline();
		}
	}

	@Override
	protected void inputEnded() {
		if (!input.isEmpty() && phase != Phase.BUSY) {
			return;
		}
		switch (phase) {
			case HEAD -> close(false);
			case BODY -> {
				if (exchange().ended()) {
					close(false);
				}
				else {
					abort(new IOException("the client closed the connection inside a request body"));
				}
			}
			case BUSY -> setDeadline(loop.protocol().halfCloseTicks());
			case TUNNEL -> tunnel().inputClosed();
			case LINGER, CLOSED -> {
				// the end is under way
			}
		}
	}

	// Output, called by the exchange

	Http1Loop loop() {
		return loop;
	}

	/** Returns the response in progress: for the exchange that has not ended. */
	Http1Response response() {
		Http1Response current = response;
		if (current == null) {
			current = new Http1Response();
			response = current;
		}
		return current;
	}

	/** Whether no further request is to be read, whatever this one says. */
	boolean closing() {
		return draining() || headReader.exhausted() || (inputClosed() && input.exhausted());
	}

	/** The rest of a body whose response is complete is too long to drain. */
	void giveUpBody() {
		exchange = null;
		close(true);
	}

	/** The response is complete; the request body may not be. */
	void responseComplete(Http1Exchange ended) {
		if (ended != exchange) {
			return;
		}
		resources().counters().increment(Counter.REQUESTS_COMPLETED);
		if (!response().keepAlive()) {
			exchange = null;
			close(phase != Phase.BUSY || ended.keepAliveRequested());
		}
		else if (phase == Phase.BUSY) {
			nextRequest();
		}
	}

	private void nextRequest() {
		exchange = null;
		phase = Phase.HEAD;
		if (inputClosed() && input.exhausted()) {
			close(false);
			return;
		}
		setDeadline(draining() ? HttpProtocol.DRAINING_IDLE_TICKS : headReader.idleTicks());
		input.resume();
	}

	/** Gives an exchange up after a failure of the application. */
	void cutOff(Http1Exchange aborted) {
		if (aborted == exchange) {
			exchange = null;
			end(aborted);
		}
	}

	/** Ends the connection behind an exchange that may be incomplete. */
	private void end(@Nullable Http1Exchange last) {
		if (last != null && last.cutShort()) {
			endInput();
			cut();
		}
		else {
			close(true);
		}
	}

	/** Refuses the request that is being answered, or one that has hardly begun. */
	void reject(Rejection rejection) {
		reject(rejection, (exchange != null) ? exchange.method() : "");
	}

	/** Sends an error response and closes in stages (RFC 9112 section 9.6). */
	private void reject(Rejection rejection, String method) {
		loop.rejected(rejection);
		Http1Exchange current = exchange;
		exchange = null;
		if (current == null || !current.committed()) {
			ErrorResponse.write(rejection, method, this);
		}
		end(current);
		if (current != null) {
			current.fail(new RejectedBodyException(rejection));
		}
		else {
			loop.unseen(channel(), rejection);
		}
	}

	/**
	 * Closes when all is written: in stages, if unread input is here or expected, for
	 * that would turn the close into a reset.
	 */
	private void close(boolean inputExpected) {
		boolean staged = inputExpected || !input.isEmpty();
		endInput();
		if (staged) {
			closeInStages();
		}
		else {
			closeAfterFlush();
		}
	}

	private void endInput() {
		phase = Phase.LINGER;
		releaseInput();
		pauseReading(false);
		clearDeadline();
	}

	private void releaseInput() {
		headReader.reset();
		input.release();
	}

	/** Leaves HTTP; the 101 response is written. */
	void startTunnel(TunnelListener listener) {
		resources().counters().increment(Counter.REQUESTS_COMPLETED);
		exchange = null;
		response = null;
		headReader.forget();
		phase = Phase.TUNNEL;
		clearDeadline();
		Http1Tunnel opened = new Http1Tunnel(this, listener);
		tunnel = opened;
		opened.open();
		if (!input.isEmpty()) {
			opened.received(input.take());
			input.updateReading();
		}
		if (draining()) {
			opened.shutdown();
		}
		if (inputClosed() && input.exhausted()) {
			opened.inputClosed();
		}
	}

	/** Closes a tunnel when all is written. */
	void closeTunnel() {
		if (phase == Phase.TUNNEL) {
			input.pause(false);
			closeInStages();
		}
	}

	@Override
	protected void deadlineExpired() {
		switch (phase) {
			case HEAD -> {
				if (!input.isEmpty() && !draining()) {
					// it is the client's reading that is waited for
					setDeadline(loop.protocol().idleTicks());
				}
				else if (headReader.started()) {
					reject(Rejection.HEAD_TIMEOUT);
				}
				else {
					idleExpired();
				}
			}
			case BODY -> judge(exchange().requestBody());
			case BUSY -> halfCloseExpired();
			case TUNNEL -> tunnel().deadlineExpired();
			case LINGER, CLOSED -> clearDeadline();
		}
	}

	/** Lets go of what would only make the next request cheaper, or gives it up. */
	private void idleExpired() {
		int left = draining() ? 0 : headReader.rest();
		if (left > 0) {
			response = null;
			setDeadline(left);
		}
		else {
			close(false);
		}
	}

	private void judge(Http1Body body) {
		int ticks = body.untilTooSlow(loop.protocol().bodyTicks(), loop.protocol().bodyBytesPerWindow());
		if (ticks > 0) {
			setDeadline(ticks);
			abortIfLost();
		}
		else {
			reject(Rejection.BODY_TIMEOUT);
		}
	}

	/** A response of known length goes on: writing tells whether the peer is there. */
	private void halfCloseExpired() {
		if (exchange().hasDeclaredLength()) {
			setDeadline(loop.protocol().halfCloseTicks());
		}
		else {
			cut();
		}
	}

	@Override
	protected void drainBegun() {
		if (phase == Phase.HEAD && !headReader.started()) {
			setDeadline(HttpProtocol.DRAINING_IDLE_TICKS);
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
