/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.function.BiConsumer;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.fastwire.spring.topic.PublishFailures.Reason;
import io.fastwire.spring.topic.RecordingPublisher.Unencodable;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When messages leave with a transaction of a subscription, on a real database. Each
 * message is followed by the rows that others see when it leaves.
 */
class PublishToReactiveTransactionTests {

	private final OrderTable table = new OrderTable("reactive-topics");

	private final RecordingPublisher publisher = new RecordingPublisher();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withUserConfiguration(Database.class)
		.withBean(TopicPublisher.class, () -> table.witness(publisher))
		.withBean(Orders.class);

	@Test
	void publishesAfterTheCommit() {
		with((orders, outer) -> StepVerifier.create(orders.place(1)).expectNext("order 1").verifyComplete());
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1]");
	}

	@Test
	void publishesNothingAfterARollback() {
		with((orders, outer) -> StepVerifier.create(orders.placeAndFail(1))
			.expectNext("order 1")
			.verifyError(IllegalStateException.class));
		assertThat(publisher.lines()).isEmpty();
		assertThat(table.committed()).isEmpty();
	}

	@Test
	void publishesAtOnceWithoutATransaction() {
		with((orders, outer) -> StepVerifier.create(orders.plain(1)).expectNext("order 1").verifyComplete());
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1]");
	}

	@Test
	void waitsForTheOuterTransaction() {
		with((orders, outer) -> StepVerifier
			.create(outer.transactional(
					orders.place(1).then(orders.plain(2)).doOnNext((none) -> assertThat(publisher.lines()).isEmpty())))
			.expectNext("order 2")
			.verifyComplete());
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1, 2]", "orders=order 2",
				"committed=[1, 2]");
	}

	@Test
	void publishesNothingIfTheOuterTransactionRollsBack() {
		with((orders, outer) -> StepVerifier
			.create(outer.execute((status) -> orders.place(1).doOnNext((none) -> status.setRollbackOnly())))
			.expectNext("order 1")
			.verifyComplete());
		assertThat(publisher.lines()).isEmpty();
		assertThat(table.committed()).isEmpty();
	}

	@Test
	void publishesWhatANewTransactionCommitsWhateverBecomesOfTheOuterOne() {
		with((orders, outer) -> StepVerifier.create(outer.transactional(
				orders.place(1).then(orders.placeInNewTransaction(2)).then(Mono.error(new IllegalStateException()))))
			.verifyError(IllegalStateException.class));
		assertThat(publisher.lines()).containsExactly("orders=order 2", "committed=[2]");
	}

	@Test
	void publishesElementsAfterTheCommitInTheirOrder() {
		with((orders, outer) -> StepVerifier.create(orders.placeAll(3))
			.expectNext("order 1", "order 2", "order 3")
			.verifyComplete());
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1, 2, 3]", "orders=order 2",
				"committed=[1, 2, 3]", "orders=order 3", "committed=[1, 2, 3]");
	}

	@Test
	void publishesNoElementIfTheTransactionIsCancelled() {
		with((orders, outer) -> StepVerifier.create(orders.placeAll(3), 1).expectNext("order 1").thenCancel().verify());
		assertThat(publisher.lines()).isEmpty();
		assertThat(table.committed()).isEmpty();
	}

	@Test
	void publishesThePayloadOfANothingAfterTheCommit() {
		with((orders, outer) -> StepVerifier.create(orders.placeQuietly(1)).verifyComplete());
		assertThat(publisher.lines()).containsExactly("orders=quiet", "committed=[1]");
	}

	@Test
	void countsAnEncodingThatFailsAfterTheCommit() {
		runner.run((context) -> {
			StepVerifier.create(context.getBean(Orders.class).unencodable(1)).expectNextCount(1).verifyComplete();
			assertThat(context.getBean(PublishFailures.class).count(Reason.PUBLISH)).isEqualTo(1);
		});
		assertThat(table.committed()).containsExactly(1L);
	}

	@Test
	void doesNotWaitIfThePhaseIsImmediately() {
		with((orders, outer) -> StepVerifier.create(orders.placeImmediately(1)).expectNext("order 1").verifyComplete());
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[]");
	}

	@Test
	void publishesTheAttemptThatSucceeds() {
		with((orders, outer) -> StepVerifier.create(orders.placeSecondTime().retry(1))
			.expectNext("order 2")
			.verifyComplete());
		assertThat(publisher.lines()).containsExactly("orders=order 2", "committed=[2]");
	}

	@Test
	void publishesForEachTransactionOfOneMono() {
		with((orders, outer) -> {
			Mono<String> mono = orders.placeNext();
			StepVerifier.create(mono).expectNext("order 1").verifyComplete();
			StepVerifier.create(mono).expectNext("order 2").verifyComplete();
		});
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1]", "orders=order 2",
				"committed=[1, 2]");
	}

	private void with(BiConsumer<Orders, TransactionalOperator> test) {
		runner.run((context) -> test.accept(context.getBean(Orders.class),
				TransactionalOperator.create(context.getBean(ReactiveTransactionManager.class))));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class Database {

		@Bean
		ConnectionFactory connectionFactory() {
			return ConnectionFactories.get("r2dbc:h2:mem:///reactive-topics?options=DB_CLOSE_DELAY=-1");
		}

		@Bean
		R2dbcTransactionManager transactionManager(ConnectionFactory connectionFactory) {
			return new R2dbcTransactionManager(connectionFactory);
		}

		@Bean
		DatabaseClient databaseClient(ConnectionFactory connectionFactory) {
			return DatabaseClient.create(connectionFactory);
		}

	}

	static class Orders {

		private final DatabaseClient database;

		private long last;

		Orders(DatabaseClient database) {
			this.database = database;
		}

		private Mono<String> insert(long id) {
			return database.sql("INSERT INTO orders VALUES ($1)")
				.bind(0, id)
				.fetch()
				.rowsUpdated()
				.thenReturn("order " + id);
		}

		@PublishTo("orders")
		Mono<String> plain(long id) {
			return insert(id);
		}

		@Transactional
		@PublishTo("orders")
		Mono<String> place(long id) {
			return insert(id);
		}

		@Transactional
		@PublishTo("orders")
		Flux<String> placeAndFail(long id) {
			return insert(id).concatWith(Mono.error(new IllegalStateException("own failure")));
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@PublishTo("orders")
		Mono<String> placeInNewTransaction(long id) {
			return insert(id);
		}

		@Transactional
		@PublishTo("orders")
		Flux<String> placeAll(int count) {
			return Flux.range(1, count).concatMap(this::insert);
		}

		@Transactional
		@PublishTo(topics = "orders", payload = "'quiet'")
		Mono<Void> placeQuietly(long id) {
			return insert(id).then();
		}

		@Transactional
		@PublishTo("orders")
		Mono<Unencodable> unencodable(long id) {
			return insert(id).thenReturn(new Unencodable());
		}

		@Transactional
		@PublishTo(topics = "orders", phase = PublishPhase.IMMEDIATELY)
		Mono<String> placeImmediately(long id) {
			return insert(id);
		}

		@Transactional
		@PublishTo("orders")
		Mono<String> placeNext() {
			return Mono.defer(() -> insert(++last));
		}

		@Transactional
		@PublishTo("orders")
		Mono<String> placeSecondTime() {
			return Mono.defer(() -> insert(++last).filter((order) -> last == 2)
				.switchIfEmpty(Mono.error(new IllegalStateException("first time"))));
		}

	}

}
