/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Where the messages of one subscriber go: a WebSocket session, an event stream. Given to
 * {@link Topics#join(TopicSink)}. Unless said otherwise, its methods are called on its
 * event loop only, and none of them may block.
 * <p>
 * Calling any method of {@link Topics} or {@link TopicSubscriber} from within is safe: it
 * takes effect after the current message. A sink that throws is closed, and nobody else
 * notices.
 */
public interface TopicSink {

	/**
	 * Returns a name that is unique among the sinks, by which a publish may exclude it.
	 * Callable from any thread; never changes.
	 * @return an id such as that of the session
	 */
	String id();

	/**
	 * Returns the event loop that the sink belongs to. Callable from any thread; never
	 * changes.
	 * @return a single-threaded executor
	 */
	EventExecutor eventLoop();

	/**
	 * Tells whether it takes a message now. When it does again after it did not, call
	 * {@link TopicSubscriber#writable()}. The less it takes on, the more of what waits is
	 * still in the reach of the slow-consumer policy.
	 * @return whether {@link #deliver} may be called
	 */
	boolean writable();

	/**
	 * Returns how much it has taken that has not left for the socket yet, in whatever
	 * layer that is.
	 * @return bytes
	 */
	long pendingBytes();

	/**
	 * Returns how many bytes {@link #pendingBytes()} grows by with this message. May
	 * encode it for that.
	 * @param message borrowed for the time of the call
	 * @return bytes, as they go onto the wire
	 */
	int wireBytes(TopicMessage message);

	/**
	 * Takes a message; it may stay unsent until {@link #flush()}.
	 * @param message borrowed for the time of the call: copy from it, or retain what is
	 * needed longer
	 */
	void deliver(TopicMessage message);

	/**
	 * Sends what was delivered. Called once after one or more deliveries: for all
	 * messages together that were on their way to the event loop when it began with them.
	 */
	void flush();

	/**
	 * Ends the connection because of a slow consumer or an error; nothing is delivered
	 * after this.
	 * @param reason why
	 */
	void close(CloseReason reason);

	/**
	 * Tells that a subscription took effect, in order with deliveries: no message that
	 * was already waiting for the sink comes after this. What is replayed of the past
	 * follows, then what is published from now on.
	 * @param pattern what was subscribed to
	 * @param resumption whether the past is complete
	 * @param position the id to resume after as long as no message of the subscription
	 * has come; {@code null} if no topic has a history
	 */
	default void subscribed(String pattern, Resumption resumption, @Nullable String position) {
	}

	/**
	 * Tells that a subscription has ended by {@link TopicSubscriber#unsubscribe}; nothing
	 * follows because of it.
	 * @param pattern what was subscribed to
	 */
	default void unsubscribed(String pattern) {
	}

	/** Why topics close a sink. */
	enum CloseReason {

		/** It fell too far behind; WebSocket close code 1013. */
		SLOW_CONSUMER,

		/** It threw an exception; WebSocket close code 1011. */
		ERROR,

		/** The topics were closed; WebSocket close code 1001. */
		GOING_AWAY

	}

}
