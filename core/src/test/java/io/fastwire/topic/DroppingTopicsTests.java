/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.ManualLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class DroppingTopicsTests {

	private final List<ManualLoop> loops = List.of(new ManualLoop(), new ManualLoop());

	@Test
	void tellsOfWhichTopicsMostWasDroppedAndWhy() {
		Topics topics = new Topics(TopicOptions.builder()
			.slowConsumerPolicy("old", SlowConsumerPolicy.DROP_OLDEST)
			.slowConsumerPolicy("new", SlowConsumerPolicy.DROP_NEWEST)
			.slowConsumerPolicy("latest", SlowConsumerPolicy.KEEP_LATEST)
			.maxPendingBytes(4)
			.build());
		assertThat(topics.mostDropped(10)).isEmpty();
		for (ManualLoop loop : loops) {
			FakeSink sink = new FakeSink(loop);
			sink.paused = true;
			topics.join(sink).subscribe("*");
		}
		for (String topic : List.of("latest", "latest", "latest", "old", "old", "old", "old", "new", "old", "new")) {
			topics.publish(topic, "xx");
			loops.forEach(ManualLoop::runAll);
		}
		assertThat(topics.mostDropped(10)).containsExactly(new DropStatistics("old", Map.of(DropReason.OLDEST, 8L)),
				new DropStatistics("new", Map.of(DropReason.NEWEST, 4L)));
		assertThat(topics.statistics().dropped()).as("by which nobody misses anything")
			.containsEntry(DropReason.SUPERSEDED, 4L);
		assertThat(topics.mostDropped(1)).hasSize(1);
		assertThat(topics.mostDropped(1).get(0).total()).isEqualTo(8);
		topics.close();
		loops.forEach(ManualLoop::runAll);
		assertThat(topics.mostDropped(10)).as("what waited counts as well")
			.filteredOn((topic) -> topic.topic().equals("latest"))
			.containsExactly(new DropStatistics("latest", Map.of(DropReason.CLOSED, 2L)));
	}

	@Test
	void keepsTheHeavyTopicsAmongAnyNumberOfLightOnes() {
		DroppingTopics topics = new DroppingTopics();
		for (int i = 0; i < 100_000; i++) {
			topics.add("light/" + i, DropReason.NEWEST, 1);
			if (i % 50 == 0) {
				topics.add("heavy/" + i / 50 % 4, DropReason.OLDEST, 1);
			}
		}
		List<DropStatistics> kept = new ArrayList<>();
		topics.forEach(kept::add);
		kept.sort(DropStatistics.MOST_FIRST);
		assertThat(kept).as("bounded").hasSizeLessThanOrEqualTo(256);
		assertThat(kept.subList(0, 4)).extracting(DropStatistics::topic)
			.containsExactlyInAnyOrder("heavy/0", "heavy/1", "heavy/2", "heavy/3");
		assertThat(kept).as("never more than were dropped")
			.allSatisfy(
					(topic) -> assertThat(topic.total()).isLessThanOrEqualTo(topic.topic().startsWith("h") ? 500 : 1));
	}

	/** It goes on from the weight of the one whose place it takes. */
	@Test
	void aTopicThatHasJustComeInIsNotTheFirstToGo() {
		DroppingTopics topics = new DroppingTopics();
		for (int i = 0; i < 8; i++) {
			topics.add(ofOneSet(i), DropReason.NEWEST, 5);
		}
		topics.add(ofOneSet(8), DropReason.NEWEST, 1);
		topics.add(ofOneSet(9), DropReason.NEWEST, 1);
		List<String> kept = new ArrayList<>();
		topics.forEach((topic) -> kept.add(topic.topic()));
		assertThat(kept).hasSize(8).contains(ofOneSet(8), ofOneSet(9));
	}

	/** Names of one character whose hash codes end the same. */
	private static String ofOneSet(int number) {
		return String.valueOf((char) ('A' + 32 * number));
	}

	@Test
	void takesOverWhatAnotherHasCounted() {
		DroppingTopics ended = new DroppingTopics();
		ended.add("a", DropReason.NEWEST, 2);
		ended.add("a", DropReason.CLOSED, 3);
		DroppingTopics all = new DroppingTopics();
		all.add("a", DropReason.NEWEST, 1);
		all.add(ended);
		List<DropStatistics> kept = new ArrayList<>();
		all.forEach(kept::add);
		assertThat(kept).containsExactly(new DropStatistics("a", Map.of(DropReason.NEWEST, 3L, DropReason.CLOSED, 3L)));
	}

}
