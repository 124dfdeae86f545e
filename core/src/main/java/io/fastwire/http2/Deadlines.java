/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.http.AbortedException;
import io.fastwire.http.Rejection;
import io.fastwire.internal.http.HttpProtocol;
import io.netty.handler.codec.http2.Http2Error;

/**
 * What the client of one connection must do in time, and the ends of waits. Loop only.
 */
final class Deadlines {

	/*
	 * One deadline of the sweep serves all: it strikes at the earliest time at which
	 * something could be due, looks what is, and is set again. So the start and the end
	 * of a stream cost a compare, however many there are.
	 *
	 * While input waits at the gate the client cannot be blamed for what did not come;
	 * then it is the write timeout that runs.
	 */

	private static final long NEVER = FrameInput.NEVER;

	/** How long the answer to the PING of a graceful end is awaited. */
	private static final int DRAIN_TICKS = 4;

	/** How often open streams are looked after. */
	private static final int CHECK_TICKS = 12;

	private final Http2Connection connection;

	private final HttpProtocol protocol;

	private final FrameInput input;

	private final InputGate gate;

	private final Streams streams;

	private long idleSince;

	private long settingsUntil = NEVER;

	private long drainUntil = NEVER;

	private long halfCloseUntil = NEVER;

	/** When the deadline strikes. */
	private long due = NEVER;

	Deadlines(Http2Connection connection, FrameInput input, InputGate gate) {
		this.connection = connection;
		this.protocol = connection.protocol();
		this.input = input;
		this.gate = gate;
		this.streams = connection.streams();
	}

	/** SETTINGS are sent, and their acknowledgement is awaited. */
	void begin() {
		idle();
		settingsUntil = connection.now() + protocol.headTicks();
		strikeBy(settingsUntil);
	}

	void settingsAcknowledged() {
		settingsUntil = NEVER;
	}

	/** No stream is open. */
	void idle() {
		idleSince = connection.now();
		strikeBy(idleSince + protocol.restTicks());
	}

	void streamOpened() {
		strikeBy(connection.now() + CHECK_TICKS);
	}

	void received() {
		if (connection.reading()) {
			strikeBy(incompleteUntil());
		}
	}

	void halfClosed() {
		halfCloseUntil = connection.now() + protocol.halfCloseTicks();
		strikeBy(halfCloseUntil);
	}

	/** The answer to the PING of a graceful end is awaited. */
	void drain() {
		drainUntil = connection.now() + DRAIN_TICKS;
		strikeBy(drainUntil);
	}

	/** Returns whether that answer was awaited, which it is no more. */
	boolean drained() {
		boolean awaited = drainUntil != NEVER;
		drainUntil = NEVER;
		return awaited;
	}

	private long incompleteUntil() {
		long since = input.incompleteSince();
		return (since != NEVER) ? since + protocol.headTicks() : NEVER;
	}

	/** Makes the deadline strike at a sweep, or before. */
	private void strikeBy(long tick) {
		if (tick < due) {
			due = tick;
			connection.strikeIn((int) Math.max(0, tick - connection.now()));
		}
	}

	/** The deadline has struck. */
	void expired() {
		due = NEVER;
		if (!connection.reading()) {
			return;
		}
		long now = connection.now();
		if (!gate.isEmpty()) {
			idleSince = now;
			settingsUntil = (settingsUntil != NEVER) ? now + protocol.headTicks() : NEVER;
		}
		if (halfCloseUntil <= now) {
			connection.cutOff();
		}
		else if (incompleteUntil() <= now) {
			connection.headTimedOut();
		}
		else if (settingsUntil <= now) {
			connection.fail(Http2Error.SETTINGS_TIMEOUT, "SETTINGS were not acknowledged in time");
		}
		else if (streams.isEmpty() && idleSince + protocol.idleTicks() <= now && drainUntil == NEVER) {
			connection.endGracefully();
		}
		else {
			if (drainUntil <= now) {
				drainUntil = NEVER;
				connection.endGracefully();
			}
			if (streams.isEmpty() && rests(now)) {
				input.forget();
			}
			judgeStreams(now);
			rearm();
		}
	}

	private void rearm() {
		if (!connection.reading()) {
			return;
		}
		strikeBy(halfCloseUntil);
		strikeBy(incompleteUntil());
		strikeBy(settingsUntil);
		strikeBy(drainUntil);
		if (streams.isEmpty()) {
			boolean rests = rests(connection.now());
			strikeBy(idleSince + (rests ? protocol.idleTicks() : protocol.restTicks()));
		}
	}

	/** Whether the connection has been idle for some time. */
	private boolean rests(long now) {
		return idleSince + protocol.restTicks() <= now;
	}

	private void judgeStreams(long now) {
		if (streams.isEmpty()) {
			return;
		}
		long next = CHECK_TICKS;
		for (Http2Exchange exchange : streams.list()) {
			if (connection.isOpen(exchange)) {
				next = Math.min(next, judge(exchange, now));
			}
		}
		if (!streams.isEmpty() && connection.reading()) {
			strikeBy(now + next);
			connection.abortIfGone();
		}
	}

	/** Returns after how many sweeps to judge a stream again. */
	private long judge(Http2Exchange exchange, long now) {
		Http2Body body = exchange.body();
		long bodyLeft = (body != null && gate.isEmpty())
				? body.untilTooSlow(protocol.bodyTicks(), protocol.bodyBytesPerWindow()) : CHECK_TICKS;
		long outputLeft = exchange.output().untilTooSlow(now, protocol.writeTicks());
		if (bodyLeft == 0) {
			exchange.reject(Rejection.BODY_TIMEOUT);
		}
		else if (outputLeft == 0) {
			connection.reset(exchange, Http2Error.CANCEL);
			exchange.fail(new AbortedException("The client did not read in time"));
			connection.floods().reset();
		}
		else {
			return Math.min(bodyLeft, outputLeft);
		}
		return CHECK_TICKS;
	}

}
