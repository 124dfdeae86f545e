/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/** How a new subscription relates to what was published before it. */
public enum Resumption {

	/** Only what is published from now on follows; nothing earlier was asked for. */
	LIVE,

	/** All that came after the given message follows, without hole or repetition. */
	COMPLETE,

	/**
	 * Some of what came after the given message is lost, or may be. What history still
	 * has of it follows, then what is published from now on.
	 */
	GAP

}
