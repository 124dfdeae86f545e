/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.List;
import java.util.function.Consumer;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.fastwire.spring.topic.PublishFailures.Reason;
import io.fastwire.spring.topic.RecordingPublisher.Unencodable;
import io.fastwire.testsupport.CollectingSink;
import io.fastwire.topic.Topics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of a message that cannot be published, and of the method that it is from.
 */
@ExtendWith(OutputCaptureExtension.class)
class PublishToFailureTests {

	private final RecordingPublisher publisher = new RecordingPublisher();

	@Test
	void countsAFailureLogsItOnceAndHidesItFromTheMethod(CapturedOutput output) {
		runner().withBean(TopicPublisher.class, () -> publisher).withBean(Orders.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.unencodable()).isEqualTo(new Unencodable());
			orders.unencodable();
			orders.badCondition();
			orders.echo("a/b", "secret");
			orders.echo("*", "secret");
			orders.echo("c", "fine");
			PublishFailures failures = context.getBean(PublishFailures.class);
			assertThat(failures.count(Reason.PUBLISH)).isEqualTo(2);
			assertThat(failures.count(Reason.EXPRESSION)).isEqualTo(1);
			assertThat(failures.count(Reason.TOPIC)).isEqualTo(2);
			assertThat(failures.count()).isEqualTo(5);
		});
		assertThat(publisher.lines()).containsExactly("echo/c=fine");
		assertThat(output).containsOnlyOnce(".unencodable could not publish")
			.containsOnlyOnce(".badCondition could not publish")
			.containsOnlyOnce(".echo could not publish")
			.doesNotContain("a/b")
			.doesNotContain("secret");
	}

	@Test
	void publishesToTheOtherTopicsIfOneIsRefused() {
		withOrders((orders) -> orders.twoTopics("a/b"));
		assertThat(publisher.lines()).containsExactly("all=x");
	}

	@Test
	void publishesToTheOtherTopicsIfANameIsTooLong(CapturedOutput output) {
		runner().withPropertyValues("fastwire.topics.max-name-length=20").withBean(Orders.class).run((context) -> {
			CollectingSink sink = new CollectingSink("1");
			context.getBean(Topics.class).join(sink).subscribe("all");
			context.getBean(Orders.class).twoTopics("secret".repeat(5));
			assertThat(sink.messages()).containsExactly("all TEXT x");
			PublishFailures failures = context.getBean(PublishFailures.class);
			assertThat(failures.count(Reason.TOPIC)).isEqualTo(1);
			assertThat(failures.count()).isEqualTo(1);
		});
		assertThat(output).contains(".twoTopics could not publish").doesNotContain("secret");
	}

	@Test
	void publishesTheOtherElementsIfOneIsRefused() {
		withOrders((orders) -> orders.eachNamed(List.of("a", "b/c", "d")));
		assertThat(publisher.lines()).containsExactly("named/a=a", "named/d=d");
	}

	@Test
	void survivesAPublisherThatIsBroken() {
		runner().withBean(TopicPublisher.class, () -> (topics, payload, options) -> {
			throw new StackOverflowError();
		}).withBean(Orders.class).run((context) -> {
			assertThat(context.getBean(Orders.class).text()).isEqualTo("x");
			assertThat(context.getBean(PublishFailures.class).count()).isEqualTo(1);
		});
	}

	@Test
	void doesNotHideErrorsOfTheMachine() {
		runner().withBean(TopicPublisher.class, () -> (topics, payload, options) -> {
			throw new OutOfMemoryError("for a test");
		})
			.withBean(Orders.class)
			.run((context) -> assertThatExceptionOfType(OutOfMemoryError.class)
				.isThrownBy(() -> context.getBean(Orders.class).text()));
	}

	private static ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class));
	}

	private void withOrders(Consumer<Orders> test) {
		runner().withBean(TopicPublisher.class, () -> publisher)
			.withBean(Orders.class)
			.run((context) -> test.accept(context.getBean(Orders.class)));
	}

	static class Orders {

		@PublishTo("t")
		String text() {
			return "x";
		}

		@PublishTo("echo/{name}")
		String echo(String name, String text) {
			return text;
		}

		@PublishTo(topics = "named/{result}", each = true)
		List<String> eachNamed(List<String> names) {
			return names;
		}

		@PublishTo("t")
		Unencodable unencodable() {
			return new Unencodable();
		}

		@PublishTo(topics = "t", condition = "#result.missing")
		String badCondition() {
			return "x";
		}

		@PublishTo({ "named/{name}", "all" })
		String twoTopics(String name) {
			return "x";
		}

	}

}
