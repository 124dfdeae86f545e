/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@ExtendWith(LeakFree.class)
class TopicDeliveryTests {

	private final ManualLoop loop = new ManualLoop();

	private final ManualLoop otherLoop = new ManualLoop();

	private final Topics topics = new Topics(TopicOptions.DEFAULTS);

	private final FakeSink sink = new FakeSink(loop);

	private final TopicSubscriber subscriber = topics.join(sink);

	@Test
	void deliversToSubscribersOnEveryLoop() {
		FakeSink other = new FakeSink(otherLoop);
		topics.join(other).subscribe("a");
		subscriber.subscribe("a");
		assertThat(topics.publish("a", "1")).isEqualTo(PublishResult.PUBLISHED);
		settle();
		assertThat(sink.received).containsExactly("<a LIVE>", "a=1");
		assertThat(other.received).containsExactly("<a LIVE>", "a=1");
	}

	@Test
	void releasesAPooledPayload() {
		subscriber.subscribe("a");
		topics.publish("a", PayloadKind.JSON, pooled("1"), PublishOptions.NONE);
		topics.publish("nobody", PayloadKind.JSON, pooled("1"), PublishOptions.NONE);
		settle();
		assertThat(sink.messages()).containsExactly("a=1");
	}

	@Test
	void refusesInvalidNamesAndReleasesThePayload() {
		assertThatIllegalArgumentException().isThrownBy(() -> topics.publish("a//b", "1"))
			.withMessage("Not a valid topic name, of 4 characters");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> topics.publish("a/*", PayloadKind.TEXT, pooled("1"), PublishOptions.NONE));
		assertThatIllegalArgumentException().isThrownBy(() -> subscriber.send("*", PayloadKind.TEXT, pooled("1")));
		assertThatIllegalArgumentException().isThrownBy(() -> topics.publish("a".repeat(256), "1"));
	}

	@Test
	void deliversOnceToASubscriberWithSeveralMatchingSubscriptions() {
		for (String pattern : List.of("a/b", "a/*", "*/b", "a/**", "**")) {
			subscriber.subscribe(pattern);
		}
		topics.publish("a/b", "1");
		settle();
		assertThat(sink.messages()).containsExactly("a/b=1");
		assertThat(topics.subscriptions("a/b")).isEqualTo(5);
	}

	@Test
	void doesNothingWhenNobodySubscribes() {
		assertThat(topics.wanted("a")).isFalse();
		assertThat(topics.publish("a", "1")).isEqualTo(PublishResult.NO_SUBSCRIBERS);
		assertThat(loop.tasks()).isZero();
		subscriber.subscribe("a");
		assertThat(topics.wanted("a")).isTrue();
	}

	@Test
	void doesNotDeliverWhatWasPublishedBeforeTheSubscription() {
		FakeSink other = new FakeSink(loop);
		topics.join(other).subscribe("a");
		loop.run(() -> {
			topics.publish("a", "1");
			subscriber.subscribe("a");
			topics.publish("a", "2");
		});
		settle();
		assertThat(sink.messages()).containsExactly("a=2");
		assertThat(other.messages()).containsExactly("a=1", "a=2");
	}

	@Test
	void deliversWhatWasPublishedBeforeTheEndOfTheSubscription() {
		TopicSubscriber other = topics.join(new FakeSink(loop));
		other.subscribe("a");
		subscriber.subscribe("a");
		topics.publish("a", "1");
		assertThat(subscriber.unsubscribe("a")).isTrue();
		assertThat(subscriber.unsubscribe("a")).isFalse();
		topics.publish("a", "2");
		settle();
		assertThat(sink.received).containsExactly("<a LIVE>", "a=1", "<-a>");
		assertThat(other.delivered()).isEqualTo(2);
	}

	@Test
	void endsASubscriptionWhileOthersRemain() {
		subscriber.subscribe("a");
		subscriber.subscribe("*");
		settle();
		subscriber.unsubscribe("a");
		topics.publish("a", "1");
		settle();
		subscriber.unsubscribe("*");
		topics.publish("a", "2");
		settle();
		assertThat(sink.messages()).containsExactly("a=1");
		assertThat(subscriber.patterns()).isEmpty();
		assertThat(topics.statistics().subscriptions()).isZero();
	}

	@Test
	void noticesAPatternThatIsAddedAfterTheTopicWasPublishedTo() {
		topics.publish("a/b", "1");
		subscriber.subscribe("a/*");
		topics.publish("a/b", "2");
		settle();
		assertThat(sink.messages()).containsExactly("a/b=2");
	}

	@Test
	void excludesTheSender() {
		FakeSink other = new FakeSink(loop);
		topics.join(other).subscribe("a");
		subscriber.subscribe("a");
		topics.publish("a", PayloadKind.TEXT, bytes("1"), PublishOptions.NONE.excluding(sink.id()));
		settle();
		assertThat(sink.messages()).isEmpty();
		assertThat(subscriber.offered()).isZero();
		assertThat(other.messages()).containsExactly("a=1");
	}

	@Test
	void flushesOncePerTurn() {
		subscriber.subscribe("a");
		for (int i = 0; i < 100; i++) {
			topics.publish("a", "x");
		}
		assertThat(loop.tasks()).as("one wake-up").isEqualTo(1);
		settle();
		assertThat(sink.messages()).hasSize(100);
		assertThat(sink.flushes).isEqualTo(1);
	}

	@Test
	void flushesAMessageThatNothingFollowsAfterEveryFewSubscribers() {
		List<FakeSink> sinks = subscribe(100);
		List<Integer> unflushed = new ArrayList<>();
		for (FakeSink each : sinks) {
			each.onDelivery = (message) -> unflushed.add(unflushed(sinks));
		}
		topics.publish("a", "1");
		settle();
		assertThat(unflushed).hasSize(100).allMatch((count) -> count <= 16);
		assertThat(sinks).allMatch((each) -> each.flushes == 1);
	}

	@Test
	void flushesABatchOfMessagesOnce() {
		List<FakeSink> sinks = subscribe(100);
		topics.publish("a", "1");
		topics.publish("a", "2");
		settle();
		assertThat(sinks).allMatch((each) -> each.messages().size() == 2 && each.flushes == 1);
	}

	@Test
	void letsOthersHaveTheLoopBetweenMessagesThatFollowOneAnother() {
		List<FakeSink> sinks = subscribe(200);
		FakeSink last = sinks.get(199);
		last.onDelivery = (message) -> {
			if (last.messages().size() < 1000) {
				topics.publish("a", "x");
			}
		};
		topics.publish("a", "x");
		loop.runOne();
		assertThat(last.messages()).hasSize(1);
		assertThat(loop.tasks()).isEqualTo(1);
		settle();
		assertThat(sinks).allMatch((each) -> each.messages().size() == 1000);
	}

	@Test
	void closesASinkThatCannotBeFlushedAndNobodyElse() {
		List<FakeSink> sinks = subscribe(100);
		sinks.get(3).onFlush = () -> {
			throw new IllegalStateException("from a test");
		};
		topics.publish("a", "1");
		try (CapturedLog log = CapturedLog.startQuietly()) {
			settle();
			assertThat(log.visible()).hasSize(1);
		}
		topics.publish("a", "2");
		settle();
		assertThat(sinks.remove(3).closed).isEqualTo(TopicSink.CloseReason.ERROR);
		assertThat(sinks).allMatch((each) -> each.messages().size() == 2 && each.flushes == 2);
		assertThat(topics.statistics().offered()).isEqualTo(199).isEqualTo(topics.statistics().delivered());
	}

	private List<FakeSink> subscribe(int count) {
		List<FakeSink> sinks = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			FakeSink each = new FakeSink(loop);
			topics.join(each).subscribe("a");
			sinks.add(each);
		}
		settle();
		return sinks;
	}

	private static int unflushed(List<FakeSink> sinks) {
		return (int) sinks.stream().filter((each) -> each.messages().size() > each.flushes).count();
	}

	@Test
	void letsOthersHaveTheLoopWhenThereIsMuchToDo() {
		subscriber.subscribe("a");
		for (int i = 0; i < 20_000; i++) {
			topics.publish("a", "x");
		}
		loop.runOne();
		assertThat(sink.messages()).hasSizeLessThan(20_000).isNotEmpty();
		assertThat(loop.tasks()).isEqualTo(1);
		settle();
		assertThat(sink.messages()).hasSize(20_000);
	}

	/** Not every language has checked exceptions. */
	@Test
	void survivesASinkThatThrowsACheckedException() {
		FakeSink other = new FakeSink(loop);
		sink.onDelivery = (message) -> throwAny(new IOException("planted"));
		subscriber.subscribe("a");
		topics.join(other).subscribe("a");
		topics.publish("a", "1");
		settle();
		topics.publish("a", "2");
		settle();
		assertThat(sink.closed).isEqualTo(TopicSink.CloseReason.ERROR);
		assertThat(other.messages()).containsExactly("a=1", "a=2");
	}

	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" })
	private static <T extends Throwable> void throwAny(Throwable thrown) throws T {
		throw (T) thrown;
	}

	@Test
	void publishesFromWithinADelivery() {
		FakeSink other = new FakeSink(loop);
		sink.onDelivery = (message) -> {
			if (message.topic().equals("a")) {
				topics.publish("b", "from within");
			}
		};
		subscriber.subscribe("a");
		topics.join(other).subscribe("*");
		topics.publish("a", "1");
		topics.publish("a", "2");
		settle();
		assertThat(other.messages()).containsExactly("a=1", "a=2", "b=from within", "b=from within");
	}

	@Test
	void survivesSubscribersThatCloseEachOtherDuringADelivery() {
		List<TopicSubscriber> all = new ArrayList<>();
		List<FakeSink> sinks = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			FakeSink each = new FakeSink(loop);
			TopicSubscriber joined = topics.join(each);
			joined.subscribe("a");
			each.onDelivery = (message) -> all.subList(3, 10).forEach(TopicSubscriber::close);
			all.add(joined);
			sinks.add(each);
		}
		topics.publish("a", "1");
		topics.publish("a", "2");
		settle();
		assertThat(sinks.subList(0, 3)).allSatisfy((each) -> assertThat(each.messages()).containsExactly("a=1", "a=2"));
		assertThat(sinks.subList(3, 10)).allSatisfy((each) -> assertThat(each.messages()).isEmpty());
		assertThat(topics.statistics().subscriptions()).isEqualTo(3);
	}

	@Test
	void sendsToOneSubscriberInOrderWithPublishes() {
		subscriber.subscribe("a");
		topics.publish("a", "1");
		subscriber.send("snapshot", PayloadKind.TEXT, pooled("2"));
		topics.publish("a", "3");
		settle();
		assertThat(sink.messages()).containsExactly("a=1", "snapshot=2", "a=3");
		subscriber.close();
		assertThat(subscriber.send("snapshot", PayloadKind.TEXT, pooled("4"))).isFalse();
	}

	@Test
	void runsATaskInOrderWithPublishes() {
		subscriber.subscribe("a");
		topics.publish("a", "1");
		loop.run(() -> subscriber.execute(() -> sink.received.add("task")));
		topics.publish("a", "2");
		subscriber.execute(() -> sink.received.add("other task"));
		topics.publish("a", "3");
		settle();
		assertThat(sink.received).containsExactly("<a LIVE>", "a=1", "task", "a=2", "other task", "a=3");
	}

	@Test
	void runsATaskAfterMessagesThatWaitAndAlsoWhenTheyAreDropped() {
		subscriber.subscribe("a");
		sink.paused = true;
		topics.publish("a", "1");
		settle();
		loop.run(() -> subscriber.execute(() -> sink.received.add("task")));
		topics.publish("a", "2");
		settle();
		assertThat(sink.received).containsExactly("<a LIVE>");
		loop.run(() -> sink.resume(subscriber));
		assertThat(sink.received).containsExactly("<a LIVE>", "a=1", "task", "a=2");
		sink.paused = true;
		topics.publish("a", "3");
		settle();
		loop.run(() -> subscriber.execute(() -> sink.received.add("last task")));
		subscriber.close();
		settle();
		assertThat(sink.received).endsWith("a=2", "last task");
		assertThat(subscriber.dropped()).isEqualTo(1);
	}

	@Test
	void closesASinkThatThrowsAndNobodyElse() {
		FakeSink other = new FakeSink(loop);
		TopicSubscriber healthy = topics.join(other);
		subscriber.subscribe("a");
		healthy.subscribe("a");
		sink.onDelivery = (message) -> {
			throw new IllegalStateException("from a test");
		};
		topics.publish("a", "1");
		topics.publish("a", "2");
		try (CapturedLog log = CapturedLog.startQuietly()) {
			settle();
			assertThat(log.visible()).hasSize(1);
		}
		assertThat(sink.closed).isEqualTo(TopicSink.CloseReason.ERROR);
		assertThat(subscriber.closed()).isTrue();
		assertThat(subscriber.offered()).isEqualTo(1).isEqualTo(subscriber.dropped());
		assertThat(other.messages()).containsExactly("a=1", "a=2");
		assertThat(topics.statistics().failures()).isEqualTo(1);
	}

	@Test
	void closesEverySinkAtTheEnd() {
		subscriber.subscribe("a");
		sink.paused = true;
		topics.publish("a", "1");
		settle();
		topics.close();
		settle();
		assertThat(sink.closed).isEqualTo(TopicSink.CloseReason.GOING_AWAY);
		assertThat(topics.publish("a", "2")).isEqualTo(PublishResult.CLOSED);
		assertThat(topics.join(new FakeSink(loop)).subscribe("a")).isEqualTo(SubscribeResult.CLOSED);
		assertThat(topics.statistics().subscribers()).isZero();
	}

	private void settle() {
		while (loop.tasks() + otherLoop.tasks() > 0) {
			loop.runAll();
			otherLoop.runAll();
		}
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	static ByteBuf pooled(String text) {
		return PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes(text));
	}

}
