/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.testsupport.CollectingSink;
import io.fastwire.topic.PublishOptions;
import io.fastwire.topic.TopicOptions;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What subscribers get of what is published.
 */
class TopicsPublisherTests {

	private final Topics topics = new Topics(TopicOptions.DEFAULTS);

	private final AtomicInteger encodings = new AtomicInteger();

	private final TopicPublisher publisher = new TopicsPublisher(topics, (value, target) -> {
		encodings.incrementAndGet();
		JsonMapper.shared().writeValue(target, value);
	});

	private final CollectingSink all = new CollectingSink("all");

	private final TopicSubscriber subscriber = topics.join(all);

	@AfterEach
	void close() {
		topics.close();
	}

	@Test
	void sendsTextAndBytesAsTheyAre() {
		subscriber.subscribe("**");
		publisher.publish("t", "gr\u00fc\u00df \ud83d\ude00");
		publisher.publish("t", new StringBuilder("builder"));
		publisher.publish("t", "bytes".getBytes(StandardCharsets.UTF_8));
		ByteBuffer buffer = ByteBuffer.wrap("a buffer".getBytes(StandardCharsets.UTF_8)).position(2);
		publisher.publish("t", buffer);
		assertThat(buffer.position()).isEqualTo(2);
		assertThat(all.messages()).containsExactly("t TEXT gr\u00fc\u00df \ud83d\ude00", "t TEXT builder",
				"t BINARY bytes", "t BINARY buffer");
	}

	@Test
	void sendsAnythingElseAsJson() {
		subscriber.subscribe("**");
		publisher.publish("t", new Position(1, 2));
		publisher.publish("t", List.of());
		publisher.publish("t", 42);
		publisher.publish("t", "x".repeat(100_000).chars().toArray());
		assertThat(all.messages()).startsWith("t JSON {\"x\":1,\"y\":2}", "t JSON []", "t JSON 42").hasSize(4);
		assertThat(all.messages().get(3)).startsWith("t JSON [120,120").endsWith("120]");
	}

	@Test
	void encodesOnceForAllTopicsAndSubscribers() {
		subscriber.subscribe("**");
		CollectingSink other = new CollectingSink("other");
		topics.join(other).subscribe("a/*");
		publisher.publish(List.of("a/1", "a/2", "b"), new Position(1, 2), PublishOptions.NONE);
		assertThat(encodings).hasValue(1);
		assertThat(all.messages()).hasSize(3);
		assertThat(other.messages()).hasSize(2);
	}

	@Test
	void encodesNothingIfNobodySubscribes() {
		publisher.publish("t", new Position(1, 2));
		assertThat(encodings).hasValue(0);
	}

	@Test
	void leavesTheExcludedOneOutAndSendsTheId() {
		subscriber.subscribe("**");
		CollectingSink sender = new CollectingSink("sender");
		topics.join(sender).subscribe("**");
		publisher.publish("t", "hello", PublishOptions.NONE.excluding("sender").id("m-1"));
		assertThat(sender.messages()).isEmpty();
		assertThat(all.messages()).containsExactly("t TEXT #m-1 hello");
	}

	@Test
	void sendsToNoTopicIfOneIsNotValid() {
		subscriber.subscribe("**");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> publisher.publish(List.of("fine", "not//fine"), "x", PublishOptions.NONE));
		assertThatIllegalArgumentException().isThrownBy(() -> publisher.publish("a/*", "x"));
		assertThatIllegalArgumentException().isThrownBy(() -> publisher.publish("a".repeat(256), "x"));
		assertThat(all.messages()).isEmpty();
	}

	@Test
	void refusesWhatCannotBeEncoded() {
		subscriber.subscribe("**");
		assertThatExceptionOfType(PayloadEncodingException.class).isThrownBy(() -> publisher.publish("t", new Broken()))
			.withMessage("A " + Broken.class.getName() + " cannot be encoded as JSON")
			.withRootCauseInstanceOf(IllegalStateException.class);
		assertThatExceptionOfType(PayloadEncodingException.class)
			.isThrownBy(() -> new TopicsPublisher(topics, null).publish("t", new Position(1, 2)))
			.withMessageContaining("Add spring-boot-starter-jackson");
		new TopicsPublisher(topics, null).publish("t", "text needs none");
		assertThat(all.messages()).containsExactly("t TEXT text needs none");
	}

	record Position(int x, int y) {
	}

	static final class Broken {

		public String getValue() {
			throw new IllegalStateException();
		}

	}

}
