/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.samples.petshop.Pets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Annotations that cannot work, which make startup fail, and those that have no effect,
 * which are warned of.
 */
@ExtendWith(OutputCaptureExtension.class)
class PublishToStartupTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FastwireTopicAutoConfiguration.class))
		.withBean(TopicPublisher.class, RecordingPublisher::new);

	@Test
	void explainsAMethodThatReturnsNothing(CapturedOutput output) {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(VoidApplication.class).web(WebApplicationType.NONE)
				.properties("spring.main.banner-mode=off")
				.run());
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("The annotation @PublishTo on " + Void1.class.getName()
					+ ".method cannot work: the method returns nothing that could be published.")
			.contains("Return a value, or say with 'payload' what to publish");
	}

	@ParameterizedTest
	@ValueSource(classes = { Void1.class, VoidMono.class, VoidStage.class, NoTopic.class, Placeholder.class,
			Unknown.class, Malformed.class, Wildcard.class, NoProperty.class, NoSimpleValue.class, NoResult.class,
			Spel.class, PlainFuture.class, JavaStream.class, Iterating.class, Connectable.class, MonoOfFlux.class,
			OptionalMono.class, EachOfString.class, EachOfNothing.class })
	void failsWhereAnAnnotationCannotWork(Class<?> bean) {
		runner.withBean(bean).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context).getFailure().rootCause().satisfies((ex) -> assertThat(ex).isNotNull());
			assertThat(invalid(context.getStartupFailure())).satisfies((ex) -> {
				assertThat(ex.getPlace()).isEqualTo(bean.getName() + ".method");
				assertThat(ex.getProblem()).isNotBlank().doesNotEndWith(".");
				assertThat(ex.getAction()).endsWith(".");
			});
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { VoidWithPayload.class, VoidMonoWithPayload.class, ResponseOfFlux.class, AnyObject.class })
	void startsWhereAnAnnotationCanWork(Class<?> bean) {
		runner.withBean(bean).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void warnsOfMethodsThatNoProxySees(CapturedOutput output) {
		runner.withBean(Unseen.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce(".privateMethod has no effect: the method is private")
				.containsOnlyOnce(".finalMethod has no effect: the method is final")
				.containsOnlyOnce(".staticMethod has no effect: the method is static")
				.doesNotContain(".seen has no effect");
		});
	}

	@Test
	void seesBeansBelowThePackageOfSpringThatAreNotSprings() {
		runner.withBean(Pets.class).run((context) -> {
			context.getBean(Pets.class).add("Rex");
			assertThat(((RecordingPublisher) context.getBean(TopicPublisher.class)).lines())
				.containsExactly("pets=Rex");
		});
	}

	@Test
	void warnsOfFinalMethodsThatTheAnnotationOfTheClassIsFor(CapturedOutput output) {
		runner.withBean(UnseenByClass.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce("UnseenByClass has no effect on first, second: methods that are final");
		});
	}

	@Test
	void warnsOfMethodsThatAreInNoInterfaceOfTheProxy(CapturedOutput output) {
		runner.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean(Implementation.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).containsOnlyOnce(".own has no effect: the proxy of the bean has only its interfaces")
					.doesNotContain(".run has no effect");
			});
	}

	@Test
	void warnsOfCallsWithinTheBean(CapturedOutput output) {
		runner.withBean(SelfCaller.class)
			.run((context) -> assertThat(output)
				.containsOnlyOnce("SelfCaller.seen has no effect when direct() calls it")
				.containsOnlyOnce("SelfCaller.seen has no effect when inLambda() calls it")
				.containsOnlyOnce("SelfCaller.seen has no effect when byReference() calls it")
				.containsOnlyOnce("SelfCaller.seen has no effect when inherited() calls it")
				.doesNotContain("when throughProxy() calls it")
				.doesNotContain("when onOther() calls it")
				.doesNotContain("when unrelated() calls it"));
	}

	@Test
	void warnsOncePerClass(CapturedOutput output) {
		runner.withBean("one", Unseen.class)
			.withBean("two", Unseen.class)
			.run((context) -> assertThat(output).containsOnlyOnce(".privateMethod has no effect"));
	}

	private static @Nullable InvalidPublishToException invalid(@Nullable Throwable failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof InvalidPublishToException)) {
			cause = cause.getCause();
		}
		return (InvalidPublishToException) cause;
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(FastwireTopicAutoConfiguration.class)
	static class VoidApplication {

		@Bean
		Void1 bean() {
			return new Void1();
		}

		static void main(String[] args) {
			SpringApplication.run(VoidApplication.class, args);
		}

	}

	static class Void1 {

		@PublishTo("t")
		void method() {
		}

	}

	static class VoidMono {

		@PublishTo("t")
		Mono<Void> method() {
			return Mono.empty();
		}

	}

	static class VoidStage {

		@PublishTo("t")
		CompletableFuture<Void> method() {
			return new CompletableFuture<>();
		}

	}

	static class NoTopic {

		@PublishTo
		String method() {
			return "";
		}

	}

	static class Placeholder {

		@PublishTo("${not.set}/t")
		String method() {
			return "";
		}

	}

	static class Unknown {

		@PublishTo("t/{name}")
		String method(String other) {
			return other;
		}

	}

	static class Malformed {

		@PublishTo("t//x")
		String method() {
			return "";
		}

	}

	static class Wildcard {

		@PublishTo("t/*")
		String method() {
			return "";
		}

	}

	static class NoProperty {

		@PublishTo("t/{result.number}")
		Order method() {
			return Order.of(1);
		}

	}

	static class NoSimpleValue {

		@PublishTo("t/{order}")
		String method(Order order) {
			return "";
		}

	}

	static class NoResult {

		@PublishTo(topics = "t/{result}", payload = "1")
		void method() {
		}

	}

	static class Spel {

		@PublishTo(topics = "t", condition = "#result ==")
		String method() {
			return "";
		}

	}

	static class PlainFuture {

		@PublishTo("t")
		@Nullable Future<String> method() {
			return null;
		}

	}

	static class JavaStream {

		@PublishTo("t")
		Stream<String> method() {
			return Stream.of();
		}

	}

	static class Iterating {

		@PublishTo("t")
		Iterator<String> method() {
			return List.<String>of().iterator();
		}

	}

	static class Connectable {

		@PublishTo("t")
		ConnectableFlux<String> method() {
			return Flux.<String>empty().publish();
		}

	}

	static class MonoOfFlux {

		@PublishTo("t")
		Mono<ResponseEntity<Flux<String>>> method() {
			return Mono.empty();
		}

	}

	static class OptionalMono {

		@PublishTo("t")
		Optional<Mono<String>> method() {
			return Optional.empty();
		}

	}

	static class EachOfString {

		@PublishTo(topics = "t", each = true)
		String method() {
			return "";
		}

	}

	static class EachOfNothing {

		@PublishTo(topics = "t", payload = "1", each = true)
		void method() {
		}

	}

	static class VoidWithPayload {

		@PublishTo(topics = "t", payload = "1")
		void method() {
		}

	}

	static class VoidMonoWithPayload {

		@PublishTo(topics = "t", payload = "1")
		Mono<Void> method() {
			return Mono.empty();
		}

	}

	static class ResponseOfFlux {

		@PublishTo("t")
		ResponseEntity<Flux<String>> method() {
			return ResponseEntity.ok(Flux.empty());
		}

	}

	static class AnyObject {

		@PublishTo(topics = "t/{result.any}", each = true)
		Object method() {
			return "";
		}

	}

	static class Unseen {

		@PublishTo("t")
		@SuppressWarnings("UnusedMethod")
		private String privateMethod() {
			return "";
		}

		@PublishTo("t")
		final String finalMethod() {
			return "";
		}

		@PublishTo("t")
		static String staticMethod() {
			return "";
		}

		@PublishTo("t")
		String seen() {
			return "";
		}

	}

	@PublishTo("t")
	static class UnseenByClass {

		public final String second() {
			return "";
		}

		public final String first() {
			return "";
		}

		public final void publishesNothing() {
		}

		@PublishTo("t")
		public String seen() {
			return "";
		}

	}

	static class Implementation implements Runnable {

		@Override
		@PublishTo(topics = "t", payload = "1")
		public void run() {
		}

		@PublishTo("t")
		public String own() {
			return "";
		}

	}

	static class SelfCallerBase {

		@PublishTo("t")
		String seen() {
			return "";
		}

		String inherited() {
			return seen();
		}

	}

	static class SelfCaller extends SelfCallerBase {

		private @Nullable SelfCaller proxy;

		String direct() {
			return seen();
		}

		String inLambda() {
			return Optional.of("").map((text) -> text + seen()).orElse("");
		}

		String byReference() {
			return Optional.<String>empty().orElseGet(this::seen);
		}

		String throughProxy() {
			return (proxy != null) ? proxy.seen() : "";
		}

		String onOther(SelfCaller other) {
			return other.seen();
		}

		String unrelated() {
			return String.valueOf(hashCode());
		}

	}

}
