/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

import io.netty.util.internal.PlatformDependent;
import org.jspecify.annotations.Nullable;

/**
 * What is on its way to one event loop. Any thread adds, the loop takes.
 */
final class LoopQueue {

	/*
	 * A blocked loop must not fill the heap, and a publisher must not wait, so beyond the
	 * bound messages are lost for all of the loop's subscribers. They still have to be
	 * counted by the right ones: a LostMessages takes their place in the queue, and takes
	 * up those that follow as long as it is the last entry that concerns subscriptions. A
	 * command other than a publication ends that ("seals" it), so that somebody who
	 * subscribes after a loss does not count it.
	 */

	/**
	 * What a queue entry counts in addition to its payload, about its size on the heap.
	 */
	static final int ENTRY_BYTES = 128;

	private final Queue<Command> commands = PlatformDependent.newMpscQueue();

	private final AtomicLong bytes = new AtomicLong();

	private final long maxBytes;

	private volatile @Nullable LostMessages losing;

	LoopQueue(long maxBytes) {
		this.maxBytes = maxBytes;
	}

	/**
	 * Adds a publication, for which it retains the message.
	 * @return {@code false} if there is no room, and the message is lost
	 */
	boolean publish(Publication publication) {
		if (!reserve(publication.bytes())) {
			lose(publication);
			return false;
		}
		publication.message().retain();
		commands.add(publication);
		return true;
	}

	/** Adds a command that takes room, or returns {@code false} if there is none. */
	boolean offer(Command command) {
		boolean room = reserve(command.bytes());
		if (room) {
			add(command);
		}
		return room;
	}

	private boolean reserve(int cost) {
		if (bytes.get() + cost > maxBytes) {
			return false;
		}
		bytes.addAndGet(cost);
		return true;
	}

	/** Adds a command that takes no room. */
	void add(Command command) {
		if (losing == null) {
			commands.add(command);
		}
		else {
			addSealing(command);
		}
	}

	private synchronized void addSealing(Command command) {
		losing = null;
		commands.add(command);
	}

	private synchronized void lose(Publication publication) {
		LostMessages last = losing;
		if (last == null || !last.add(publication)) {
			LostMessages next = new LostMessages();
			next.add(publication);
			losing = next;
			commands.add(next);
		}
	}

	/** Takes the next command; the loop only. */
	@Nullable Command poll() {
		return commands.poll();
	}

	/** Makes room for as much as was taken. */
	void taken(long bytes) {
		this.bytes.addAndGet(-bytes);
	}

	boolean isEmpty() {
		return commands.isEmpty();
	}

	long bytes() {
		return bytes.get();
	}

}
