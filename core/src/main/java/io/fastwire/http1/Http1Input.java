/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.Objects;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The input of one connection on its way to the current phase. What that cannot take yet,
 * such as pipelined requests, is held; while that is much, or the application is slow,
 * the channel does not read. Loop only.
 */
final class Http1Input {

	/*
	 * A handler may answer from within the call that starts it, and an answer lets the
	 * next request start; `consuming` keeps that a loop instead of a recursion. An answer
	 * may even come from within the handler of another connection of the loop. The input
	 * that it lets go on is then consumed in a task, or handlers that answer each other's
	 * requests could nest as deep as there are connections.
	 *
	 * Reading goes on while little is held, because not all transports notice that the
	 * client has gone while nothing is read: a request that waits for something else
	 * would be kept for ever.
	 */

	private final Http1Connection connection;

	/** Owned by this. */
	private @Nullable ByteBuf held;

	private boolean consuming;

	private boolean paused;

	private boolean reading = true;

	Http1Input(Http1Connection connection) {
		this.connection = connection;
	}

	/** Tells whether nothing is held. */
	boolean isEmpty() {
		return held == null;
	}

	/** Tells whether there is no input that may hold another request. */
	boolean exhausted() {
		return held == null && !consuming;
	}

	/** Takes input from the channel, and its ownership. */
	void receive(ByteBuf in) {
		if (held == null) {
			consume(in);
		}
		else {
			hold(in);
		}
	}

	/** Goes on with what is held. */
	void resume() {
		if (held == null || consuming) {
			return;
		}
		if (connection.loop().consuming()) {
			connection.execute(this::resume);
		}
		else {
			resumeNow();
		}
	}

	private void resumeNow() {
		try {
			consume(take());
		}
		catch (Throwable ex) {
			connection.failed(ex);
		}
	}

	private void consume(ByteBuf in) {
		Http1Loop loop = connection.loop();
		boolean failed = true;
		consuming = true;
		loop.consuming(true);
		try {
			while (in.isReadable() && connection.take(in)) {
				// the phase has taken something
			}
			failed = false;
		}
		finally {
			consuming = false;
			loop.consuming(false);
			loop.window().close();
			if (failed) {
				in.release();
			}
		}
		if (in.isReadable()) {
			connection.leave(in);
		}
		else {
			in.release();
		}
		updateReading();
		connection.inputConsumed();
	}

	/** Keeps input for later; takes ownership. */
	void hold(ByteBuf in) {
		ByteBuf before = held;
		if (before == null) {
			held = in;
		}
		else {
			held = join(before, in);
		}
		updateReading();
	}

	/** Takes ownership of both. */
	private static ByteBuf join(ByteBuf before, ByteBuf in) {
		ByteBuf joined = before;
		if (before.writableBytes() < in.readableBytes()) {
			int length = before.readableBytes() + in.readableBytes();
			joined = in.alloc().buffer(length * 2).writeBytes(before);
			before.release();
		}
		joined.writeBytes(in);
		in.release();
		return joined;
	}

	/** Gives what is held away, and its ownership. */
	ByteBuf take() {
		ByteBuf taken = Objects.requireNonNull(held);
		held = null;
		return taken;
	}

	/** Drops what is held. */
	void release() {
		ByteBuf dropped = held;
		if (dropped != null) {
			held = null;
			dropped.release();
		}
	}

	/** Stops reading while the application is slower than the peer, or starts again. */
	void pause(boolean paused) {
		this.paused = paused;
		updateReading();
	}

	/**
	 * Reads unless much is held or the application is slow. A change costs a system call
	 * with some transports.
	 */
	void updateReading() {
		boolean wanted = !paused && (held == null || held.readableBytes() < maxHeldBytes());
		if (reading != wanted) {
			reading = wanted;
			connection.channel().config().setAutoRead(wanted);
		}
	}

	private int maxHeldBytes() {
		return connection.loop().protocol().limits().maxBufferedBytes();
	}

}
