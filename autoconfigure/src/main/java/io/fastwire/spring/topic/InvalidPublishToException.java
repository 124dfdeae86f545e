/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import org.jspecify.annotations.Nullable;

/**
 * A {@link PublishTo} annotation that cannot work, found when its bean was created.
 */
public final class InvalidPublishToException extends RuntimeException {

	private final String place;

	private final String problem;

	private final String action;

	InvalidPublishToException(String place, String problem, String action) {
		this(place, problem, action, null);
	}

	InvalidPublishToException(String place, String problem, String action, @Nullable Throwable cause) {
		super("@PublishTo on " + place + ": " + problem, cause);
		this.place = place;
		this.problem = problem;
		this.action = action;
	}

	/**
	 * Returns where the annotation is, or what it is for.
	 * @return class and method, for example {@code com.example.Orders.place(NewOrder)}
	 */
	public String getPlace() {
		return place;
	}

	/**
	 * Returns what is wrong.
	 * @return a sentence
	 */
	public String getProblem() {
		return problem;
	}

	/**
	 * Returns what to do about it.
	 * @return one or more sentences
	 */
	public String getAction() {
		return action;
	}

}
