/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/** What is on its way to one event loop. */
final class LoopQueue {

	/**
	 * What a queue entry counts in addition to its payload, about its size on the heap.
	 */
	static final int ENTRY_BYTES = 128;

	private LoopQueue() {
	}

}
