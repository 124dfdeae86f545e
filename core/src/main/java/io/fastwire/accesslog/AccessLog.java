/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import io.fastwire.http.Rejection;
import io.fastwire.http.RejectionListener;
import io.fastwire.http.RequestHandler;
import io.netty.util.internal.PlatformDependent;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each request, on a thread of its own. Thread-safe.
 */
public final class AccessLog implements RejectionListener, AutoCloseable {

	/*
	 * The queue has no lock, and a loop does no more than put an object into it: what it
	 * costs to make a line and to write it, the writer pays. A writer that waits says so
	 * in a volatile field. The loop looks at that after it has added, the writer at the
	 * queue after it has said so; the full fence keeps these two in order on the side of
	 * the loop, or both could miss each other.
	 */

	private static final Logger LOGGER = System.getLogger(AccessLog.class.getName());

	private static final long STOP_MILLIS = TimeUnit.SECONDS.toMillis(5);

	private final AccessLogOptions options;

	private final Queue<AccessRecord> queue;

	private final LongAdder dropped = new LongAdder();

	private final AtomicLong written = new AtomicLong();

	private final Thread writer;

	private volatile boolean waiting;

	private volatile boolean closed;

	/** Whether a failure has been logged. The writer's. */
	private boolean failed;

	/**
	 * Starts to write.
	 * @param options what, and where
	 */
	public AccessLog(AccessLogOptions options) {
		this.options = options;
		this.queue = PlatformDependent.newFixedMpscQueue(options.capacity());
		this.writer = new Thread(this::run, "fastwire-access-log");
		this.writer.setDaemon(true);
		this.writer.start();
	}

	/**
	 * Puts the log in front of a handler.
	 * @param next answers the requests
	 * @return a handler that notes each
	 */
	public RequestHandler inFrontOf(RequestHandler next) {
		return (exchange) -> next.handle(new LoggedExchange(exchange, this));
	}

	@Override
	public void onRejected(@Nullable InetSocketAddress client, Rejection rejection) {
		record(new AccessRecord(null, client, null, rejection.status(), 0, true, System.currentTimeMillis(), 0, null));
	}

	boolean needsResponseHeaders() {
		return options.pattern().needsResponseHeaders();
	}

	/** Takes a record, or drops it; never waits. */
	void record(AccessRecord entry) {
		if (closed || !queue.offer(entry)) {
			dropped.increment();
			return;
		}
		VarHandle.fullFence();
		if (waiting) {
			LockSupport.unpark(writer);
		}
	}

	/**
	 * Returns how many requests are missing from the log, because the writer could not
	 * follow or failed.
	 * @return a count that only grows
	 */
	public long dropped() {
		return dropped.sum();
	}

	/**
	 * Returns how many lines were written.
	 * @return a count that only grows
	 */
	public long written() {
		return written.get();
	}

	/** For tests. */
	Thread writer() {
		return writer;
	}

	private void run() {
		AccessLineWriter lines = new AccessLineWriter(options);
		while (true) {
			AccessRecord entry = queue.poll();
			if (entry != null) {
				write(lines, entry);
			}
			else if (closed) {
				return;
			}
			else {
				waiting = true;
				if (queue.isEmpty() && !closed) {
					LockSupport.park(this);
					forgetInterrupt();
				}
				waiting = false;
			}
		}
	}

	/** Or the thread would never wait again, and take all of a CPU instead. */
	@SuppressWarnings("ResultOfMethodCallIgnored")
	private static void forgetInterrupt() {
		Thread.interrupted();
	}

	private void write(AccessLineWriter lines, AccessRecord entry) {
		try {
			lines.write(entry);
			written.incrementAndGet();
		}
		catch (Throwable ex) {
			dropped.increment();
			failed = failed || log(ex);
		}
	}

	/** Says once why lines are missing. What keeps them from a disk may keep this too. */
	private static boolean log(Throwable cause) {
		try {
			LOGGER.log(Level.WARNING, "A line of the access log could not be written", cause);
			return true;
		}
		catch (Throwable ex) {
			return false;
		}
	}

	/**
	 * Writes what is waiting and ends the thread. What comes later is dropped.
	 */
	@Override
	public void close() {
		closed = true;
		LockSupport.unpark(writer);
		try {
			writer.join(STOP_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
