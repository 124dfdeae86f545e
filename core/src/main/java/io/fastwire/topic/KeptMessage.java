/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import org.jspecify.annotations.Nullable;

/**
 * A message in a history. Used under the lock of {@link Histories}, its sequence aside.
 */
final class KeptMessage {

	/*
	 * It owns a reference to the payload and none to the message. So the encoded forms,
	 * each of them about as large as the payload, go when nobody waits for the message
	 * any more, and a history takes no more memory than it counts. Who resumes gets the
	 * message that is still on its way to others, with its forms, or else a new one over
	 * the same payload.
	 */

	/** About what an id of the application takes on the heap, its characters aside. */
	private static final int ID_BYTES = 80;

	private final long sequence;

	/** Maybe released; the payload is not. */
	private TopicMessage message;

	private @Nullable KeptMessage older;

	private boolean dropped;

	/**
	 * Keeps a message.
	 * @param message borrowed
	 * @param older the one before it in its history
	 */
	KeptMessage(TopicMessage message, @Nullable KeptMessage older) {
		message.payload().retain();
		this.message = message;
		this.sequence = message.sequence();
		this.older = older;
	}

	/** Its place; callable without the lock. */
	long sequence() {
		return sequence;
	}

	@Nullable String givenId() {
		return message.givenId();
	}

	int payloadBytes() {
		return message.payload().readableBytes();
	}

	/**
	 * What it counts in all histories together: also what its buffer has and does not
	 * use, which for short payloads is more than the payload.
	 */
	int cost() {
		String id = message.givenId();
		return message.payload().capacity() + LoopQueue.ENTRY_BYTES + ((id != null) ? ID_BYTES + id.length() : 0);
	}

	boolean isFor(TopicSubscriber subscriber) {
		return message.isFor(subscriber);
	}

	/** Returns the message with a reference for the caller. */
	TopicMessage lend() {
		if (!message.retainIfAlive()) {
			message = message.again();
		}
		return message;
	}

	/** The one before it that is still kept. */
	@Nullable KeptMessage older() {
		return older;
	}

	/** The one before it is not kept any more. */
	void becomeOldest() {
		older = null;
	}

	/** Gives up the payload; to be called once. */
	void drop() {
		dropped = true;
		message.payload().release();
	}

	/** Whether it is in no history any more, and so none of the older ones is. */
	boolean dropped() {
		return dropped;
	}

}
