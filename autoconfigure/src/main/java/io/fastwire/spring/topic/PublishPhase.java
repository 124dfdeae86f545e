/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

/**
 * When the message of a {@link PublishTo} method leaves, if the method runs in a
 * transaction. Without one, it always leaves as soon as the value is there.
 */
public enum PublishPhase {

	/**
	 * After the transaction that the method has run in has committed. If it rolls back,
	 * also later, also only to a savepoint from before, the message is dropped.
	 */
	AFTER_COMMIT,

	/**
	 * As soon as the value is there, whatever becomes of the transaction: for progress
	 * and the like. Subscribers may look and not yet find what the message tells of.
	 */
	IMMEDIATELY

}
