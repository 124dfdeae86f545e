/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * What is kept of one topic.
 *
 * @param messages how many messages
 * @param bytes the bytes of their payloads
 */
public record HistoryStatistics(long messages, long bytes) {

	static final HistoryStatistics NONE = new HistoryStatistics(0, 0);

}
