/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * That a method with other annotations of Spring publishes exactly once for each time
 * that it runs, in whatever order their advice was put in front of it.
 */
class PublishToAdviceTests {

	private final OrderTable table = new OrderTable("advice");

	private final RecordingPublisher publisher = new RecordingPublisher();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withBean(DataSource.class, table::dataSource)
		.withBean(TopicPublisher.class, () -> table.witness(publisher))
		.withBean(Orders.class);

	@ParameterizedTest
	@ValueSource(classes = { AllLast.class, AllFirst.class })
	void publishesOnceWithAllOfThem(Class<?> configuration) {
		runner.withUserConfiguration(configuration).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.placeWithAll(1).get(20, TimeUnit.SECONDS)).isEqualTo("order 1");
			assertThat(publisher.lines()).containsExactly("orders=order 1", "committed=[1]");
			assertThat(orders.placeWithAll(1).get(20, TimeUnit.SECONDS)).isEqualTo("order 1");
			assertThat(orders.runs()).isEqualTo(1);
			assertThat(publisher.lines()).hasSize(2);
		});
	}

	@Test
	void publishesNothingForACacheHit() {
		with((orders) -> {
			assertThat(orders.cached(1)).isEqualTo(orders.cached(1));
			orders.cached(2);
			assertThat(orders.runs()).isEqualTo(2);
		});
		assertThat(publisher.lines()).filteredOn((line) -> line.startsWith("orders"))
			.containsExactly("orders=order 1", "orders=order 2");
	}

	@Test
	void publishesNothingForACacheHitOfAReactiveMethod() {
		with((orders) -> {
			StepVerifier.create(orders.cachedMono(1)).expectNext("order 1").verifyComplete();
			StepVerifier.create(orders.cachedMono(1)).expectNext("order 1").verifyComplete();
			assertThat(orders.runs()).isEqualTo(1);
		});
		assertThat(publisher.lines()).filteredOn((line) -> line.startsWith("orders")).containsExactly("orders=order 1");
	}

	@Test
	void publishesOnceForAMethodThatIsRetried() {
		with((orders) -> assertThat(orders.secondTime()).isEqualTo("order 2"));
		assertThat(publisher.lines()).containsExactly("orders=order 2", "committed=[2]");
	}

	@Test
	void publishesFromTheThreadOfAnAsynchronousMethod() {
		with((orders) -> {
			orders.placeInBackground(1);
			await().atMost(20, TimeUnit.SECONDS)
				.untilAsserted(() -> assertThat(publisher.lines()).containsExactly("orders=placed", "committed=[1]"));
		});
	}

	@Test
	void seesWhatTheMethodReturnsAndNotWhatOthersMakeOfIt() {
		ProxyFactory factory = new ProxyFactory(new Orders(new JdbcTemplate(table.dataSource())));
		factory.setProxyTargetClass(true);
		factory.addAdvice((MethodInterceptor) (invocation) -> "outer " + invocation.proceed());
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
			.withBean(TopicPublisher.class, () -> publisher)
			.withBean("orders", Object.class, factory::getProxy)
			.run((context) -> {
				Orders orders = (Orders) context.getBean("orders");
				assertThat(orders.simple()).isEqualTo("outer simple");
				assertThat(((Advised) orders).getAdvisors()).hasSize(2);
			});
		assertThat(publisher.lines()).containsExactly("orders=simple");
	}

	private void with(Consumer<Orders> test) {
		runner.withUserConfiguration(AllLast.class).run((context) -> test.accept(context.getBean(Orders.class)));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	@EnableCaching(proxyTargetClass = true)
	@EnableAsync(proxyTargetClass = true)
	@EnableResilientMethods(proxyTargetClass = true)
	static class AllLast extends Infrastructure {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true, order = Ordered.HIGHEST_PRECEDENCE)
	@EnableCaching(proxyTargetClass = true, order = Ordered.HIGHEST_PRECEDENCE)
	@EnableAsync(proxyTargetClass = true, order = Ordered.HIGHEST_PRECEDENCE)
	@EnableResilientMethods(proxyTargetClass = true, order = Ordered.HIGHEST_PRECEDENCE)
	static class AllFirst extends Infrastructure {

	}

	static class Infrastructure extends JdbcBeans {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class Orders {

		private final @Nullable JdbcTemplate jdbc;

		private final AtomicInteger runs = new AtomicInteger();

		Orders(@Nullable JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		int runs() {
			return runs.get();
		}

		private String insert(long id) {
			runs.incrementAndGet();
			if (jdbc != null) {
				jdbc.update("INSERT INTO orders VALUES (?)", id);
			}
			return "order " + id;
		}

		@Async
		@Transactional
		@Cacheable("all")
		@Retryable
		@PublishTo("orders")
		CompletableFuture<String> placeWithAll(long id) {
			return CompletableFuture.completedFuture(insert(id));
		}

		@Cacheable("cached")
		@PublishTo("orders")
		String cached(long id) {
			return insert(id);
		}

		@Cacheable("monos")
		@PublishTo("orders")
		Mono<String> cachedMono(long id) {
			return Mono.fromSupplier(() -> insert(id));
		}

		@Retryable(delay = 1)
		@Transactional
		@PublishTo("orders")
		String secondTime() {
			String order = insert(runs.get() + 1);
			if (runs.get() == 1) {
				throw new IllegalStateException("first time");
			}
			return order;
		}

		@Async
		@Transactional
		@PublishTo(topics = "orders", payload = "'placed'")
		void placeInBackground(long id) {
			insert(id);
		}

		@PublishTo("orders")
		String simple() {
			return "simple";
		}

	}

}
