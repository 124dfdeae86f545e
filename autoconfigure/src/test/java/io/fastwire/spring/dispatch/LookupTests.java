/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.dispatch;

import java.util.List;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.accept.ApiVersionHolder;
import org.springframework.web.accept.SemanticApiVersionParser;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.accept.DefaultApiVersionStrategy;
import org.springframework.web.reactive.accept.HeaderApiVersionResolver;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.function.server.support.RouterFunctionMapping;
import org.springframework.web.server.ServerWebExchange;

import static org.assertj.core.api.Assertions.assertThat;

/** Which mappings are asked by {@code getHandler}, and which are not. */
class LookupTests {

	private static final RouterFunction<ServerResponse> ROUTES = RouterFunctions.route()
		.GET("/", (request) -> ServerResponse.ok().build())
		.build();

	private final MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));

	@Test
	void leavesOutAMappingWithoutRoutes() throws Exception {
		RouterFunctionMapping mapping = mapping(new GenericApplicationContext());
		assertThat(Lookup.in(mapping, exchange)).isInstanceOf(Callable.class).extracting(Mono::block).isNull();
		assertThat(mapping.getHandler(exchange)).isNotInstanceOf(Callable.class);
	}

	@Test
	void leavesTheAttributesOfTheMappingThatItLeavesOut() throws Exception {
		RouterFunctionMapping mapping = mapping(new GenericApplicationContext());
		MockServerWebExchange other = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
		exchange.getAttributes().clear();
		other.getAttributes().clear();
		Lookup.in(mapping, exchange).block();
		mapping.getHandler(other).block();
		assertThat(exchange.getAttributes()).isEqualTo(other.getAttributes())
			.containsEntry(HandlerMapping.API_VERSION_ATTRIBUTE, ApiVersionHolder.EMPTY);
	}

	@Test
	void noticesThatAMappingHasGotRoutes() throws Exception {
		GenericApplicationContext context = new GenericApplicationContext();
		RouterFunctionMapping mapping = mapping(context);
		assertThat(Lookup.in(mapping, exchange).block()).isNull();
		context.getBeanFactory().registerSingleton("routes", ROUTES);
		mapping.afterPropertiesSet();
		assertThat(Lookup.in(mapping, exchange).block()).isNotNull();
	}

	@Test
	void asksAMappingWithRoutes() {
		assertThat(Lookup.in(new RouterFunctionMapping(ROUTES), exchange).block()).isNotNull();
	}

	@Test
	void asksAMappingThatReadsVersions() throws Exception {
		RouterFunctionMapping mapping = mapping(new GenericApplicationContext());
		mapping.setApiVersionStrategy(new DefaultApiVersionStrategy(List.of(new HeaderApiVersionResolver("X-Version")),
				new SemanticApiVersionParser(), false, null, false, null, null));
		assertThat(Lookup.in(mapping, exchange)).isNotInstanceOf(Callable.class);
	}

	@Test
	void asksASubclassWithoutRoutes() {
		RouterFunctionMapping subclass = new RouterFunctionMapping() {

			@Override
			public Mono<Object> getHandler(ServerWebExchange exchange) {
				return Mono.just("handler");
			}
		};
		assertThat(Lookup.in(subclass, exchange).block()).isEqualTo("handler");
	}

	@Test
	void asksAMappingOfAnyOtherClass() {
		HandlerMapping mapping = (exchange) -> Mono.just("handler");
		assertThat(Lookup.in(mapping, exchange).block()).isEqualTo("handler");
	}

	private static RouterFunctionMapping mapping(GenericApplicationContext context) throws Exception {
		if (!context.isActive()) {
			context.refresh();
		}
		RouterFunctionMapping mapping = new RouterFunctionMapping();
		mapping.setApplicationContext(context);
		mapping.afterPropertiesSet();
		return mapping;
	}

}
