/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.AliasFor;
import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What is published for which return value, where there is neither a transaction nor
 * another advice.
 */
class PublishToTests {

	private final RecordingPublisher publisher = new RecordingPublisher();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withBean(TopicPublisher.class, () -> publisher)
		.withPropertyValues("tenant=acme");

	@Test
	void publishesTheResult() {
		withOrders((orders) -> assertThat(orders.place(42)).hasToString("order 42"));
		assertThat(publisher.lines()).containsExactly("orders=order 42", "orders/42=order 42", "c42/orders=order 42");
	}

	@Test
	void isStillInjectedByClass() {
		withOrders((orders) -> {
			assertThat(AopUtils.isCglibProxy(orders)).isTrue();
			assertThat(orders.unannotated()).isEqualTo("nothing");
		});
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void proxiesInterfacesIfTheApplicationSaysSo() {
		runner.withPropertyValues("spring.aop.proxy-target-class=false").withBean(Shop.class).run((context) -> {
			assertThat(context.getBean(Seller.class).sell("book")).isEqualTo("sold book");
			assertThat(context).doesNotHaveBean(Shop.class);
		});
		assertThat(publisher.lines()).containsExactly("sales/book=sold book");
	}

	@Test
	void publishesOnceIfTheBeanHasSeveralNames() {
		runner.withBean("shop", Shop.class).withUserConfiguration(SecondName.class, Scoped.class).run((context) -> {
			context.getBean("secondName", Seller.class).sell("book");
			context.getBean("scoped", Seller.class).sell("pen");
		});
		assertThat(publisher.lines()).containsExactly("sales/book=sold book", "sales/pen=sold pen");
	}

	@Test
	void takesTheAnnotationFromAnInterface() {
		runner.withBean(Shop.class).run((context) -> context.getBean(Shop.class).sell("book"));
		assertThat(publisher.lines()).containsExactly("sales/book=sold book");
	}

	@Test
	void prefersTheAnnotationThatIsNearest() {
		runner.withBean(CornerShop.class).run((context) -> context.getBean(Seller.class).sell("book"));
		assertThat(publisher.lines()).containsExactly("corner=sold book");
	}

	@Test
	void resolvesPlaceholdersAtStartup() {
		withOrders(Orders::tenant);
		assertThat(publisher.lines()).containsExactly("acme/orders=t");
	}

	@Test
	void publishesNothingForNullAndEmpty() {
		withOrders((orders) -> {
			assertThat(orders.maybe(null)).isNull();
			assertThat(orders.optional(null)).isEmpty();
			assertThat(orders.response(ResponseEntity.noContent().build()).getBody()).isNull();
			assertThat(orders.stage(null)).isCompletedWithValue(null);
		});
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void publishesWhatIsInsideOfWrappers() {
		withOrders((orders) -> {
			assertThat(orders.optional("a")).contains("a");
			assertThat(orders.response(ResponseEntity.ok("b")).getBody()).isEqualTo("b");
			assertThat(orders.entity(new HttpEntity<>("c")).getBody()).isEqualTo("c");
			assertThat(orders.stage("d")).isCompletedWithValue("d");
			assertThat(orders.nested("e")).isCompleted();
		});
		assertThat(publisher.lines()).containsExactly("t=a", "t=b", "t=c", "t=d", "t=e");
	}

	@Test
	void takesAnErrorResponseForAFailure() {
		withOrders((orders) -> {
			orders.response(ResponseEntity.status(404).body("not found"));
			orders.response(ResponseEntity.status(500).body("broken"));
			orders.response(ResponseEntity.status(302).body("moved"));
		});
		assertThat(publisher.lines()).containsExactly("t=moved");
	}

	@Test
	void publishesWhenAStageIsComplete() {
		CompletableFuture<String> future = new CompletableFuture<>();
		withOrders((orders) -> {
			assertThat(orders.given(future)).isSameAs(future);
			assertThat(publisher.lines()).isEmpty();
			future.complete("late");
			assertThat(publisher.lines()).containsExactly("t=late");
		});
	}

	@Test
	void publishesNothingWhenAStageFailsOrIsCancelled() {
		CompletableFuture<String> failing = new CompletableFuture<>();
		CompletableFuture<String> cancelled = new CompletableFuture<>();
		withOrders((orders) -> {
			orders.given(failing);
			orders.given(cancelled).toCompletableFuture().cancel(false);
			failing.completeExceptionally(new IllegalStateException());
		});
		assertThat(cancelled).isCancelled();
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void publishesNothingWhenTheMethodFails() {
		withOrders((orders) -> assertThatIllegalStateException().isThrownBy(orders::fail).withMessage("own failure"));
		assertThat(publisher.lines()).isEmpty();
	}

	@Test
	void sendsACollectionAsOneMessageUnlessToldOtherwise() {
		withOrders((orders) -> {
			orders.all(List.of(1L, 2L));
			orders.all(List.of());
			orders.each(List.of(3L, 4L));
			orders.each(List.of());
			orders.array(5, 6);
		});
		assertThat(publisher.lines()).containsExactly("all=[order 1, order 2]", "all=[]", "each/3=order 3",
				"each/4=order 4", "array=5", "array=6");
	}

	@Test
	void evaluatesConditionAndPayload() {
		withOrders((orders) -> {
			orders.large(1);
			orders.large(100);
			orders.named(7, "x");
			orders.delete(9);
		});
		assertThat(publisher.lines()).containsExactly("large=order 100", "named=7 x order 7 named", "deleted/9=9");
	}

	@Test
	void neverEvaluatesWhatClientsSend() {
		withOrders((orders) -> {
			orders.echo("#{T(java.lang.System).exit(1)}", "T(java.lang.System).exit(1)");
			orders.echo("${tenant}", "#root");
		});
		assertThat(publisher.lines()).containsExactly("echo/#{T(java.lang.System).exit(1)}=T(java.lang.System).exit(1)",
				"echo/${tenant}=#root");
	}

	@Test
	void namesBeansInExpressions() {
		runner.withBean(Orders.class)
			.withBean("pricing", String.class, () -> "cheap")
			.run((context) -> context.getBean(Orders.class).priced());
		assertThat(publisher.lines()).containsExactly("priced=cheap");
	}

	@Test
	void hasSeveralAnnotationsAndComposedOnes() {
		withOrders((orders) -> {
			orders.twice();
			orders.composed();
			orders.composedAndOwn();
		});
		assertThat(publisher.lines()).containsExactly("first=twice", "second=2", "audit/here=composed", "own=both",
				"audit/there=both");
	}

	@Test
	void annotatesAClass() {
		runner.withBean(Annotated.class).run((context) -> {
			Annotated bean = context.getBean(Annotated.class);
			bean.one();
			bean.nothing();
			bean.protectedOne();
			bean.other();
			assertThat(bean).hasToString("not published");
		});
		assertThat(publisher.lines()).containsExactly("class=one", "method=other");
	}

	@Test
	void passesBytesOnAsTheyAre() {
		byte[] bytes = { 1 };
		ByteBuffer buffer = ByteBuffer.allocate(1);
		withOrders((orders) -> {
			orders.raw(bytes);
			orders.raw(buffer);
		});
		assertThat(publisher.messages()).extracting(RecordingPublisher.Message::payload).containsExactly(bytes, buffer);
	}

	private void withOrders(Consumer<Orders> test) {
		runner.withBean(Orders.class).run((context) -> test.accept(context.getBean(Orders.class)));
	}

	interface Seller {

		@PublishTo("sales/{thing}")
		String sell(String thing);

	}

	static class Shop implements Seller {

		@Override
		public String sell(String thing) {
			return "sold " + thing;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SecondName {

		@Bean
		Seller secondName(@Qualifier("shop") Shop shop) {
			return shop;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Scoped {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Shop scoped() {
			return new Shop();
		}

	}

	static class CornerShop implements Seller {

		@Override
		@PublishTo("corner")
		public String sell(String thing) {
			return "sold " + thing;
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@PublishTo("audit")
	@interface Audited {

		@AliasFor(annotation = PublishTo.class, attribute = "topics")
		String[] topics();

	}

	@PublishTo("class")
	static class Annotated {

		public String one() {
			return "one";
		}

		public void nothing() {
		}

		protected String protectedOne() {
			return "protected";
		}

		@PublishTo("method")
		public String other() {
			return "other";
		}

		@Override
		public String toString() {
			return "not published";
		}

	}

	static class Orders {

		String unannotated() {
			return "nothing";
		}

		@PublishTo({ "orders", "orders/{id}", "{result.customer.name}/orders" })
		Order place(long id) {
			return Order.of(id);
		}

		@PublishTo("${tenant}/orders")
		String tenant() {
			return "t";
		}

		@PublishTo("t")
		@Nullable String maybe(@Nullable String value) {
			return value;
		}

		@PublishTo("t")
		Optional<String> optional(@Nullable String value) {
			return Optional.ofNullable(value);
		}

		@PublishTo("t")
		ResponseEntity<String> response(ResponseEntity<String> response) {
			return response;
		}

		@PublishTo("t")
		HttpEntity<String> entity(HttpEntity<String> entity) {
			return entity;
		}

		@PublishTo("t")
		CompletableFuture<@Nullable String> stage(@Nullable String value) {
			return CompletableFuture.completedFuture(value);
		}

		@PublishTo("t")
		CompletableFuture<ResponseEntity<Optional<String>>> nested(String value) {
			return CompletableFuture.completedFuture(ResponseEntity.ok(Optional.of(value)));
		}

		@PublishTo("t")
		CompletionStage<String> given(CompletionStage<String> stage) {
			return stage;
		}

		@PublishTo("t")
		String fail() {
			throw new IllegalStateException("own failure");
		}

		@PublishTo("all")
		List<Order> all(List<Long> ids) {
			return ids.stream().map(Order::of).toList();
		}

		@PublishTo(topics = "each/{result.id}", each = true)
		List<Order> each(List<Long> ids) {
			return ids.stream().map(Order::of).toList();
		}

		@PublishTo(topics = "array", each = true)
		int[] array(int... numbers) {
			return numbers;
		}

		@PublishTo(topics = "large", condition = "#result.id() > 10")
		Order large(long id) {
			return Order.of(id);
		}

		@PublishTo(topics = "named", payload = "#id + ' ' + #a1 + ' ' + #result + ' ' + #root.method.name")
		Order named(long id, String text) {
			return Order.of(id);
		}

		@PublishTo(topics = "deleted/{id}", payload = "#id")
		void delete(long id) {
		}

		@PublishTo("echo/{name}")
		String echo(String name, String text) {
			return text;
		}

		@PublishTo(topics = "priced", payload = "@pricing")
		String priced() {
			return "dear";
		}

		@PublishTo("first")
		@PublishTo(topics = "second", payload = "2")
		String twice() {
			return "twice";
		}

		@Audited(topics = "audit/here")
		String composed() {
			return "composed";
		}

		@Audited(topics = "audit/there")
		@PublishTo("own")
		String composedAndOwn() {
			return "both";
		}

		@PublishTo("raw")
		Object raw(Object value) {
			return value;
		}

	}

}
