/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.spring.topic.web.TopicWebOptions;
import io.fastwire.topic.SlowConsumerPolicy;
import io.fastwire.topic.TopicOptions;
import io.fastwire.websocket.WebSocketOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * Bounds and policies of topics, and how clients reach them.
 */
@ConfigurationProperties("fastwire.topics")
final class FastwireTopicsProperties {

	/**
	 * Whether clients can subscribe by WebSocket and event streams.
	 */
	private boolean enabled = true;

	/**
	 * Path under which clients subscribe.
	 */
	private String path = "/topics";

	/**
	 * Origins whose web pages may subscribe too, or '*' for all. Pages of the same host
	 * always may.
	 */
	private List<String> allowedOrigins = new ArrayList<>();

	/**
	 * Whether clients may subscribe only to topics that lie within the pattern of a rule.
	 */
	private boolean requireKnown;

	/**
	 * Time without an event after which an event stream sends a comment, or 0 for none.
	 */
	private Duration heartbeatInterval = Duration.ofSeconds(15);

	/**
	 * Time after which the client of an event stream is told to come back.
	 */
	private Duration retryDelay = Duration.ofSeconds(3);

	private final Metrics metrics = new Metrics();

	/**
	 * Maximum length of the name of a topic or a pattern, in characters.
	 */
	private int maxNameLength = 255;

	/**
	 * Maximum number of topics that are subscribed to by name or have a history, and
	 * likewise of distinct patterns with wildcards.
	 */
	private int maxTopics = 100_000;

	/**
	 * Maximum number of subscriptions of one subscriber.
	 */
	private int maxSubscriptions = 1_000;

	/**
	 * Size of what may wait for one subscriber, above which its slow-consumer policy
	 * applies.
	 */
	private DataSize maxPendingSize = DataSize.ofMegabytes(1);

	/**
	 * Size of what may be on its way to one event loop.
	 */
	private DataSize maxQueuedSize = DataSize.ofMegabytes(64);

	/**
	 * Size of all histories together, above which those of quiet topics are forgotten.
	 */
	private DataSize maxHistorySize = DataSize.ofMegabytes(64);

	/**
	 * What happens to messages for a subscriber that reads too slowly, where no policy of
	 * a pattern applies.
	 */
	private SlowConsumerPolicy slowConsumerPolicy = SlowConsumerPolicy.CLOSE;

	/**
	 * Settings for the topics that a pattern matches. The first rule that matches and has
	 * a setting applies.
	 */
	private List<Rule> rules = new ArrayList<>();

	TopicOptions toOptions() {
		TopicOptions.Builder options = TopicOptions.builder().slowConsumerPolicy(slowConsumerPolicy);
		PropertyBinding.apply("fastwire.topics.max-name-length", maxNameLength, options::maxNameLength);
		PropertyBinding.apply("fastwire.topics.max-topics", maxTopics, options::maxTopics);
		PropertyBinding.apply("fastwire.topics.max-subscriptions", maxSubscriptions, options::maxSubscriptions);
		PropertyBinding.apply("fastwire.topics.max-pending-size", maxPendingSize,
				(size) -> options.maxPendingBytes(size.toBytes()));
		PropertyBinding.apply("fastwire.topics.max-queued-size", maxQueuedSize,
				(size) -> options.maxQueuedBytes(size.toBytes()));
		PropertyBinding.apply("fastwire.topics.max-history-size", maxHistorySize,
				(size) -> options.maxHistoryBytes(size.toBytes()));
		for (int i = 0; i < rules.size(); i++) {
			PropertyBinding.apply("fastwire.topics.rules[" + i + "]", rules.get(i), (rule) -> rule.apply(options));
		}
		return options.build();
	}

	TopicWebOptions toWebOptions() {
		List<String> known = requireKnown ? rules.stream().map(Rule::getPattern).toList() : null;
		PropertyBinding.apply("fastwire.topics.path", path, TopicWebOptions::checkPath);
		PropertyBinding.apply("fastwire.topics.heartbeat-interval", heartbeatInterval, TopicWebOptions::checkTime);
		PropertyBinding.apply("fastwire.topics.retry-delay", retryDelay, TopicWebOptions::checkTime);
		return new TopicWebOptions(path, known, heartbeatInterval, retryDelay);
	}

	/** Adds what concerns the sessions of topics to the options of all sessions. */
	WebSocketOptions toSessionOptions(WebSocketOptions common) {
		WebSocketOptions.Builder options = common.toBuilder();
		PropertyBinding.apply("fastwire.topics.allowed-origins", allowedOrigins,
				(origins) -> options.allowedOrigins(origins.toArray(String[]::new)));
		return options.build();
	}

	public boolean isEnabled() {
		return enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public String getPath() {
		return path;
	}

	public void setPath(String path) {
		this.path = path;
	}

	public List<String> getAllowedOrigins() {
		return allowedOrigins;
	}

	public void setAllowedOrigins(List<String> allowedOrigins) {
		this.allowedOrigins = allowedOrigins;
	}

	public boolean isRequireKnown() {
		return requireKnown;
	}

	public void setRequireKnown(boolean requireKnown) {
		this.requireKnown = requireKnown;
	}

	public Duration getHeartbeatInterval() {
		return heartbeatInterval;
	}

	public void setHeartbeatInterval(Duration heartbeatInterval) {
		this.heartbeatInterval = heartbeatInterval;
	}

	public Duration getRetryDelay() {
		return retryDelay;
	}

	public void setRetryDelay(Duration retryDelay) {
		this.retryDelay = retryDelay;
	}

	public Metrics getMetrics() {
		return metrics;
	}

	public int getMaxNameLength() {
		return maxNameLength;
	}

	public void setMaxNameLength(int maxNameLength) {
		this.maxNameLength = maxNameLength;
	}

	public int getMaxTopics() {
		return maxTopics;
	}

	public void setMaxTopics(int maxTopics) {
		this.maxTopics = maxTopics;
	}

	public int getMaxSubscriptions() {
		return maxSubscriptions;
	}

	public void setMaxSubscriptions(int maxSubscriptions) {
		this.maxSubscriptions = maxSubscriptions;
	}

	public DataSize getMaxPendingSize() {
		return maxPendingSize;
	}

	public void setMaxPendingSize(DataSize maxPendingSize) {
		this.maxPendingSize = maxPendingSize;
	}

	public DataSize getMaxQueuedSize() {
		return maxQueuedSize;
	}

	public void setMaxQueuedSize(DataSize maxQueuedSize) {
		this.maxQueuedSize = maxQueuedSize;
	}

	public DataSize getMaxHistorySize() {
		return maxHistorySize;
	}

	public void setMaxHistorySize(DataSize maxHistorySize) {
		this.maxHistorySize = maxHistorySize;
	}

	public SlowConsumerPolicy getSlowConsumerPolicy() {
		return slowConsumerPolicy;
	}

	public void setSlowConsumerPolicy(SlowConsumerPolicy slowConsumerPolicy) {
		this.slowConsumerPolicy = slowConsumerPolicy;
	}

	public List<Rule> getRules() {
		return rules;
	}

	public void setRules(List<Rule> rules) {
		this.rules = rules;
	}

	/**
	 * Settings of the meters of topics.
	 */
	static final class Metrics {

		/**
		 * Whether published and dropped messages are also counted by topic.
		 */
		private boolean tagTopics;

		/**
		 * Maximum number of topics that are counted by name. Those beyond it are counted
		 * as 'other'.
		 */
		private int maxTopicTags = 100;

		public boolean isTagTopics() {
			return tagTopics;
		}

		public void setTagTopics(boolean tagTopics) {
			this.tagTopics = tagTopics;
		}

		public int getMaxTopicTags() {
			return maxTopicTags;
		}

		public void setMaxTopicTags(int maxTopicTags) {
			this.maxTopicTags = maxTopicTags;
		}

	}

	/**
	 * Settings of the topics that a pattern matches.
	 */
	static final class Rule {

		/**
		 * Pattern of the topics. A segment '*' stands for any segment, a last one '**'
		 * for the rest.
		 */
		private String pattern = "";

		/**
		 * What happens to messages for a subscriber that reads too slowly.
		 */
		private @Nullable SlowConsumerPolicy slowConsumerPolicy;

		/**
		 * Number of messages of each topic that are kept so that subscribers can resume.
		 */
		private @Nullable Integer history;

		/**
		 * Size of the messages of each topic that are kept.
		 */
		private DataSize historySize = DataSize.ofMegabytes(1);

		void apply(TopicOptions.Builder options) {
			if (slowConsumerPolicy != null) {
				options.slowConsumerPolicy(pattern, slowConsumerPolicy);
			}
			if (history != null) {
				options.history(pattern, history, historySize.toBytes());
			}
		}

		@Override
		public String toString() {
			return pattern;
		}

		public String getPattern() {
			return pattern;
		}

		public void setPattern(String pattern) {
			this.pattern = pattern;
		}

		public @Nullable SlowConsumerPolicy getSlowConsumerPolicy() {
			return slowConsumerPolicy;
		}

		public void setSlowConsumerPolicy(@Nullable SlowConsumerPolicy slowConsumerPolicy) {
			this.slowConsumerPolicy = slowConsumerPolicy;
		}

		public @Nullable Integer getHistory() {
			return history;
		}

		public void setHistory(@Nullable Integer history) {
			this.history = history;
		}

		public DataSize getHistorySize() {
			return historySize;
		}

		public void setHistorySize(DataSize historySize) {
			this.historySize = historySize;
		}

	}

}
