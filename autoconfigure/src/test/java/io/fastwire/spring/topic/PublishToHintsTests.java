/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import io.fastwire.spring.autoconfigure.FastwireTopicAutoConfiguration;
import io.fastwire.spring.topic.Order.Customer;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image is told to keep. Placeholders need no value for that.
 */
class PublishToHintsTests {

	@Test
	void keepsMethodsPropertiesAndTheProxy() {
		InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
		RuntimeHints hints = process(files);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Feed.class, "orders")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "customer")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Customer.class, "getName")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Query.class, "text")).accepts(hints);
		assertThat(files.getGeneratedFiles(Kind.CLASS).keySet())
			.anyMatch((name) -> name.contains("PublishToHintsTests$Feed$$SpringCGLIB$$"));
	}

	private static RuntimeHints process(InMemoryGeneratedFiles files) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(FastwireTopicAutoConfiguration.class);
			context.registerBean(Feed.class);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get("io.fastwire.spring.topic", "App")), files);
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			generation.writeGeneratedContent();
			return generation.getRuntimeHints();
		}
	}

	record Query(String text) {
	}

	static class Feed {

		@PublishTo("${known.at.run.time}/{query.text}")
		Flux<Order> orders(Query query) {
			return Flux.just(Order.of(1));
		}

	}

}
