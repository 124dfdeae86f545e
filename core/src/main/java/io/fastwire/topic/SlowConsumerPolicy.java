/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * What happens to a message that would take a subscriber beyond its bound of waiting
 * bytes. Chosen by topic; a message is only ever dropped under the policy of its own
 * topic.
 */
public enum SlowConsumerPolicy {

	/** The new message is dropped. What waits already will be delivered. */
	DROP_NEWEST,

	/**
	 * The oldest waiting messages under this policy are dropped until the new one fits.
	 * If it cannot fit, it is dropped itself.
	 */
	DROP_OLDEST,

	/**
	 * At most one message of the topic waits: a newer one takes the place of the older in
	 * the queue, also when there would be room for both. So order is kept within the
	 * topic only. A newer one that does not fit is dropped.
	 */
	KEEP_LATEST,

	/**
	 * The subscriber is closed (WebSocket close code 1013), so that it never misses a
	 * message unknowingly. It may come back and resume.
	 */
	CLOSE

}
