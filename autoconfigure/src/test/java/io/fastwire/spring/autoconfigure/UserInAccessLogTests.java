/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.security.Principal;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.spring.SecuredByPassword;
import io.fastwire.testsupport.WireClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Whom the access log names as the user of a request. */
@ExtendWith(OutputCaptureExtension.class)
class UserInAccessLogTests {

	private static ReactiveWebServerApplicationContext run(Class<?> security) {
		return run("true", "line %U%q %u %s;", App.class, security);
	}

	private static ReactiveWebServerApplicationContext run(String enabled, String pattern, Class<?>... sources) {
		return (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(sources)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "fastwire.access-log.enabled=" + enabled,
					"fastwire.access-log.pattern=" + pattern)
			.run();
	}

	/** Sends a request and waits for its line, which ends with a semicolon. */
	private static void expect(CapturedOutput output, ReactiveWebServerApplicationContext context, String path,
			String fields, String line) throws IOException {
		int port = Objects.requireNonNull(context.getWebServer()).getPort();
		try (WireClient client = WireClient.connect(port)) {
			client.send("GET " + path + " HTTP/1.1\r\nHost: t\r\n" + fields + "\r\n").read();
			await().untilAsserted(() -> assertThat(output.getOut()).contains("line " + path + " " + line + ";"));
		}
	}

	private static String basic(String user) {
		return "Authorization: " + SecuredByPassword.basic(user) + "\r\n";
	}

	/** Lets everybody see some paths, and nobody of these tests the one of operators. */
	private static ServerHttpSecurity guard(ServerHttpSecurity http, String... open) {
		return http.authorizeExchange((exchanges) -> exchanges.pathMatchers(open)
			.permitAll()
			.pathMatchers("/admin")
			.hasRole("ADMIN")
			.anyExchange()
			.authenticated());
	}

	@Test
	void isWhomSpringSecurityKnows(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run(ByPassword.class)) {
			expect(output, context, "/plain", basic("ada"), "ada 200");
			expect(output, context, "/asks", basic("ada"), "ada 200");
			expect(output, context, "/open", basic("ada"), "ada 200");
			expect(output, context, "/admin", basic("ada"), "ada 403");
			expect(output, context, "/nowhere", basic("ada"), "ada 404");
			expect(output, context, "/plain?a", basic("eve"), "- 401");
			expect(output, context, "/open?b", "", "- 200");
		}
	}

	/** As the servlet API has it: getRemoteUser() is null for the anonymous user. */
	@Test
	void isNobodyWhereSpringSecurityHasAnAnonymousUser(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run(Anonymous.class)) {
			expect(output, context, "/plain?open", "", "- 200");
			expect(output, context, "/asks?open", "", "- 200");
		}
	}

	@Test
	void isNotLookedUpForTheLogAlone(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run(ByRepository.class)) {
			ByRepository.LOOKUPS.set(0);
			expect(output, context, "/open", "X-User: ada\r\n", "- 200");
			assertThat(ByRepository.LOOKUPS).hasValue(0);
			expect(output, context, "/plain", "X-User: ada\r\n", "ada 200");
			assertThat(ByRepository.LOOKUPS).hasValue(1);
			expect(output, context, "/admin", "X-User: ada\r\n", "ada 403");
		}
	}

	@Test
	void isWhomAFilterOfTheApplicationSets(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run(ByFilter.class)) {
			ByFilter.LOOKUPS.set(0);
			expect(output, context, "/plain", "X-User: ada\r\n", "ada 200");
			expect(output, context, "/plain?1", "X-User: a b\"c\r\n", "a\\x20b\\\"c 200");
			expect(output, context, "/plain?2", "X-Lazy: bob\r\n", "- 200");
			assertThat(ByFilter.LOOKUPS).hasValue(0);
			expect(output, context, "/asks", "X-Lazy: bob\r\n", "bob 200");
			assertThat(ByFilter.LOOKUPS).hasValue(1);
			expect(output, context, "/asks?3", "", "- 200");
		}
	}

	/** Reactor logs what becomes of an error that nobody takes. */
	@Test
	void isNobodyWhereAFilterOfTheApplicationCannotTell(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run(ByFilter.class)) {
			expect(output, context, "/plain", "X-Failing: ada\r\n", "- 200");
			expect(output, context, "/asks", "X-Failing: ada\r\n", "- 500");
			assertThat(output).doesNotContain("onErrorDropped").contains("no session of ada");
		}
	}

	/** A class that nobody names in a native image is not there. */
	@Test
	void anonymousUsersAreKnownInANativeImage() {
		RuntimeHints hints = new RuntimeHints();
		new Users.Hints().registerHints(hints, getClass().getClassLoader());
		assertThat(RuntimeHintsPredicates.reflection().onType(AnonymousAuthenticationToken.class)).accepts(hints);
		assertThat(AnnotatedElementUtils.findMergedAnnotation(FastwireAccessLogAutoConfiguration.class,
				ImportRuntimeHints.class))
			.extracting(ImportRuntimeHints::value)
			.isEqualTo(new Class<?>[] { Users.Hints.class });
	}

	@ParameterizedTest
	@CsvSource({ "true,common,true", "true,json,true", "true,%h %u,true", "true,%h %s,false", "false,common,false" })
	void costsNothingUnlessALineSaysIt(String enabled, String pattern, boolean watched) {
		try (ReactiveWebServerApplicationContext context = run(enabled, pattern, App.class)) {
			assertThat(context.getBeansOfType(PrincipalFilter.class).isEmpty()).isEqualTo(!watched);
			assertThat(context.containsBean("fastwireSecurityContextCustomizer")).isEqualTo(watched);
		}
	}

	@Test
	void isNobodysBusinessInAMock() {
		Principal ada = () -> "ada";
		ServerWebExchange mock = MockServerWebExchange.builder(MockServerHttpRequest.get("/")).build();
		ServerWebExchange exchange = mock.mutate().principal(Mono.just(ada)).build();
		assertThat(new PrincipalFilter().filter(exchange, (seen) -> seen.getPrincipal().then()).blockOptional())
			.isEmpty();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		@Bean
		RouterFunction<ServerResponse> routes() {
			return RouterFunctions.route()
				.GET("/plain", (request) -> ServerResponse.ok().bodyValue("x"))
				.GET("/open", (request) -> ServerResponse.ok().bodyValue("x"))
				.GET("/admin", (request) -> ServerResponse.ok().bodyValue("x"))
				.GET("/asks",
						(request) -> request.principal()
							.map(Principal::getName)
							.defaultIfEmpty("nobody")
							.flatMap((name) -> ServerResponse.ok().bodyValue(name)))
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ByPassword extends SecuredByPassword {

		@Bean
		@Override
		protected SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return guard(http, "/open").httpBasic(Customizer.withDefaults()).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebFluxSecurity
	static class Anonymous {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http.anonymous(Customizer.withDefaults()).build();
		}

	}

	/** The way of an application that knows its users by a token of its own. */
	@Configuration(proxyBeanMethods = false)
	@EnableWebFluxSecurity
	static class ByRepository {

		static final AtomicInteger LOOKUPS = new AtomicInteger();

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return guard(http, "/open", "/asks").securityContextRepository(new Repository()).build();
		}

		private static final class Repository implements ServerSecurityContextRepository {

			@Override
			public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
				return Mono.empty();
			}

			@Override
			public Mono<SecurityContext> load(ServerWebExchange exchange) {
				String user = exchange.getRequest().getHeaders().getFirst("X-User");
				return (user == null) ? Mono.empty() : Mono.fromCallable(() -> {
					LOOKUPS.incrementAndGet();
					return new SecurityContextImpl(new TestingAuthenticationToken(user, "", "ROLE_USER"));
				});
			}

		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ByFilter {

		static final AtomicInteger LOOKUPS = new AtomicInteger();

		@Bean
		WebFilter principal() {
			return (exchange, chain) -> {
				String user = exchange.getRequest().getHeaders().getFirst("X-User");
				String lazy = exchange.getRequest().getHeaders().getFirst("X-Lazy");
				Principal known = () -> Objects.requireNonNullElse(user, lazy);
				Mono<Principal> principal = (user != null) ? Mono.just(known)
						: (lazy != null) ? Mono.fromSupplier(() -> found(known)) : failing(exchange);
				return chain.filter(exchange.mutate().principal(principal).build());
			};
		}

		private static Mono<Principal> failing(ServerWebExchange exchange) {
			String user = exchange.getRequest().getHeaders().getFirst("X-Failing");
			return (user != null) ? Mono.error(new IllegalStateException("no session of " + user)) : Mono.empty();
		}

		private static Principal found(Principal known) {
			LOOKUPS.incrementAndGet();
			return known;
		}

	}

}
