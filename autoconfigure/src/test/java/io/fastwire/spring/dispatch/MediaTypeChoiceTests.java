/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.accept.HeaderContentTypeResolver;
import org.springframework.web.reactive.result.HandlerResultHandlerSupport;
import org.springframework.web.server.ServerWebExchange;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares with the choice of Spring Framework. */
class MediaTypeChoiceTests {

	private static final List<MediaType> TYPES = types("*/*", "*/*;q=0.1", "application/*", "application/*+json",
			"application/json", "application/json;q=0.5", "application/problem+json", "application/octet-stream",
			"text/*;q=0.8", "text/plain", "text/plain;charset=UTF-8", "text/plain;q=0.3", "text/html;level=1",
			"text/event-stream");

	private final SpringsChoice spring = new SpringsChoice();

	private static List<MediaType> types(String... types) {
		return MediaType.parseMediaTypes(List.of(types));
	}

	/** Opens Spring's to this test. */
	private static final class SpringsChoice extends HandlerResultHandlerSupport {

		SpringsChoice() {
			super(new HeaderContentTypeResolver(), ReactiveAdapterRegistry.getSharedInstance());
		}

		@Override
		protected @Nullable MediaType selectMediaType(ServerWebExchange exchange, Supplier<List<MediaType>> writable,
				List<MediaType> acceptable) {
			return super.selectMediaType(exchange, writable, acceptable);
		}

	}

	@Test
	void choosesAsSpringFrameworkDoesFromOneOrTwo() {
		List<List<MediaType>> lists = new ArrayList<>();
		for (MediaType first : TYPES) {
			lists.add(List.of(first));
			TYPES.forEach((second) -> lists.add(List.of(first, second)));
		}
		for (List<MediaType> acceptable : lists) {
			lists.forEach((producible) -> compare(acceptable, producible));
		}
	}

	@Test
	void choosesAsSpringFrameworkDoesFromMany() {
		Random random = new Random(20261201);
		for (int i = 0; i < 20_000; i++) {
			compare(some(random), some(random));
		}
		compare(List.of(), TYPES);
		compare(TYPES, List.of());
		compare(TYPES, TYPES);
	}

	private static List<MediaType> some(Random random) {
		return IntStream.range(0, 1 + random.nextInt(8))
			.mapToObj((index) -> TYPES.get(random.nextInt(TYPES.size())))
			.toList();
	}

	private void compare(List<MediaType> acceptable, List<MediaType> producible) {
		MockServerWebExchange exchange = exchange();
		MediaType expected = spring.selectMediaType(exchange, () -> producible, acceptable);
		assertThat(MediaTypeChoice.choose(exchange, () -> producible, acceptable))
			.as("%s of %s", acceptable, producible)
			.isEqualTo(expected);
		exchange.getAttributes().put(HandlerMapping.PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE, new LinkedHashSet<>(producible));
		assertThat(MediaTypeChoice.choose(exchange, MediaTypeChoiceTests::never, acceptable)).isEqualTo(expected);
	}

	private static List<MediaType> never() {
		throw new AssertionError("The mapping has said what is produced");
	}

	@Test
	void choosesFromSomething() {
		assertThat(
				MediaTypeChoice.choose(exchange(), () -> List.of(MediaType.TEXT_PLAIN), List.of(MediaType.TEXT_HTML)))
			.isNull();
		assertThat(MediaTypeChoice.choose(exchange(), () -> List.of(MediaType.TEXT_PLAIN), List.of(MediaType.ALL)))
			.isEqualTo(MediaType.TEXT_PLAIN);
	}

	@Test
	void keepsAConcreteTypeThatTheResponseHas() {
		for (MediaType present : TYPES) {
			MockServerWebExchange exchange = exchange();
			exchange.getResponse().getHeaders().set(HttpHeaders.CONTENT_TYPE, present.toString());
			MediaType chosen = MediaTypeChoice.choose(exchange, () -> TYPES, TYPES);
			assertThat(chosen).isEqualTo(spring.selectMediaType(exchange, () -> TYPES, TYPES));
			assertThat(present.equals(chosen)).isEqualTo(present.isConcrete());
		}
	}

	private static MockServerWebExchange exchange() {
		return MockServerWebExchange.from(MockServerHttpRequest.get("/"));
	}

}
