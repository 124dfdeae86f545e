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
	 * command that changes these ends that ("seals" it), so that somebody who subscribes
	 * after a loss does not count it.
	 *
	 * Order. Losing and sealing exclude each other, and the command is added within. So a
	 * loss that comes before the command is taken up by an entry in front of it, and one
	 * that comes after it by an entry behind it. A thread that publishes a message, which
	 * finds room behind the command, and then another, which is lost, comes second: the
	 * first was added after the command, so the lock was held already. To add first and
	 * seal afterwards, or to seal only if something is being lost, leaves a moment in
	 * which the second is counted in front of a subscription that receives the first: a
	 * gap that nobody is told of.
	 */

	/**
	 * What a queue entry counts in addition to its payload, about its size on the heap.
	 */
	static final int ENTRY_BYTES = 128;

	private final Queue<Command> commands = PlatformDependent.newMpscQueue();

	private final AtomicLong bytes = new AtomicLong();

	private final long maxBytes;

	/** What takes up losses now; under the lock of this. */
	private @Nullable LostMessages losing;

	LoopQueue(long maxBytes) {
		this.maxBytes = maxBytes;
	}

	/**
	 * Adds a publication, for which it retains the message.
	 * @param loop whose queue this is
	 * @return {@code false} if there is no room, and the message is lost
	 */
	boolean publish(Publication publication, TopicLoop loop) {
		if (!reserve(publication.bytes())) {
			lose(publication, loop);
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
		if (command.changesSubscriptions()) {
			addSealing(command);
		}
		else {
			commands.add(command);
		}
	}

	private synchronized void addSealing(Command command) {
		losing = null;
		commands.add(command);
	}

	private synchronized void lose(Publication publication, TopicLoop loop) {
		LostMessages last = losing;
		if (last == null || !last.add(publication, loop)) {
			LostMessages next = new LostMessages();
			next.add(publication, loop);
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
