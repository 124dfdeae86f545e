/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.Locale;

/** Why a message that was published to a subscriber did not reach it. */
public enum DropReason {

	/** It did not fit, under {@link SlowConsumerPolicy#DROP_NEWEST} or as too large. */
	NEWEST,

	/** It waited and gave way, under {@link SlowConsumerPolicy#DROP_OLDEST}. */
	OLDEST,

	/** A newer message took its place, under {@link SlowConsumerPolicy#KEEP_LATEST}. */
	SUPERSEDED,

	/** The subscriber was closed, by itself or by a policy, before it was delivered. */
	CLOSED,

	/** The queue of the whole event loop was full. */
	LOOP_OVERLOADED;

	/**
	 * Returns the name that stands in meters and in the actuator endpoint.
	 * @return for example {@code loop-overloaded}
	 */
	public String reason() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
