/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;

/**
 * Bounds and policies of {@link Topics}. Immutable. Where several patterns match a topic,
 * the one that was added first decides.
 */
public final class TopicOptions {

	/** All defaults. */
	public static final TopicOptions DEFAULTS = builder().build();

	private final int maxNameLength;

	private final int maxTopics;

	private final int maxSubscriptions;

	private final long maxPendingBytes;

	private final long maxQueuedBytes;

	private final long maxHistoryBytes;

	private final SlowConsumerPolicy slowConsumerPolicy;

	private final List<Policy> policies;

	private final List<History> histories;

	private TopicOptions(Builder builder) {
		this.maxNameLength = builder.maxNameLength;
		this.maxTopics = builder.maxTopics;
		this.maxSubscriptions = builder.maxSubscriptions;
		this.maxPendingBytes = builder.maxPendingBytes;
		this.maxQueuedBytes = builder.maxQueuedBytes;
		this.maxHistoryBytes = builder.maxHistoryBytes;
		this.slowConsumerPolicy = builder.slowConsumerPolicy;
		this.policies = List.copyOf(builder.policies);
		this.histories = List.copyOf(builder.histories);
	}

	/**
	 * Starts from the defaults.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Returns the longest name or pattern.
	 * @return UTF-16 units
	 */
	public int maxNameLength() {
		return maxNameLength;
	}

	/**
	 * Returns how many topics may be subscribed to by name, how many distinct patterns
	 * with wildcards, and how many topics may have a history.
	 * @return the limit of each
	 */
	public int maxTopics() {
		return maxTopics;
	}

	/**
	 * Returns how many subscriptions one subscriber may have.
	 * @return the limit
	 */
	public int maxSubscriptions() {
		return maxSubscriptions;
	}

	/**
	 * Returns how much may wait for one subscriber: what its sink has taken and not sent
	 * yet, and what waits in front of the sink.
	 * @return bytes on the wire; never exceeded by a message from a topic
	 */
	public long maxPendingBytes() {
		return maxPendingBytes;
	}

	/**
	 * Returns how much may be on its way to one event loop, which only grows if the loop
	 * is blocked or overloaded.
	 * @return bytes of payload, and {@value LoopQueue#ENTRY_BYTES} more for each message
	 */
	public long maxQueuedBytes() {
		return maxQueuedBytes;
	}

	/**
	 * Returns how much all histories may hold together. Beyond it, histories of topics
	 * that have been quiet are forgotten first.
	 * @return bytes of payload, and {@value LoopQueue#ENTRY_BYTES} more for each message
	 */
	public long maxHistoryBytes() {
		return maxHistoryBytes;
	}

	/**
	 * Returns the policy for a topic.
	 * @param topic a valid name
	 * @return what happens to its messages where they do not fit
	 */
	public SlowConsumerPolicy slowConsumerPolicy(String topic) {
		for (Policy policy : policies) {
			if (TopicNames.matches(policy.pattern, topic)) {
				return policy.policy;
			}
		}
		return slowConsumerPolicy;
	}

	/**
	 * Returns how much of a topic is kept.
	 * @param topic a valid name
	 * @return {@link History#NONE} if nothing is
	 */
	public History history(String topic) {
		for (History history : histories) {
			if (TopicNames.matches(history.pattern, topic)) {
				return history;
			}
		}
		return History.NONE;
	}

	/** Whether any topic may have a history. */
	boolean keepsHistory() {
		return histories.stream().anyMatch((history) -> history.maxMessages() > 0);
	}

	private record Policy(String pattern, SlowConsumerPolicy policy) {
	}

	/**
	 * How much is kept of each topic that a pattern matches.
	 *
	 * @param pattern which topics
	 * @param maxMessages the most messages, 0 to keep nothing
	 * @param maxBytes the most bytes of payload
	 */
	public record History(String pattern, int maxMessages, long maxBytes) {

		/** Nothing is kept. */
		public static final History NONE = new History("**", 0, 0);

	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private int maxNameLength = 255;

		private int maxTopics = 100_000;

		private int maxSubscriptions = 1_000;

		private long maxPendingBytes = 1 << 20;

		private long maxQueuedBytes = 64 << 20;

		private long maxHistoryBytes = 64 << 20;

		private SlowConsumerPolicy slowConsumerPolicy = SlowConsumerPolicy.CLOSE;

		private final List<Policy> policies = new ArrayList<>();

		private final List<History> histories = new ArrayList<>();

		private Builder() {
		}

		/**
		 * Sets the longest name or pattern.
		 * @param maxNameLength UTF-16 units; 255 unless it was set
		 * @return this
		 */
		public Builder maxNameLength(int maxNameLength) {
			this.maxNameLength = (int) check("maxNameLength", maxNameLength);
			return this;
		}

		/**
		 * Sets how many topics may be subscribed to by name, how many distinct patterns
		 * with wildcards, and how many topics may have a history.
		 * @param maxTopics the limit of each; 100 000 unless it was set
		 * @return this
		 */
		public Builder maxTopics(int maxTopics) {
			this.maxTopics = (int) check("maxTopics", maxTopics);
			return this;
		}

		/**
		 * Sets how many subscriptions one subscriber may have.
		 * @param maxSubscriptions the limit; 1 000 unless it was set
		 * @return this
		 */
		public Builder maxSubscriptions(int maxSubscriptions) {
			this.maxSubscriptions = (int) check("maxSubscriptions", maxSubscriptions);
			return this;
		}

		/**
		 * Sets how much may wait for one subscriber, in all layers together.
		 * @param maxPendingBytes bytes on the wire; 1 MB unless it was set
		 * @return this
		 */
		public Builder maxPendingBytes(long maxPendingBytes) {
			this.maxPendingBytes = check("maxPendingBytes", maxPendingBytes);
			return this;
		}

		/**
		 * Sets how much may be on its way to one event loop.
		 * @param maxQueuedBytes bytes; 64 MB unless it was set
		 * @return this
		 */
		public Builder maxQueuedBytes(long maxQueuedBytes) {
			this.maxQueuedBytes = check("maxQueuedBytes", maxQueuedBytes);
			return this;
		}

		/**
		 * Sets how much all histories may hold together.
		 * @param maxHistoryBytes bytes; 64 MB unless it was set
		 * @return this
		 */
		public Builder maxHistoryBytes(long maxHistoryBytes) {
			this.maxHistoryBytes = check("maxHistoryBytes", maxHistoryBytes);
			return this;
		}

		/**
		 * Sets the policy for topics that no pattern matches.
		 * @param policy {@link SlowConsumerPolicy#CLOSE} unless it was set
		 * @return this
		 */
		public Builder slowConsumerPolicy(SlowConsumerPolicy policy) {
			this.slowConsumerPolicy = policy;
			return this;
		}

		/**
		 * Sets the policy for the topics that a pattern matches.
		 * @param pattern which topics
		 * @param policy what happens to their messages where they do not fit
		 * @return this
		 * @throws IllegalArgumentException if the pattern is not valid
		 */
		public Builder slowConsumerPolicy(String pattern, SlowConsumerPolicy policy) {
			policies.add(new Policy(checkPattern(pattern), policy));
			return this;
		}

		/**
		 * Keeps the last messages of each topic that a pattern matches, so that
		 * subscribers can resume.
		 * @param pattern which topics
		 * @param maxMessages the most messages of one topic, 0 to keep nothing
		 * @param maxBytes the most bytes of payload of one topic
		 * @return this
		 * @throws IllegalArgumentException if the pattern is not valid or a number is
		 * negative
		 */
		public Builder history(String pattern, int maxMessages, long maxBytes) {
			if (maxMessages < 0 || maxBytes < 0) {
				throw new IllegalArgumentException("A history must not be negative, as that of " + pattern);
			}
			histories.add(new History(checkPattern(pattern), maxMessages, maxBytes));
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable values
		 */
		public TopicOptions build() {
			return new TopicOptions(this);
		}

	}

	private static String checkPattern(String pattern) {
		if (!TopicNames.isPattern(pattern)) {
			throw new IllegalArgumentException("Not a valid topic pattern: '" + pattern + "'");
		}
		return pattern;
	}

	private static long check(String name, long value) {
		if (value < 1) {
			throw new IllegalArgumentException(name + " must be positive but is " + value);
		}
		return value;
	}

}
