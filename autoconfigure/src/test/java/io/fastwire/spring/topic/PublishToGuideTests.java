/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.math.BigDecimal;
import java.util.List;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.fastwire.topic.PublishOptions;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.AliasFor;
import org.springframework.stereotype.Service;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The code of publish-to.md: that it does what the guide says.
 */
class PublishToGuideTests {

	@Test
	void doesWhatItSays() {
		RecordingPublisher publisher = new RecordingPublisher();
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
			.withBean(TopicPublisher.class, () -> publisher)
			.withBean(OrderService.class)
			.withBean(QuoteService.class)
			.withBean(Heartbeat.class)
			.run((context) -> {
				OrderService orders = context.getBean(OrderService.class);
				assertThat(orders.place("Ada").id()).isEqualTo(7);
				orders.changePrice(7, new BigDecimal("10"));
				orders.changePrice(7, new BigDecimal("1000"));
				orders.delete(7);
				orders.importAll(List.of("Ben"));
				orders.approve(7);
				context.getBean(QuoteService.class).quotes("ACME").blockLast();
				context.getBean(Heartbeat.class).beat();
				context.getBean(Heartbeat.class).chat("s-1", "hi");
			});
		assertThat(publisher.lines()).containsExactly("orders=Placed[id=7, customer=Ada]",
				"orders/7=Placed[id=7, customer=Ada]", "prices/expensive=1000", "orders/7/deleted=7",
				"orders/7=Placed[id=7, customer=Ben]", "audit/approved=7", "quotes/ACME=1", "quotes/ACME=2",
				"heartbeat=alive", "chat=hi");
	}

	record Placed(long id, String customer) {
	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@PublishTo
	@interface Audited {

		@AliasFor(annotation = PublishTo.class, attribute = "topics")
		String[] value();

	}

	@Service
	static class OrderService {

		@PublishTo({ "orders", "orders/{result.id}" })
		public Placed place(String customer) {
			return new Placed(7, customer);
		}

		@PublishTo(topics = "prices/expensive", condition = "#result > 100")
		public BigDecimal changePrice(long id, BigDecimal price) {
			return price;
		}

		@PublishTo(topics = "orders/{id}/deleted", payload = "#id")
		public void delete(long id) {
		}

		@PublishTo(topics = "orders/{result.id}", each = true)
		public List<Placed> importAll(List<String> customers) {
			return customers.stream().map((customer) -> new Placed(7, customer)).toList();
		}

		@Audited("audit/approved")
		public long approve(long id) {
			return id;
		}

	}

	static class QuoteService {

		@PublishTo("quotes/{symbol}")
		public Flux<Integer> quotes(String symbol) {
			return Flux.just(1, 2);
		}

	}

	static class Heartbeat {

		private final TopicPublisher publisher;

		Heartbeat(TopicPublisher publisher) {
			this.publisher = publisher;
		}

		void beat() {
			publisher.publish("heartbeat", "alive");
		}

		void chat(String sender, String text) {
			publisher.publish("chat", text, PublishOptions.NONE.excluding(sender).id("message-1"));
		}

	}

}
