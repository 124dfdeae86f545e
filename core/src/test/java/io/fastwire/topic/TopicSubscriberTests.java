/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@ExtendWith(LeakFree.class)
class TopicSubscriberTests {

	private final ManualLoop loop = new ManualLoop();

	private final Topics topics = new Topics(
			TopicOptions.builder().maxNameLength(10).maxSubscriptions(3).maxTopics(4).build());

	private final FakeSink sink = new FakeSink(loop);

	private final TopicSubscriber subscriber = topics.join(sink);

	@ParameterizedTest
	@ValueSource(strings = { "", "a//b", "a/**/b", "12345678901" })
	void refusesPatternsThatAreNotValidOrTooLong(String pattern) {
		assertThat(subscriber.subscribe(pattern)).isEqualTo(SubscribeResult.INVALID_PATTERN);
		assertThat(topics.statistics().subscriptions()).isZero();
	}

	@Test
	void subscribesOnceToTheSame() {
		assertThat(subscriber.subscribe("a")).isEqualTo(SubscribeResult.SUBSCRIBED);
		assertThat(subscriber.subscribe("a")).isEqualTo(SubscribeResult.ALREADY_SUBSCRIBED);
		topics.publish("a", "1");
		loop.runAll();
		assertThat(sink.received).containsExactly("<a LIVE>", "a=1");
		assertThat(topics.subscriptions("a")).isEqualTo(1);
	}

	@Test
	void limitsSubscriptionsOfASubscriber() {
		for (String pattern : List.of("a", "b", "*")) {
			assertThat(subscriber.subscribe(pattern)).isEqualTo(SubscribeResult.SUBSCRIBED);
		}
		assertThat(subscriber.subscribe("c")).isEqualTo(SubscribeResult.TOO_MANY_SUBSCRIPTIONS);
		subscriber.unsubscribe("a");
		assertThat(subscriber.subscribe("c")).isEqualTo(SubscribeResult.SUBSCRIBED);
		assertThat(subscriber.patterns()).containsExactlyInAnyOrder("b", "c", "*");
	}

	@Test
	void limitsTopicsAndPatternsInTotal() {
		TopicSubscriber other = topics.join(new FakeSink(loop));
		List.of("a", "b").forEach(subscriber::subscribe);
		List.of("c", "d", "a").forEach(other::subscribe);
		assertThat(subscriber.subscribe("e")).isEqualTo(SubscribeResult.TOO_MANY_TOPICS);
		assertThat(subscriber.subscribe("c")).as("known already").isEqualTo(SubscribeResult.SUBSCRIBED);
		other.close();
		assertThat(topics.statistics().topics()).isEqualTo(3);
		assertThat(topics.join(new FakeSink(loop)).subscribe("e")).isEqualTo(SubscribeResult.SUBSCRIBED);
		assertThat(topics.statistics().patterns()).isZero();
	}

	@Test
	void isCountedWhereItSubscribes() {
		List.of("b/c", "b/*", "d").forEach(subscriber::subscribe);
		TopicSubscriber other = topics.join(new FakeSink(new ManualLoop()));
		List.of("b/*", "a").forEach(other::subscribe);
		assertThat(topics.subscribedPatterns("b/c")).containsExactly(new PatternStatistics("b/*", 2, 2),
				new PatternStatistics("b/c", 1, 1));
		assertThat(topics.subscribedPatterns("c")).isEmpty();
		assertThat(topics.mostSubscribed(3)).extracting(PatternStatistics::pattern).containsExactly("b/*", "a", "b/c");
		other.close();
		assertThat(topics.mostSubscribed(10)).containsExactly(new PatternStatistics("b/*", 1, 1),
				new PatternStatistics("b/c", 1, 1), new PatternStatistics("d", 1, 1));
		assertThat(topics.mostSubscribed(0)).isEmpty();
	}

	@Test
	void forgetsEverythingWhenItIsClosed() {
		List.of("a", "*", "b/**").forEach(subscriber::subscribe);
		topics.publish("a", "before");
		loop.runAll();
		subscriber.close();
		subscriber.close();
		assertThat(subscriber.closed()).isTrue();
		assertThat(subscriber.subscribe("c")).isEqualTo(SubscribeResult.CLOSED);
		assertThat(subscriber.unsubscribe("a")).isFalse();
		assertThat(topics.publish("a", "after")).isEqualTo(PublishResult.NO_SUBSCRIBERS);
		loop.runAll();
		assertThat(sink.messages()).containsExactly("a=before");
		TopicStatistics statistics = topics.statistics();
		assertThat(statistics.topics() + statistics.patterns() + statistics.subscribers() + statistics.subscriptions())
			.isZero();
	}

	@Test
	void tellsListenersInOrder() {
		List<String> events = new ArrayList<>();
		topics.addListener(new TopicListener() {

			@Override
			public void subscribed(TopicSubscriber who, String pattern) {
				events.add("subscribed " + pattern);
				topics.publish("a", "snapshot");
			}

			@Override
			public void unsubscribed(TopicSubscriber who, String pattern) {
				events.add("unsubscribed " + pattern);
			}

		});
		subscriber.subscribe("a");
		subscriber.subscribe("b");
		loop.runAll();
		assertThat(sink.messages()).as("published in the event").containsExactly("a=snapshot", "a=snapshot");
		subscriber.unsubscribe("a");
		subscriber.close();
		loop.runAll();
		assertThat(events).containsExactly("subscribed a", "subscribed b", "unsubscribed a", "unsubscribed b");
	}

	@Test
	void tellsNothingOfASubscriptionThatNeverBegan() {
		List<String> events = new ArrayList<>();
		topics.addListener(new TopicListener() {

			@Override
			public void subscribed(TopicSubscriber who, String pattern) {
				events.add(pattern);
			}

			@Override
			public void unsubscribed(TopicSubscriber who, String pattern) {
				events.add(pattern);
			}

		});
		subscriber.subscribe("a");
		subscriber.close();
		loop.runAll();
		assertThat(events).isEmpty();
		assertThat(sink.received).isEmpty();
	}

	@Test
	void aFailingListenerHarmsNobodyAndIsLoggedOnce() {
		topics.addListener(new TopicListener() {

			@Override
			public void subscribed(TopicSubscriber who, String pattern) {
				throw new IllegalStateException("from a test");
			}

		});
		try (CapturedLog log = CapturedLog.startQuietly()) {
			subscriber.subscribe("a");
			subscriber.subscribe("b");
			topics.publish("b", "1");
			loop.runAll();
			assertThat(log.visible()).hasSize(1);
		}
		assertThat(sink.messages()).containsExactly("b=1");
		assertThat(topics.statistics().failures()).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a\nb", "a\u0000", "7", "0042", "99999999999999999999" })
	void refusesMessageIdsThatCannotBeWrittenOrLookLikeThoseOfHistories(String id) {
		assertThatIllegalArgumentException().isThrownBy(() -> PublishOptions.NONE.id(id));
		assertThatIllegalArgumentException().isThrownBy(() -> PublishOptions.NONE.id("x".repeat(129)));
	}

	@Test
	void refusesOptionsThatMakeNoSense() {
		TopicOptions.Builder builder = TopicOptions.builder();
		assertThatIllegalArgumentException().isThrownBy(() -> builder.maxPendingBytes(0))
			.withMessageContaining("maxPendingBytes");
		assertThatIllegalArgumentException().isThrownBy(() -> builder.history("a//b", 1, 1))
			.withMessageContaining("a//b");
		assertThatIllegalArgumentException().isThrownBy(() -> builder.history("a", -1, 1));
		assertThatIllegalArgumentException().isThrownBy(() -> builder.slowConsumerPolicy("", SlowConsumerPolicy.CLOSE));
	}

	@Test
	void theFirstPatternThatMatchesDecides() {
		TopicOptions options = TopicOptions.builder()
			.slowConsumerPolicy("a/*", SlowConsumerPolicy.DROP_NEWEST)
			.slowConsumerPolicy("**", SlowConsumerPolicy.KEEP_LATEST)
			.history("a/b", 0, 0)
			.history("a/*", 3, 4)
			.build();
		assertThat(options.slowConsumerPolicy("a/b")).isEqualTo(SlowConsumerPolicy.DROP_NEWEST);
		assertThat(options.slowConsumerPolicy("a")).isEqualTo(SlowConsumerPolicy.KEEP_LATEST);
		assertThat(options.history("a/b").maxMessages()).isZero();
		assertThat(options.history("a/c").maxMessages()).isEqualTo(3);
		assertThat(options.history("b")).isEqualTo(TopicOptions.History.NONE);
	}

}
