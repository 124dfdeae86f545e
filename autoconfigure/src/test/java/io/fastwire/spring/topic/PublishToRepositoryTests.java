/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.List;
import java.util.function.BiConsumer;

import javax.sql.DataSource;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.CrudRepository;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Interfaces that no class implements: repositories of Spring Data, and what else answers
 * by advice. Messages are followed by the rows that others see when they leave.
 */
class PublishToRepositoryTests {

	private final OrderTable table = new OrderTable("repositories");

	private final RecordingPublisher publisher = new RecordingPublisher();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withBean(TopicPublisher.class, () -> table.witness(publisher));

	private void with(BiConsumer<Rows, TransactionTemplate> work) {
		runner.withUserConfiguration(Database.class)
			.withBean(DataSource.class, table::dataSource)
			.run((context) -> work.accept(context.getBean(Rows.class),
					new TransactionTemplate(context.getBean(PlatformTransactionManager.class))));
	}

	@Test
	void publishAfterTheirOwnCommit() {
		with((rows, outer) -> {
			rows.save(new Row(1));
			assertThat(rows.findById(1L)).isPresent();
		});
		assertThat(publisher.lines()).containsExactly("rows/1=row 1", "committed=[1]");
	}

	@Test
	void publishAfterTheCommitOfTheOuterTransaction() {
		with((rows, outer) -> outer.executeWithoutResult((status) -> {
			rows.save(new Row(1));
			rows.twice(2);
			assertThat(publisher.lines()).isEmpty();
		}));
		assertThat(publisher.lines()).containsExactly("rows/1=row 1", "committed=[1, 2]", "rows/2=row 2",
				"committed=[1, 2]", "twice=2", "committed=[1, 2]");
	}

	@Test
	void publishNothingAfterARollback() {
		with((rows, outer) -> outer.executeWithoutResult((status) -> {
			rows.save(new Row(1));
			status.setRollbackOnly();
		}));
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void publishOnceWhatABeanImplementsForThem() {
		with((rows, outer) -> assertThat(rows.audit(3)).isEqualTo("audited 3"));
		assertThat(publisher.lines()).containsExactly("audit/3=audited 3", "committed=[]");
	}

	@Test
	void areSeenWithoutAnyTargetToo() {
		runner
			.withBean(Prices.class, () -> ProxyFactory.getProxy(Prices.class,
					(org.aopalliance.intercept.MethodInterceptor) (call) -> call.getArguments()[0] + " costs 3"))
			.run((context) -> assertThat(context.getBean(Prices.class).ask("tea")).isEqualTo("tea costs 3"));
		assertThat(publisher.lines()).containsExactly("prices/tea=tea costs 3", "committed=[]");
	}

	interface Prices {

		@PublishTo("prices/{name}")
		String ask(String name);

	}

	interface Rows extends CrudRepository<Row, Long>, RowAuditing {

		@Override
		@PublishTo("rows/{result.id}")
		<S extends Row> S save(S row);

		@PublishTo("twice")
		default long twice(long id) {
			return save(new Row(id)).id();
		}

	}

	/** New as long as nobody says otherwise. */
	@Table("ORDERS")
	record Row(@Id long id) implements Persistable<Long> {

		@Override
		public Long getId() {
			return id;
		}

		@Override
		public boolean isNew() {
			return true;
		}

		@Override
		public String toString() {
			return "row " + id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@EnableJdbcRepositories(considerNestedRepositories = true, basePackageClasses = Database.class)
	static class Database extends AbstractJdbcConfiguration {

		@Override
		protected List<String> getMappingBasePackages() {
			return List.of();
		}

		@Bean
		NamedParameterJdbcTemplate operations(DataSource dataSource) {
			return new NamedParameterJdbcTemplate(dataSource);
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

}
