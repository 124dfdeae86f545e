/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.lang.System.Logger.Level;
import java.lang.System.Logger;

import javax.net.ssl.SSLSession;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Rejection;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopConnection;
import io.fastwire.internal.io.ProhibitedCipherSuites;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Exception.HeaderListSizeException;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection: takes frames from its channel, runs the exchanges of its streams
 * and ends in the way RFC 9113 section 5.4 asks for. The last handler of its channel.
 */
final class Http2Connection extends LoopConnection {

	/*
	 * A graceful end takes two GOAWAY (section 6.8): the first tells the client to open
	 * no more streams, which those on their way have not heard. When the answer to the
	 * PING behind it is here, or the time for that is over, the second says which streams
	 * were taken.
	 */

	private enum Phase {

		/** Frames are read. */
		OPEN,

		/** Input is dropped; what was written leaves, then the connection closes. */
		LINGER,

		/** Closed, for ever. */
		CLOSED

	}

	private static final Logger LOGGER = System.getLogger(Http2Connection.class.getName());

	private static final int MAX_CONCURRENT_STREAMS = 3;

	private static final int INITIAL_WINDOW_SIZE = 4;

	private static final int MAX_HEADER_LIST_SIZE = 6;

	private static final long DRAIN_PING = 0x6661_7374_7769_7265L;

	private final Http2Loop loop;

	private final HttpProtocol protocol;

	private final FrameOutput frames;

	private final SendWindows windows;

	private final Streams streams;

	private final FrameDispatch dispatch;

	private final FrameInput input;

	private final InputGate gate;

	private final Deadlines deadlines;

	private final HeadOutput heads;

	private final Floods floods;

	private Phase phase = Phase.OPEN;

	private boolean settingsAcknowledged;

	/** The client was told which stream is the last. */
	private boolean refusesStreams;

	/** What the client was told, or will be. */
	private int lastServed = Integer.MAX_VALUE;

	Http2Connection(Http2Loop loop, Channel channel) {
		super(loop.resources(), channel, loop.protocol().writeTicks(), loop.protocol().lingerTicks());
		this.loop = loop;
		this.protocol = loop.protocol();
		this.streams = new Streams(loop.options().maxConcurrentStreams(), protocol.limits().maxBufferedBytes());
		this.frames = new FrameOutput(writer(), loop.headerBlock());
		this.heads = new HeadOutput(frames, loop.responseFields());
		this.floods = new Floods(this);
		this.windows = new SendWindows(writer(), floods::dribbled);
		this.dispatch = new FrameDispatch(this);
		this.input = new FrameInput(this, dispatch);
		this.gate = new InputGate(this, input);
		this.deadlines = new Deadlines(this, input, gate);
	}

	// Channel events

	@Override
	protected void opened() {
		count(Counter.HTTP2_CONNECTIONS);
		frames.settings(MAX_CONCURRENT_STREAMS, loop.options().maxConcurrentStreams(), INITIAL_WINDOW_SIZE,
				protocol.limits().maxBufferedBytes(), MAX_HEADER_LIST_SIZE,
				(int) Math.min(Integer.MAX_VALUE, FrameInput.maxListSize(protocol.limits())));
		dispatch.begin();
		deadlines.begin();
		// Last, because it may begin to drain, and nothing may come in front of SETTINGS.
		super.opened();
		SSLSession session = tlsSession();
		if (session != null && ProhibitedCipherSuites.in(session)) {
			fail(Http2Error.INADEQUATE_SECURITY, session.getCipherSuite());
		}
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		ByteBuf in = (ByteBuf) message;
		resources().counters().add(Counter.BYTES_RECEIVED, in.readableBytes());
		if (!reading()) {
			in.release();
			return;
		}
		gate.receive(context, in);
		deadlines.received();
	}

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext context) {
		super.channelWritabilityChanged(context);
		if (channel().isWritable()) {
			windows.send();
			gate.resume();
		}
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		phase = Phase.CLOSED;
		super.channelInactive(context);
		Throwable failure = failure();
		dropAll((failure != null) ? "Connection failed: " + failure.getMessage() : "Connection closed by the client");
		gate.drop();
		input.close();
		frames.close();
	}

	// Input

	/** Whether frames are still of interest. */
	boolean reading() {
		return phase == Phase.OPEN;
	}

	/**
	 * Whether a frame may be read now: the client takes what that makes this side send.
	 */
	boolean takesFrames() {
		return reading() && channel().isWritable();
	}

	/** A frame was wrong, but for its stream only. */
	void streamFailed(Http2Exception failure) throws Http2Exception {
		int id = input.stream();
		boolean size = failure.error() == Http2Error.FRAME_SIZE_ERROR;
		if (failure instanceof HeaderListSizeException) {
			dispatch.tooLarge(id, input.blockEnds());
		}
		else if (streams.get(id) != null) {
			reset(id, size ? StreamError.FRAME_SIZE : StreamError.FRAME);
		}
		else if (size || streams.isIdle(id)) {
			throw Http2Exception.connectionError(failure.error(), failure.getMessage());
		}
		else {
			floods.control();
		}
	}

	/** All frames that have come are read. */
	void readComplete() {
		dispatch.readComplete();
	}

	/** Part of a DATA frame has come. */
	void arriving(int stream, int bytes) {
		Http2Exchange exchange = streams.get(stream);
		Http2Body body = (exchange != null) ? exchange.body() : null;
		if (body != null && bytes > 0) {
			body.arriving(bytes);
		}
	}

	void acknowledgeSettings() {
		settingsAcknowledged = true;
		deadlines.settingsAcknowledged();
	}

	boolean settingsAcknowledged() {
		return settingsAcknowledged;
	}

	int heldBytes() {
		return input.heldBytes();
	}

	@Override
	protected void inputEnded() {
		if (!reading() || !gate.isEmpty()) {
			return;
		}
		for (Http2Exchange exchange : streams.list()) {
			Http2Body body = exchange.body();
			if (body != null && !body.complete()) {
				dropped(exchange, new AbortedException("Connection closed by the client inside a request body"));
			}
		}
		if (streams.isEmpty()) {
			close();
		}
		else {
			deadlines.halfClosed();
		}
	}

	/** What was held back is consumed. */
	void heldInputConsumed() {
		deadlines.received();
		if (inputClosed()) {
			inputEnded();
		}
	}

	// Output, called by the streams

	/** Resets a stream for what its client did. */
	void reset(int id, StreamError error) {
		Rejection rejection = error.rejection();
		if (rejection != null) {
			loop.rejected(rejection);
		}
		Http2Exchange exchange = streams.get(id);
		writeReset(id, error.code());
		streams.close(id, true);
		if (exchange != null) {
			exchange.output().discard();
			exchange.fail(new AbortedException("Stream reset for an error of the client: " + error));
		}
		streamClosed();
		floods.reset();
	}

	/** Resets a stream for a reason of this side. */
	void reset(Http2Exchange exchange, Http2Error error) {
		exchange.output().discard();
		writeReset(exchange.id(), error.code());
		if (streams.close(exchange.id(), true)) {
			streamClosed();
		}
	}

	/**
	 * Resets a stream that there is no exchange of, because its answer is complete before
	 * its request, or cannot be sent.
	 */
	void resetRefused(int id, Http2Error error) {
		writeReset(id, error.code());
		streams.close(id, true);
		floods.reset();
	}

	private void writeReset(int id, long error) {
		if (reading()) {
			count(Counter.HTTP2_STREAMS_RESET_BY_SERVER);
			frames.reset(id, error);
		}
	}

	/** The client has given up a stream. */
	void dropped(Http2Exchange exchange, AbortedException cause) {
		exchange.output().discard();
		streams.close(exchange.id(), false);
		exchange.fail(cause);
		streamClosed();
	}

	/**
	 * Whether neither both sides have ended the stream of an exchange nor one has reset
	 * it.
	 */
	@SuppressWarnings("ReferenceEquality") // the same exchange
	boolean isOpen(Http2Exchange exchange) {
		return streams.get(exchange.id()) == exchange;
	}

	/** Both sides have ended a stream. */
	void closed(Http2Exchange exchange) {
		if (streams.close(exchange.id(), false)) {
			streamClosed();
		}
	}

	void streamOpened() {
		deadlines.streamOpened();
	}

	private void streamClosed() {
		if (streams.isEmpty() && reading()) {
			if (refusesStreams || (inputClosed() && gate.isEmpty())) {
				close();
			}
			else {
				deadlines.idle();
			}
		}
	}

	/** A request was refused before there was an exchange. */
	void refused(Rejection rejection) {
		loop.rejected(rejection);
		loop.unseen(channel(), rejection);
	}

	// Deadlines

	/** For {@link Deadlines}, which has but one. */
	void strikeIn(int ticks) {
		setDeadline(ticks);
	}

	@Override
	protected void deadlineExpired() {
		deadlines.expired();
	}

	void headTimedOut() {
		loop.rejected(Rejection.HEAD_TIMEOUT);
		fail(Http2Error.PROTOCOL_ERROR, "the rest of a frame did not come in time");
	}

	void cutOff() {
		cut();
	}

	void abortIfGone() {
		abortIfLost();
	}

	long now() {
		return resources().sweeper().now();
	}

	// The end

	@Override
	protected void drainBegun() {
		if (!reading()) {
			return;
		}
		frames.goAway(Integer.MAX_VALUE, Http2Error.NO_ERROR.code());
		frames.ping(false, DRAIN_PING);
		deadlines.drain();
		streams.list().forEach(Http2Exchange::serverDraining);
	}

	void pingAcknowledged(long data) {
		if (data == DRAIN_PING && deadlines.drained()) {
			endGracefully();
		}
	}

	/** Takes no more streams and ends with the last one. */
	void endGracefully() {
		refusesStreams = true;
		sayGoodbye(Http2Error.NO_ERROR);
		if (streams.isEmpty()) {
			close();
		}
	}

	/** What was announced once is not taken back (RFC 9113 section 6.8). */
	private void sayGoodbye(Http2Error error) {
		lastServed = Math.min(lastServed, streams.last());
		frames.goAway(lastServed, error.code());
	}

	boolean refusesStreams() {
		return refusesStreams;
	}

	/** Ends the connection for what its client did (RFC 9113 section 5.4.1). */
	void fail(Http2Error error, @Nullable String text) {
		if (!reading()) {
			return;
		}
		count(Counter.HTTP2_CONNECTION_ERRORS);
		LOGGER.log(Level.DEBUG, () -> "HTTP/2 connection error " + error + ": " + text);
		sayGoodbye(error);
		close();
		dropAll("Connection ended for an error of the client: " + error);
	}

	/** Closes in stages, for what the client still sends would turn that into a reset. */
	private void close() {
		phase = Phase.LINGER;
		gate.drop();
		clearDeadline();
		closeInStages();
	}

	private void dropAll(String text) {
		AbortedException cause = new AbortedException(text);
		for (Http2Exchange exchange : streams.list()) {
			dropped(exchange, cause);
		}
	}

	Http2Loop loop() {
		return loop;
	}

	HttpProtocol protocol() {
		return protocol;
	}

	FrameOutput frames() {
		return frames;
	}

	HeadOutput heads() {
		return heads;
	}

	Floods floods() {
		return floods;
	}

	SendWindows windows() {
		return windows;
	}

	Streams streams() {
		return streams;
	}

	void count(Counter counter) {
		resources().counters().increment(counter);
	}

}
