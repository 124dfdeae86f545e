/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * How clients reach topics.
 *
 * @param path where the endpoints are, with a leading slash and without one at the end
 * @param known patterns within which a subscription must lie, or {@code null} if any
 * topic may be subscribed to
 * @param heartbeat time without an event after which an event stream sends a comment, or
 * zero for none
 * @param retry time after which the client of an event stream is to come back
 */
public record TopicWebOptions(String path, @Nullable List<String> known, Duration heartbeat, Duration retry) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is not valid
	 */
	public TopicWebOptions {
		checkPath(path);
		checkTime(heartbeat);
		checkTime(retry);
		known = (known != null) ? List.copyOf(known) : null;
	}

	/**
	 * Checks a path.
	 * @param path where the endpoints are
	 * @throws IllegalArgumentException if it is not valid
	 */
	public static void checkPath(String path) {
		if (!path.matches("(/[A-Za-z0-9._~-]+)+")) {
			throw new IllegalArgumentException(
					"the path must start with a slash and not end with one, as in /topics, without anything to encode");
		}
	}

	/**
	 * Checks a time.
	 * @param time a heartbeat or retry
	 * @throws IllegalArgumentException if it is negative
	 */
	public static void checkTime(Duration time) {
		if (time.isNegative()) {
			throw new IllegalArgumentException("the time must not be negative");
		}
	}

}
