/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.util.concurrent.TimeUnit;

import io.fastwire.topic.TopicSink;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;

/**
 * A sink that takes on little at once, so that the rest stays in the reach of the
 * slow-consumer policy. Event loop only.
 */
abstract class PacedSink implements TopicSink {

	/*
	 * A connection is writable by what it has handed to its channel. What it gathers is
	 * handed over when it is flushed or when the turn of the loop ends, so a burst within
	 * one turn would be taken on up to the bound of all that may be pending, and the
	 * policy would have nothing left to choose from. Beyond the limit this sink therefore
	 * says no, and looks again in the next turn: then the channel knows, and if it says
	 * no as well, the connection will tell when that changes.
	 *
	 * If the channel says yes although more than the limit is pending, which it does
	 * where the limit is below its own, nobody will tell. A client that has stopped to
	 * read may leave it so for minutes. To look each turn would then keep the loop awake
	 * for nothing, so from the second time on there is a pause.
	 */

	/** The most that any connection takes on while it is writable. */
	static final long MAX_LIMIT = 64 * 1024;

	/** Between two looks, if nobody tells that there is room. */
	private static final int PAUSE_MILLIS = 10;

	private final long limit;

	private @Nullable TopicSubscriber subscriber;

	private boolean looking;

	/** Whether the last look has found no room. */
	private boolean foundNone;

	PacedSink(long limit) {
		this.limit = limit;
	}

	/** Makes this a subscriber. */
	final TopicSubscriber join(Topics topics) {
		TopicSubscriber joined = topics.join(this);
		subscriber = joined;
		return joined;
	}

	/** Whether the channel takes more; if not, somebody tells the subscriber later. */
	abstract boolean connectionWritable();

	@Override
	public final boolean writable() {
		if (!connectionWritable()) {
			return false;
		}
		if (pendingBytes() <= limit) {
			return true;
		}
		lookLater();
		return false;
	}

	private void lookLater() {
		if (looking) {
			return;
		}
		looking = true;
		if (foundNone) {
			eventLoop().schedule(this::look, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
		}
		else {
			eventLoop().execute(this::look);
		}
	}

	private void look() {
		looking = false;
		foundNone = pendingBytes() > limit;
		if (subscriber != null && connectionWritable()) {
			subscriber.writable();
		}
	}

}
