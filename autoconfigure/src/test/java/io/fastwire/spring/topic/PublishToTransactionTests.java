/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import javax.sql.DataSource;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.fastwire.spring.topic.PublishFailures.Reason;
import io.fastwire.spring.topic.RecordingPublisher.Unencodable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * When messages leave with a transaction of a thread, on a real database. Each message is
 * followed by the rows that others see when it leaves.
 */
class PublishToTransactionTests {

	private final OrderTable table = new OrderTable("topics");

	private final RecordingPublisher publisher = new RecordingPublisher();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withUserConfiguration(Database.class)
		.withBean(DataSource.class, table::dataSource)
		.withBean(TopicPublisher.class, () -> table.witness(publisher))
		.withBean(Orders.class);

	@Test
	void publishesAfterTheCommit() {
		with((orders, outer) -> assertThat(orders.place(1)).isEqualTo("order 1"));
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1]");
	}

	@Test
	void publishesNothingAfterARollback() {
		with((orders, outer) -> {
			assertThatIllegalStateException().isThrownBy(() -> orders.placeAndFail(1));
			assertThat(orders.placeAndRollBack(2)).isEqualTo("order 2");
		});
		assertThat(publisher.lines()).isEmpty();
		assertThat(table.committed()).isEmpty();
	}

	@Test
	void publishesAtOnceWithoutATransaction() {
		with((orders, outer) -> {
			orders.insert(1);
			orders.plain(2);
		});
		assertThat(publisher.lines()).containsExactly("orders=order 2", "committed=[1, 2]");
	}

	@Test
	void waitsForTheOuterTransaction() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			orders.place(1);
			orders.plain(2);
			assertThat(publisher.lines()).isEmpty();
		}));
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1, 2]", "orders=order 2",
				"committed=[1, 2]");
	}

	@Test
	void publishesNothingIfTheOuterTransactionRollsBack() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			orders.place(1);
			orders.plain(2);
			status.setRollbackOnly();
		}));
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void publishesWhatANewTransactionCommitsWhateverBecomesOfTheOuterOne() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			orders.place(1);
			orders.placeInNewTransaction(2);
			assertThat(publisher.lines()).containsExactly("orders=order 2", "committed=[2]");
			status.setRollbackOnly();
		}));
		assertThat(publisher.lines()).hasSize(2);
	}

	@Test
	void publishesAtOnceWhereTheOuterTransactionIsSuspended() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			orders.placeOutsideOfTransaction(1);
			assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1]");
			status.setRollbackOnly();
		}));
	}

	@Test
	void keepsTheOrder() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			for (int id = 1; id <= 5; id++) {
				orders.place(id);
			}
		}));
		assertThat(publisher.lines()).filteredOn((line) -> line.startsWith("orders"))
			.containsExactly("orders=order 1", "orders=order 2", "orders=order 3", "orders=order 4", "orders=order 5");
	}

	@Test
	void countsAnEncodingThatFailsAfterTheCommit() {
		runner.run((context) -> {
			assertThat(context.getBean(Orders.class).unencodable(1)).isNotNull();
			assertThat(context.getBean(PublishFailures.class).count(Reason.PUBLISH)).isEqualTo(1);
		});
		assertThat(table.committed()).containsExactly(1L);
	}

	@Test
	void doesNotWaitIfThePhaseIsImmediately() {
		with((orders, outer) -> {
			assertThat(orders.placeImmediately(1)).isNotNull();
			outer.executeWithoutResult((status) -> {
				orders.placeImmediately(2);
				status.setRollbackOnly();
			});
		});
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[]", "orders=order 2",
				"committed=[1]");
	}

	@Test
	void publishesNothingIfTheCommitFails() {
		with((orders, outer) -> assertThatIllegalStateException()
			.isThrownBy(() -> outer.executeWithoutResult((status) -> {
				orders.place(1);
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void beforeCommit(boolean readOnly) {
						throw new IllegalStateException("refused");
					}

				});
			})));
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void dropsWhatARollbackToASavepointUndoes() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			orders.place(1);
			Object first = status.createSavepoint();
			orders.place(2);
			Object second = status.createSavepoint();
			orders.place(3);
			status.rollbackToSavepoint(second);
			orders.place(4);
			status.rollbackToSavepoint(first);
			orders.place(5);
		}));
		assertThat(publisher.lines()).filteredOn((line) -> line.startsWith("orders"))
			.containsExactly("orders=order 1", "orders=order 5");
		assertThat(table.committed()).containsExactly(1L, 5L);
	}

	@Test
	void dropsWhatANestedTransactionRollsBack() {
		with((orders, outer) -> {
			TransactionTemplate nested = new TransactionTemplate(Objects.requireNonNull(outer.getTransactionManager()));
			nested.setPropagationBehavior(TransactionTemplate.PROPAGATION_NESTED);
			outer.executeWithoutResult((status) -> {
				orders.place(1);
				nested.executeWithoutResult((inner) -> {
					orders.place(2);
					inner.setRollbackOnly();
				});
				nested.executeWithoutResult((inner) -> orders.place(3));
			});
		});
		assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1, 3]", "orders=order 3",
				"committed=[1, 3]");
	}

	@Test
	void publishesWhatIsCalledAfterTheCommit() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					orders.notice("committed");
				}

				@Override
				public void afterCompletion(int status) {
					orders.notice("completed");
				}

			});
			orders.insert(1);
		}));
		assertThat(publisher.lines()).filteredOn((line) -> line.startsWith("orders"))
			.containsExactlyInAnyOrder("orders=committed", "orders=completed");
	}

	@Test
	void waitsForTheStageAndTheCommit() {
		CompletableFuture<String> late = new CompletableFuture<>();
		with((orders, outer) -> {
			outer.executeWithoutResult((status) -> {
				orders.stage(CompletableFuture.completedFuture("done"));
				orders.stage(late);
				assertThat(publisher.lines()).isEmpty();
			});
			assertThat(publisher.lines()).containsExactly("orders=done", "committed=[]");
			late.complete("late");
			assertThat(publisher.lines()).contains("orders=late");
		});
	}

	@Test
	void publishesNothingOfAStageIfTheTransactionRollsBack() {
		CompletableFuture<String> late = new CompletableFuture<>();
		with((orders, outer) -> {
			outer.executeWithoutResult((status) -> {
				orders.stage(CompletableFuture.completedFuture("done"));
				orders.stage(late);
				status.setRollbackOnly();
			});
			late.complete("late");
		});
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void separatesPhasesOfOneStage() {
		with((orders, outer) -> outer.executeWithoutResult((status) -> {
			orders.stageInBothPhases(CompletableFuture.completedFuture("x"));
			assertThat(publisher.lines()).containsExactly("now=x", "committed=[]");
		}));
		assertThat(publisher.lines()).containsExactly("now=x", "committed=[]", "later=x", "committed=[]");
	}

	private void with(BiConsumer<Orders, TransactionTemplate> test) {
		runner.run((context) -> test.accept(context.getBean(Orders.class), outer(context)));
	}

	private static TransactionTemplate outer(ApplicationContext context) {
		return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class Database extends JdbcBeans {

	}

	static class Orders {

		private final JdbcTemplate jdbc;

		Orders(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		void insert(long id) {
			jdbc.update("INSERT INTO orders VALUES (?)", id);
		}

		@PublishTo("orders")
		String plain(long id) {
			insert(id);
			return "order " + id;
		}

		@Transactional
		@PublishTo("orders")
		String place(long id) {
			insert(id);
			return "order " + id;
		}

		@Transactional
		@PublishTo("orders")
		String placeAndFail(long id) {
			insert(id);
			throw new IllegalStateException("own failure");
		}

		@Transactional
		@PublishTo("orders")
		String placeAndRollBack(long id) {
			insert(id);
			TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			return "order " + id;
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@PublishTo("orders")
		String placeInNewTransaction(long id) {
			insert(id);
			return "order " + id;
		}

		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@PublishTo("orders")
		String placeOutsideOfTransaction(long id) {
			insert(id);
			return "order " + id;
		}

		@Transactional
		@PublishTo("orders")
		Unencodable unencodable(long id) {
			insert(id);
			return new Unencodable();
		}

		@Transactional
		@PublishTo(topics = "orders", phase = PublishPhase.IMMEDIATELY)
		String placeImmediately(long id) {
			insert(id);
			return "order " + id;
		}

		@PublishTo("orders")
		String notice(String text) {
			return text;
		}

		@Transactional
		@PublishTo("orders")
		CompletableFuture<String> stage(CompletableFuture<String> stage) {
			return stage;
		}

		@PublishTo("later")
		@PublishTo(topics = "now", phase = PublishPhase.IMMEDIATELY)
		CompletableFuture<String> stageInBothPhases(CompletableFuture<String> stage) {
			return stage;
		}

	}

}
