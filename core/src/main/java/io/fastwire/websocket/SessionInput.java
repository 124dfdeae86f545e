/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.fastwire.http.Tunnel;
import io.fastwire.websocket.WebSocketCounters.Count;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * What comes in: makes events of the session from bytes, one after the other, for as long
 * as it is open and the application reads. Loop only.
 */
final class SessionInput {

	/*
	 * Stopping to read costs a system call with some transports, and an application that
	 * stops and starts with each message is usual. So the tunnel is stopped only when
	 * something arrives that is not wanted: one more read at most is held.
	 *
	 * A listener may start to read again from within the call that gives it a message;
	 * `decoding` keeps that a loop instead of a recursion.
	 */

	private final LoopSession session;

	private final Tunnel tunnel;

	private final WebSocketCounters counters;

	private final FrameDecoder decoder;

	private final MessageAssembler assembler;

	private final @Nullable MessageInflater ownInflater;

	/** Input behind the message at which the application stopped to read; owned. */
	private @Nullable ByteBuf held;

	private boolean decoding;

	private boolean paused;

	private boolean tunnelStopped;

	private boolean finished;

	/** Whether the end of input has come while something was held. */
	private boolean endHeld;

	SessionInput(LoopSession session, Tunnel tunnel, WebSocketLoop loop, @Nullable DeflateAgreement agreement) {
		WebSocketOptions options = session.options();
		boolean takeover = agreement != null && agreement.clientTakeover();
		this.session = session;
		this.tunnel = tunnel;
		this.counters = loop.counters();
		this.decoder = new FrameDecoder(options.maxMessageBytes(), options.maxFragments(), agreement != null);
		this.ownInflater = takeover ? new MessageInflater(true) : null;
		this.assembler = new MessageAssembler(tunnel.allocator(), options.maxMessageBytes(),
				(ownInflater != null) ? ownInflater : loop.inflater());
	}

	/** Takes ownership. */
	void receive(ByteBuf in) {
		if (finished) {
			in.release();
		}
		else if (held != null || !reading()) {
			hold(in);
		}
		else {
			decode(in);
		}
	}

	/**
	 * Once the session closes, the answer to that is read whatever the application says.
	 */
	private boolean reading() {
		return !paused || session.closing();
	}

	private void hold(ByteBuf in) {
		held = (held != null) ? join(held, in) : in;
		stopTunnel(true);
	}

	/** Takes ownership of both. */
	private ByteBuf join(ByteBuf before, ByteBuf in) {
		ByteBuf joined = tunnel.allocator().buffer(before.readableBytes() + in.readableBytes());
		joined.writeBytes(before).writeBytes(in);
		before.release();
		in.release();
		return joined;
	}

	private void stopTunnel(boolean stop) {
		if (tunnelStopped != stop) {
			tunnelStopped = stop;
			tunnel.reading(!stop);
		}
	}

	/** Stops or starts to deliver. */
	void reading(boolean wanted) {
		if (paused == wanted) {
			paused = !wanted;
			session.timers().paused(paused);
		}
		if (wanted) {
			resume();
		}
	}

	/** Goes on with what is held, in a task of its own. */
	void resume() {
		if (held != null && !decoding) {
			tunnel.execute(session.contained(this::decodeHeld));
		}
		else {
			stopTunnel(false);
		}
	}

	private void decodeHeld() {
		ByteBuf in = held;
		if (in == null || decoding || finished || !reading()) {
			return;
		}
		held = null;
		decode(in);
		if (held == null && !finished) {
			stopTunnel(false);
			if (endHeld) {
				session.inputEnded();
			}
		}
	}

	/** The peer sends no more. */
	void end() {
		if (held != null && !session.closing()) {
			endHeld = true;
		}
		else {
			session.inputEnded();
		}
	}

	private void decode(ByteBuf in) {
		session.timers().received();
		decoding = true;
		boolean failed = true;
		try {
			boolean more = true;
			while (more && !finished && reading()) {
				more = step(in);
			}
			failed = false;
		}
		finally {
			decoding = false;
			if (failed || finished || !in.isReadable()) {
				in.release();
			}
			else {
				held = in;
			}
		}
	}

	/** Takes one event; returns false at the end of the input. */
	private boolean step(ByteBuf in) {
		switch (decoder.next(in)) {
			case MORE -> {
				return false;
			}
			case DATA -> data(in);
			case PING -> ping();
			case PONG -> session.pongReceived(Unpooled.wrappedBuffer(control()));
			case CLOSE -> closed(control());
			case VIOLATION -> fail(decoder.violation());
		}
		return true;
	}

	private byte[] control() {
		return Arrays.copyOf(decoder.control(), decoder.controlLength());
	}

	private void data(ByteBuf in) {
		if (session.closing()) {
			in.skipBytes(decoder.length());
			return;
		}
		counters.add(Count.BYTES_IN, decoder.length());
		Violation violation = assembler.add(in, decoder);
		if (violation != null) {
			fail(violation);
		}
		else if (decoder.messageEnd()) {
			counters.increment(Count.MESSAGES_IN);
			session.messageReceived(decoder.kind(), assembler.take());
		}
	}

	private void ping() {
		if (!session.closing()) {
			session.pingReceived(decoder.control(), decoder.controlLength());
		}
	}

	private void fail(@Nullable Violation violation) {
		if (violation != null) {
			session.violated(violation);
		}
	}

	private void closed(byte[] payload) {
		if (payload.length == 0) {
			session.closeReceived(CloseCode.NO_STATUS, "");
			return;
		}
		if (payload.length == 1) {
			session.violated(Violation.CLOSE_TOO_SHORT);
			return;
		}
		ByteBuf in = Unpooled.wrappedBuffer(payload);
		int code = in.readUnsignedShort();
		if (!CloseCode.isValid(code)) {
			session.violated(Violation.CLOSE_CODE);
			return;
		}
		try {
			session.closeReceived(code, StandardCharsets.UTF_8.newDecoder().decode(in.nioBuffer()).toString());
		}
		catch (CharacterCodingException ex) {
			session.violated(Violation.NOT_UTF8);
		}
	}

	/** Ends the input and drops what is held. */
	void finish() {
		finished = true;
		ByteBuf dropped = held;
		if (dropped != null) {
			held = null;
			dropped.release();
		}
		assembler.release();
		if (ownInflater != null) {
			ownInflater.close();
		}
	}

}
