/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Rejection;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.Endpoints;
import io.fastwire.internal.io.LoopConnection;
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
	 * Deadlines. One deadline of the sweep serves all: it strikes at the earliest time at
	 * which something could be due, looks what is, and is set again. So the start and the
	 * end of a stream cost a compare, however many there are.
	 *
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

	/** How long the answer to that is awaited. */
	private static final int DRAIN_TICKS = 4;

	/** How often open streams are looked after. */
	private static final int CHECK_TICKS = 12;

	private final Http2Loop loop;

	private final Http2Protocol protocol;

	private final FrameOutput frames;

	private final SendWindows windows;

	private final Streams streams = new Streams();

	private final FrameDispatch dispatch;

	private final FrameInput input;

	private final HeadOutput heads;

	private final Floods floods;

	private Phase phase = Phase.OPEN;

	private boolean settingsAcknowledged;

	/** The client was told which stream is the last. */
	private boolean refusesStreams;

	private long idleSince;

	private long drainUntil = FrameInput.NEVER;

	private long halfCloseUntil = FrameInput.NEVER;

	/** When the deadline strikes. */
	private long due = FrameInput.NEVER;

	Http2Connection(Http2Loop loop, Channel channel) {
		super(loop.resources(), channel, loop.protocol().writeTicks(), loop.protocol().lingerTicks());
		this.loop = loop;
		this.protocol = loop.protocol();
		this.frames = new FrameOutput(writer());
		this.heads = new HeadOutput(frames, loop.responseFields());
		this.floods = new Floods(this);
		this.windows = new SendWindows(writer(), floods::dribbled);
		this.dispatch = new FrameDispatch(this);
		this.input = new FrameInput(this, dispatch);
	}

	// Channel events

	@Override
	protected void opened() {
		count(Counter.HTTP2_CONNECTIONS);
		frames.settings(MAX_CONCURRENT_STREAMS, protocol.options().maxConcurrentStreams(), INITIAL_WINDOW_SIZE,
				protocol.bodies().maxBufferedBytes(), MAX_HEADER_LIST_SIZE,
				(int) Math.min(Integer.MAX_VALUE, FrameInput.maxListSize(protocol.heads())));
		dispatch.begin();
		idleSince = now();
		strikeBy(idleSince + protocol.idleTicks());
		// Last, because it may begin to drain, and nothing may come in front of SETTINGS.
		super.opened();
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		ByteBuf in = (ByteBuf) message;
		resources().counters().add(Counter.BYTES_RECEIVED, in.readableBytes());
		if (!reading()) {
			in.release();
			return;
		}
		try {
			input.receive(context, in);
		}
		catch (Http2Exception ex) {
			fail(ex.error(), ex.getMessage());
		}
		if (!reading()) {
			input.close();
		}
		else if (input.incompleteSince() != FrameInput.NEVER) {
			strikeBy(input.incompleteSince() + protocol.headTicks());
		}
	}

	@Override
	public void channelWritabilityChanged(ChannelHandlerContext context) {
		super.channelWritabilityChanged(context);
		if (channel().isWritable()) {
			windows.send();
		}
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		phase = Phase.CLOSED;
		super.channelInactive(context);
		Throwable failure = failure();
		dropAll((failure != null) ? "Connection failed: " + failure.getMessage() : "Connection closed by the client");
		input.close();
		frames.close();
	}

	// Input

	/** Whether frames are still of interest. */
	boolean reading() {
		return phase == Phase.OPEN;
	}

	/** A frame was wrong, but for its stream only. */
	void streamFailed(Http2Exception failure) throws Http2Exception {
		int id = input.stream();
		boolean headers = input.type() == FrameOutput.HEADERS || input.type() == FrameOutput.CONTINUATION;
		boolean size = failure.error() == Http2Error.FRAME_SIZE_ERROR;
		if (failure instanceof HeaderListSizeException) {
			dispatch.tooLarge(id, input.blockEnds());
		}
		else if (headers) {
			dispatch.malformed(id);
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

	void acknowledgeSettings() {
		settingsAcknowledged = true;
	}

	boolean settingsAcknowledged() {
		return settingsAcknowledged;
	}

	int heldBytes() {
		return input.heldBytes();
	}

	@Override
	protected void inputEnded() {
		if (!reading()) {
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
			halfCloseUntil = now() + protocol.halfCloseTicks();
			strikeBy(halfCloseUntil);
		}
	}

	// Output, called by the streams

	/** Resets a stream for what its client did. */
	void reset(int id, StreamError error) {
		Rejection rejection = error.rejection();
		if (rejection != null) {
			rejected(rejection);
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

	/** The answer to a stream is complete although its request is not. */
	void resetAnswered(int id) {
		writeReset(id, Http2Error.NO_ERROR.code());
		streams.close(id, true);
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
		strikeBy(now() + CHECK_TICKS);
	}

	private void streamClosed() {
		if (streams.isEmpty() && reading()) {
			idleSince = now();
			if (refusesStreams || inputClosed()) {
				close();
			}
			else {
				strikeBy(idleSince + protocol.idleTicks());
			}
		}
	}

	/** A request was refused before there was an exchange. */
	void refused(Rejection rejection) {
		rejected(rejection);
		loop.rejections().onRejected(Endpoints.remote(channel()), rejection);
	}

	void rejected(Rejection rejection) {
		resources().counters().rejected(rejection.ordinal());
		LOGGER.log(Level.DEBUG, () -> "Rejected a request: " + rejection.reason() + " (" + rejection.section() + ")");
	}

	// Deadlines

	/** Makes the deadline strike at a sweep, or before. */
	private void strikeBy(long tick) {
		if (tick < due) {
			due = tick;
			setDeadline((int) Math.max(0, tick - now()));
		}
	}

	@Override
	protected void deadlineExpired() {
		due = FrameInput.NEVER;
		if (!reading()) {
			return;
		}
		long now = now();
		long incompleteUntil = (input.incompleteSince() != FrameInput.NEVER)
				? input.incompleteSince() + protocol.headTicks() : FrameInput.NEVER;
		if (halfCloseUntil <= now) {
			cut();
		}
		else if (incompleteUntil <= now) {
			rejected(Rejection.HEAD_TIMEOUT);
			fail(Http2Error.PROTOCOL_ERROR, "the rest of a frame did not come in time");
		}
		else if (streams.isEmpty() && idleSince + protocol.idleTicks() <= now && drainUntil == FrameInput.NEVER) {
			endGracefully();
		}
		else {
			if (drainUntil <= now) {
				drained();
			}
			judgeStreams(now);
			rearm(incompleteUntil);
		}
	}

	private void rearm(long incompleteUntil) {
		if (!reading()) {
			return;
		}
		strikeBy(halfCloseUntil);
		strikeBy(incompleteUntil);
		strikeBy(drainUntil);
		if (streams.isEmpty()) {
			strikeBy(idleSince + protocol.idleTicks());
		}
	}

	private void judgeStreams(long now) {
		if (streams.isEmpty()) {
			return;
		}
		long next = CHECK_TICKS;
		for (Http2Exchange exchange : streams.list()) {
			Http2Body body = exchange.body();
			long bodyLeft = (body != null) ? body.untilTooSlow(now, protocol.bodyTicks()) : CHECK_TICKS;
			long outputLeft = exchange.output().untilTooSlow(now, protocol.writeTicks());
			if (bodyLeft == 0) {
				exchange.reject(Rejection.BODY_TIMEOUT);
			}
			else if (outputLeft == 0) {
				reset(exchange, Http2Error.CANCEL);
				exchange.fail(new AbortedException("The client did not read in time"));
			}
			else {
				next = Math.min(next, Math.min(bodyLeft, outputLeft));
			}
		}
		if (!streams.isEmpty()) {
			strikeBy(now + next);
			abortIfLost();
		}
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
		drainUntil = now() + DRAIN_TICKS;
		strikeBy(drainUntil);
		streams.list().forEach(Http2Exchange::serverDraining);
	}

	void pingAcknowledged(long data) {
		if (data == DRAIN_PING && drainUntil != FrameInput.NEVER) {
			drained();
		}
	}

	private void drained() {
		drainUntil = FrameInput.NEVER;
		endGracefully();
	}

	/** Takes no more streams and ends with the last one. */
	private void endGracefully() {
		refusesStreams = true;
		frames.goAway(streams.last(), Http2Error.NO_ERROR.code());
		if (streams.isEmpty()) {
			close();
		}
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
		frames.goAway(streams.last(), error.code());
		close();
		dropAll("Connection ended for an error of the client: " + error);
	}

	/** Closes in stages, for what the client still sends would turn that into a reset. */
	private void close() {
		phase = Phase.LINGER;
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

	Http2Protocol protocol() {
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
