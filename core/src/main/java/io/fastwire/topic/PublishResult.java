/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/** What became of a publish. */
public enum PublishResult {

	/** It is on its way to every event loop that has a matching subscription. */
	PUBLISHED,

	/** Nobody subscribes; at most a history keeps it. */
	NO_SUBSCRIBERS,

	/**
	 * At least one event loop is so far behind that its subscribers lose this message.
	 * Each loss is counted as {@link DropReason#LOOP_OVERLOADED}.
	 */
	OVERLOADED,

	/** The topics were closed. */
	CLOSED

}
