/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.Collection;

/**
 * Hears of what a {@link TopicsPublisher} publishes. Called by the publishing thread, so
 * it must be quick.
 */
@FunctionalInterface
public interface PublishObserver {

	/** Hears nothing. */
	PublishObserver NONE = (topics, nanos) -> {
	};

	/**
	 * Something was published.
	 * @param topics the names
	 * @param nanos how long it took, the encoding included
	 */
	void published(Collection<String> topics, long nanos);

}
