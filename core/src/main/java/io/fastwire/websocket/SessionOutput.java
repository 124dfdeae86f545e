/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.fastwire.buffer.WritePool;
import io.fastwire.http.Tunnel;
import io.fastwire.websocket.WebSocketCounters.Count;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * What a session sends, from any thread, in order and within a bound.
 */
final class SessionOutput {

	/*
	 * Threads. The event loop writes at once. Others put what they send into a queue and
	 * see to it that one task is on its way to the loop which empties it. A send on the
	 * loop empties the queue first, so that whatever happened before it leaves before it,
	 * also if a flow of control has moved from another thread to the loop. There is no
	 * lock: nothing here can hold a virtual thread on its carrier.
	 *
	 * The bound. Pending is what the tunnel has not sent plus what is queued here. A
	 * message is refused if it would pass the bound while the session is not writable;
	 * one that is refused can therefore wait for onDrain, which is certain to come: when
	 * the tunnel becomes writable or, if what is queued here goes down last, by a task.
	 * Other threads reserve their bytes before they look, so that several of them cannot
	 * pass the bound together.
	 *
	 * Messages of several frames. While one is being sent, others wait in the order in
	 * which they came, as queued bytes. Control frames do not. Pongs are not bounded by
	 * the policy, but a peer that sends pings and reads nothing gets one answer in the
	 * end, to the last of them (RFC 6455 section 5.5.3).
	 */

	/** The most that may be pending while a session counts as writable. */
	private static final int MAX_MARK = 64 * 1024;

	private static final VarHandle QUEUED_BYTES;

	private static final VarHandle SCHEDULED;

	static {
		try {
			MethodHandles.Lookup lookup = MethodHandles.lookup();
			QUEUED_BYTES = lookup.findVarHandle(SessionOutput.class, "queuedBytes", long.class);
			SCHEDULED = lookup.findVarHandle(SessionOutput.class, "scheduled", boolean.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	private final LoopSession session;

	private final Tunnel tunnel;

	private final WebSocketCounters counters;

	private final FrameWriter writer;

	private final long maxPending;

	private final int mark;

	private final OverflowPolicy policy;

	private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();

	private final Runnable drainTask;

	private volatile boolean open = true;

	/** Whether a dropped message will close the session: nothing may follow the gap. */
	private volatile boolean overflowed;

	/** Accepted but not given to the tunnel. */
	private volatile long queuedBytes;

	/** Whether the task that empties the queue is on its way. */
	@SuppressWarnings("UnusedVariable") // by its handle
	private volatile boolean scheduled;

	/** Whether somebody waits for onDrain whom the tunnel alone may not tell. */
	private volatile boolean drainWanted;

	// Of the loop

	/** The message of several frames that is being sent. */
	private @Nullable OutgoingMessage current;

	/** What waits for its end, or {@code null} if nothing ever has. */
	private @Nullable ArrayDeque<Outgoing> waiting;

	/** The answer to the last ping, while the peer does not read. */
	private byte @Nullable [] owedPong;

	SessionOutput(LoopSession session, Tunnel tunnel, WebSocketLoop loop, FrameWriter writer) {
		this.session = session;
		this.tunnel = tunnel;
		this.counters = loop.counters();
		this.drainTask = session.contained(this::drainQueue);
		this.writer = writer;
		this.maxPending = session.options().maxPendingBytes();
		this.mark = (int) Math.min(MAX_MARK, Math.max(maxPending / 2, 1));
		this.policy = session.options().overflowPolicy();
		tunnel.writeLimit(mark, mark / 2);
	}

	// Messages

	SendResult send(CharSequence text) {
		if (!tunnel.inEventLoop()) {
			return enqueue(new Outgoing.Text(text.toString()), false);
		}
		if (!ready()) {
			return SendResult.CLOSED;
		}
		if (blocked()) {
			return hold(new Outgoing.Text(text.toString()), false);
		}
		if (!fits(3L * text.length()) && !fits(Outgoing.Text.utf8Length(text))) {
			return overflow(false);
		}
		writer.text(text);
		return result();
	}

	SendResult send(byte[] payload) {
		if (!tunnel.inEventLoop()) {
			return enqueue(copy(payload), false);
		}
		if (!ready()) {
			return SendResult.CLOSED;
		}
		if (blocked()) {
			return hold(copy(payload), false);
		}
		if (!fits(payload.length)) {
			return overflow(false);
		}
		writer.binary(payload);
		return result();
	}

	private static Outgoing copy(byte[] payload) {
		return new Outgoing.Payload(MessageKind.BINARY, Unpooled.wrappedBuffer(payload.clone()));
	}

	/** Takes ownership. */
	SendResult send(MessageKind kind, ByteBuf payload) {
		if (!tunnel.inEventLoop()) {
			return enqueue(new Outgoing.Payload(kind, payload), false);
		}
		if (!ready()) {
			payload.release();
			return SendResult.CLOSED;
		}
		if (blocked()) {
			return hold(new Outgoing.Payload(kind, payload), false);
		}
		if (!fits(payload.readableBytes())) {
			payload.release();
			return overflow(false);
		}
		writer.message(kind, payload);
		return result();
	}

	SendResult send(PreparedMessage message) {
		if (!tunnel.inEventLoop()) {
			return enqueue(new Outgoing.Prepared(message.retain()), false);
		}
		if (!ready()) {
			return SendResult.CLOSED;
		}
		if (blocked()) {
			return hold(new Outgoing.Prepared(message.retain()), false);
		}
		if (!fits(message.length())) {
			return overflow(false);
		}
		writer.prepared(message);
		return result();
	}

	/**
	 * Sends something by way of an object.
	 * @param outgoing ownership passes to the output
	 * @param indispensable whether the session cannot go on without it
	 */
	SendResult send(Outgoing outgoing, boolean indispensable) {
		if (!tunnel.inEventLoop()) {
			return enqueue(outgoing, indispensable);
		}
		if (!ready()) {
			outgoing.release();
			return SendResult.CLOSED;
		}
		if (blocked()) {
			return hold(outgoing, indispensable);
		}
		if (!outgoing.isControl() && !fits(outgoing.bytes())) {
			outgoing.release();
			return overflow(indispensable);
		}
		pass(outgoing);
		return result();
	}

	// The bound

	/** Whether the session is open; what was queued before has left then. */
	private boolean ready() {
		if (open && !queue.isEmpty()) {
			emptyQueue();
		}
		return isOpen();
	}

	private boolean fits(long bytes) {
		return writable() || pendingBytes() + bytes <= maxPending;
	}

	private SendResult result() {
		return tunnel.writable() ? SendResult.ACCEPTED : SendResult.CONGESTED;
	}

	boolean writable() {
		return tunnel.writable() && queuedBytes <= mark;
	}

	long pendingBytes() {
		return tunnel.pendingBytes() + queuedBytes;
	}

	/** Drops a message, on the loop. */
	private SendResult overflow(boolean indispensable) {
		counters.increment(Count.DROPPED);
		drainWanted = true;
		if (indispensable || policy == OverflowPolicy.CLOSE) {
			session.closeNow(CloseCode.TRY_AGAIN_LATER, "Too slow");
		}
		return SendResult.DROPPED;
	}

	/** Drops a message, elsewhere. */
	private SendResult overflowElsewhere(boolean indispensable) {
		counters.droppedElsewhere();
		if (indispensable || policy == OverflowPolicy.CLOSE) {
			overflowed = true;
			tunnel.execute(session.contained(this::closeOverflowed));
		}
		return wantDrain(SendResult.DROPPED);
	}

	private void closeOverflowed() {
		emptyQueue();
		session.closeNow(CloseCode.TRY_AGAIN_LATER, "Too slow");
	}

	// Other threads

	private SendResult enqueue(Outgoing outgoing, boolean indispensable) {
		if (!isOpen()) {
			outgoing.release();
			return SendResult.CLOSED;
		}
		long bytes = outgoing.bytes();
		boolean writable = writable();
		long queued = (long) QUEUED_BYTES.getAndAdd(this, bytes);
		if (!(writable && queued <= mark) && !outgoing.isControl()
				&& tunnel.pendingBytes() + queued + bytes > maxPending) {
			unqueued(bytes);
			outgoing.release();
			return overflowElsewhere(indispensable);
		}
		queue.add(outgoing);
		if (!open) {
			drop(queue);
			return SendResult.CLOSED;
		}
		schedule();
		return writable() ? SendResult.ACCEPTED : wantDrain(SendResult.CONGESTED);
	}

	private void unqueued(long bytes) {
		QUEUED_BYTES.getAndAdd(this, -bytes);
	}

	/** The loop may have found nobody waiting a moment ago; then it must look again. */
	private SendResult wantDrain(SendResult result) {
		drainWanted = true;
		if (writable()) {
			schedule();
		}
		return result;
	}

	private void schedule() {
		if (SCHEDULED.compareAndSet(this, false, true)) {
			tunnel.execute(drainTask);
		}
	}

	private void drainQueue() {
		scheduled = false;
		emptyQueue();
		tellDrained();
	}

	private void emptyQueue() {
		for (Outgoing next = queue.poll(); next != null; next = queue.poll()) {
			if (!open) {
				next.release();
				unqueued(next.bytes());
			}
			else if (blocked() && !passes(next)) {
				waiting().add(next);
			}
			else {
				long bytes = next.bytes();
				pass(next);
				unqueued(bytes);
			}
		}
	}

	private void tellDrained() {
		if (drainWanted && open && writable()) {
			drainWanted = false;
			session.drained();
		}
	}

	// Messages of several frames

	/** Whether a message must wait. */
	private boolean blocked() {
		return current != null;
	}

	private boolean passes(Outgoing next) {
		return next.isControl() || next.message() == current;
	}

	/** Keeps what is sent on the loop while it must wait, or sends what need not. */
	private SendResult hold(Outgoing outgoing, boolean indispensable) {
		if (!outgoing.isControl() && !fits(outgoing.bytes())) {
			outgoing.release();
			return overflow(indispensable);
		}
		if (passes(outgoing)) {
			pass(outgoing);
		}
		else {
			QUEUED_BYTES.getAndAdd(this, outgoing.bytes());
			waiting().add(outgoing);
		}
		return writable() ? SendResult.ACCEPTED : wantDrain(SendResult.CONGESTED);
	}

	private ArrayDeque<Outgoing> waiting() {
		ArrayDeque<Outgoing> held = waiting;
		if (held == null) {
			held = new ArrayDeque<>();
			waiting = held;
		}
		return held;
	}

	/** Writes something whose turn it is, and what has waited for its end. */
	private void pass(Outgoing outgoing) {
		outgoing.writeTo(this);
		ArrayDeque<Outgoing> held = waiting;
		if (held == null || blocked()) {
			return;
		}
		while (!blocked() && !held.isEmpty()) {
			release(held);
		}
		if (held.isEmpty()) {
			waiting = null; // its array does not shrink
		}
		if (drainWanted) {
			schedule();
		}
	}

	/** Goes through what waits, up to the next message that blocks; its pieces pass. */
	private void release(ArrayDeque<Outgoing> held) {
		OutgoingMessage before = current;
		for (Iterator<Outgoing> rest = held.iterator(); rest.hasNext();) {
			Outgoing next = rest.next();
			if (!blocked() || passes(next)) {
				rest.remove();
				next.writeTo(this);
				unqueued(next.bytes());
				if (before != null && current == null) {
					return;
				}
				before = current;
			}
		}
	}

	/** Sets the message of several frames that is being sent, if there is one. */
	void current(@Nullable OutgoingMessage message) {
		current = message;
	}

	FrameWriter writer() {
		return writer;
	}

	WritePool pool() {
		return tunnel.pool();
	}

	// Control frames, on the loop

	void pong(byte[] payload, int length) {
		if (tunnel.writable()) {
			writer.control(Frames.PONG, payload, length);
		}
		else {
			owedPong = Arrays.copyOf(payload, length);
		}
	}

	/** A ping by the timer says nothing to a peer that does not read. */
	void automaticPing() {
		if (tunnel.writable()) {
			writer.control(Frames.PING, new byte[0], 0);
		}
	}

	/** Writes the close frame, behind which nothing may follow. */
	void close(int code, String reason) {
		writer.close(code, reason);
		open = false;
	}

	/** Accepts nothing any more; the end is to follow. */
	void shut() {
		open = false;
	}

	void becameWritable() {
		byte[] pong = owedPong;
		if (pong != null && open) {
			owedPong = null;
			writer.control(Frames.PONG, pong, pong.length);
		}
		drainWanted = true;
		tellDrained(); // or the task does that empties the queue
	}

	/** Tells whether messages are accepted. Any thread. */
	boolean isOpen() {
		return open && !overflowed;
	}

	/** Ends the output. */
	void end() {
		open = false;
		drop(queue);
		ArrayDeque<Outgoing> held = waiting;
		if (held != null) {
			waiting = null;
			drop(held);
		}
		writer.close();
	}

	/** What comes after the end is dropped by whoever finds it. */
	private void drop(Queue<Outgoing> dropped) {
		for (Outgoing next = dropped.poll(); next != null; next = dropped.poll()) {
			next.release();
			unqueued(next.bytes());
		}
	}

}
