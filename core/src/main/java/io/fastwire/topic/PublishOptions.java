/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import org.jspecify.annotations.Nullable;

/**
 * How one message is published. Immutable.
 */
public final class PublishOptions {

	/** To all subscribers, with an id from the history of the topic if it has one. */
	public static final PublishOptions NONE = new PublishOptions(null, null);

	/** Longest id that an application may give, in characters. */
	public static final int MAX_ID_LENGTH = 128;

	private final @Nullable String excluded;

	private final @Nullable String id;

	private PublishOptions(@Nullable String excluded, @Nullable String id) {
		this.excluded = excluded;
		this.id = id;
	}

	/**
	 * Leaves out one subscriber, such as the sender.
	 * @param subscriberId its {@link TopicSink#id()}
	 * @return new options
	 */
	public PublishOptions excluding(String subscriberId) {
		return new PublishOptions(subscriberId, id);
	}

	/**
	 * Gives the message an id of the application. A subscriber may resume after it as
	 * long as history has the message. Numbers are what histories give themselves, and
	 * clients tell by them what they know already, so an id must not look like one.
	 * @param id at most {@value #MAX_ID_LENGTH} characters, no control characters, not
	 * digits only; should be unique within the topic, and for clients that resume a
	 * pattern within all topics that it matches
	 * @return new options
	 * @throws IllegalArgumentException if it is empty, too long, has a control character
	 * or consists of digits
	 */
	public PublishOptions id(String id) {
		if (id.isEmpty() || id.length() > MAX_ID_LENGTH || id.chars().anyMatch(Character::isISOControl)) {
			throw new IllegalArgumentException(
					"A message id must have 1 to " + MAX_ID_LENGTH + " characters, none of them a control character");
		}
		if (id.chars().allMatch((c) -> c >= '0' && c <= '9')) {
			throw new IllegalArgumentException(
					"A message id must not be a number, as those of histories are: put something in front of '" + id
							+ "'");
		}
		return new PublishOptions(excluded, id);
	}

	/**
	 * Returns who is left out.
	 * @return the id of a sink, or {@code null}
	 */
	public @Nullable String excluded() {
		return excluded;
	}

	/**
	 * Returns the id that the application gave.
	 * @return the id, or {@code null}
	 */
	public @Nullable String id() {
		return id;
	}

}
