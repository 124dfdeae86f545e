/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.dispatch.FusedDispatcherHandler;
import io.fastwire.spring.dispatch.FusedExceptionHandlingWebHandler;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.fastwire.server.ServerOptions;
import io.fastwire.spring.FastwireCodecConfigurer;
import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireServerCustomizer;
import io.fastwire.spring.FastwireWebServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jetty.autoconfigure.reactive.JettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableReactiveWebApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;
import org.springframework.web.server.adapter.HttpWebHandlerAdapter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When Fastwire serves an application, and when it does not.
 */
class FastwireReactiveWebServerAutoConfigurationTests {

	private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner(
			AnnotationConfigReactiveWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(NettyReactiveWebServerAutoConfiguration.class,
				TomcatReactiveWebServerAutoConfiguration.class, JettyReactiveWebServerAutoConfiguration.class,
				FastwireReactiveWebServerAutoConfiguration.class))
		.withUserConfiguration(Handler.class)
		.withPropertyValues("server.port=0");

	@Test
	void winsOverReactorNettyAndTomcatAndJetty() {
		runner.run((context) -> {
			assertThat(context).getBean(ReactiveWebServerFactory.class)
				.isInstanceOf(FastwireReactiveWebServerFactory.class);
			assertThat(webServer(context)).isInstanceOf(FastwireWebServer.class);
			assertThat(webServer(context).getPort()).isPositive();
		});
	}

	@Test
	void leavesTheApplicationItsOldServerWhenDisabled() {
		runner.withPropertyValues("fastwire.enabled=false").run((context) -> {
			assertThat(context).hasSingleBean(ReactiveWebServerFactory.class)
				.doesNotHaveBean(FastwireReactiveWebServerFactory.class);
			assertThat(webServer(context)).isNotInstanceOf(FastwireWebServer.class);
		});
	}

	@Test
	void readsAndWritesByItsOwnCodecsWhereItIsTheServer() {
		ReactiveWebApplicationContextRunner withCodecs = runner.withBean(ServerCodecConfigurer.class,
				ServerCodecConfigurer::create);
		withCodecs.run((context) -> assertThat(context).getBean(ServerCodecConfigurer.class)
			.isInstanceOf(FastwireCodecConfigurer.class));
		withCodecs.withPropertyValues("fastwire.enabled=false")
			.run((context) -> assertThat(context).getBean(ServerCodecConfigurer.class)
				.isNotInstanceOf(FastwireCodecConfigurer.class));
		withCodecs.withUserConfiguration(OwnFactory.class)
			.run((context) -> assertThat(context).getBean(ServerCodecConfigurer.class)
				.isNotInstanceOf(FastwireCodecConfigurer.class));
	}

	@Test
	void dispatchesByItsOwnHandlersWhereItIsTheServer() {
		ReactiveWebApplicationContextRunner dispatching = runner.withBean("webHandler", DispatcherHandler.class,
				DispatcherHandler::new);
		dispatching.run((context) -> assertThat(context).getBean(DispatcherHandler.class)
			.isInstanceOf(FusedDispatcherHandler.class));
		dispatching.withPropertyValues("fastwire.fused-dispatch=false")
			.run((context) -> assertThat(context).getBean(DispatcherHandler.class)
				.isExactlyInstanceOf(DispatcherHandler.class));
		dispatching.withUserConfiguration(OwnFactory.class)
			.run((context) -> assertThat(context).getBean(DispatcherHandler.class)
				.isExactlyInstanceOf(DispatcherHandler.class));
	}

	@Test
	void leavesASubclassOfTheDispatcherAlone() {
		DispatcherHandler subclass = new DispatcherHandler() {
		};
		runner.withBean("webHandler", DispatcherHandler.class, () -> subclass)
			.run((context) -> assertThat(context).getBean(DispatcherHandler.class).isSameAs(subclass));
	}

	@Test
	void handlesErrorsOfWebFluxByItsOwnHandler() {
		new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new)
			.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class,
					HttpHandlerAutoConfiguration.class, WebFluxAutoConfiguration.class))
			.withPropertyValues("server.port=0")
			.run((context) -> {
				HttpWebHandlerAdapter adapter = (HttpWebHandlerAdapter) context.getBean(HttpHandler.class);
				assertThat(adapter.getDelegate()).isInstanceOf(FusedExceptionHandlingWebHandler.class);
				assertThat(adapter.getApplicationContext()).isSameAs(context.getSourceApplicationContext());
				assertThat(context).getBean(DispatcherHandler.class).isInstanceOf(FusedDispatcherHandler.class);
			});
	}

	@Test
	void backsOffForAFactoryOfTheApplication() {
		runner.withUserConfiguration(OwnFactory.class).run((context) -> {
			assertThat(context).getBean(ReactiveWebServerFactory.class)
				.isSameAs(context.getBean("ownFactory"))
				.isNotInstanceOf(FastwireReactiveWebServerFactory.class);
		});
	}

	@Test
	void doesNothingInAnApplicationWithoutWeb() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class,
					FastwireManagementContextAutoConfiguration.class,
					FastwireServletApplicationAutoConfiguration.class))
			.run((context) -> assertThat(context.getBeanDefinitionNames())
				.noneMatch((name) -> name.toLowerCase(Locale.ROOT).contains("fastwire")));
	}

	@Test
	void failsWithoutHandler() {
		new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new)
			.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class))
			.withPropertyValues("server.port=0")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(ApplicationContextException.class)
				.rootCause()
				.hasMessageContaining("missing HttpHandler bean"));
	}

	@Test
	void failsWithTwoHandlers() {
		runner.withBean("another", HttpHandler.class, () -> (request, response) -> Mono.empty())
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(ApplicationContextException.class)
				.rootCause()
				.hasMessageContaining("multiple HttpHandler beans"));
	}

	@Test
	void appliesCustomizersOfFactoriesAfterItsOwn() {
		runner.withUserConfiguration(FactoryCustomizer.class)
			.withPropertyValues("server.server-header=from-property")
			.run((context) -> assertThat(context.getBean(FastwireReactiveWebServerFactory.class).getServerHeader())
				.isEqualTo("from-customizer"));
	}

	@Test
	void callsCustomizersOfOptionsAfterProperties() {
		AtomicReference<ServerOptions> seen = new AtomicReference<>();
		runner.withPropertyValues("fastwire.backlog=17", "fastwire.transport=nio")
			.withBean(FastwireServerCustomizer.class, () -> (options) -> {
				seen.set(options.build());
				options.backlog(18);
			})
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(seen.get()).extracting(ServerOptions::backlog).isEqualTo(17);
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "native", "none" })
	void leavesForwardedFieldsToTheServerUnlessTheStrategyIsFramework(String strategy) {
		runner.withPropertyValues("server.forward-headers-strategy=" + strategy)
			.run((context) -> assertThat(context).doesNotHaveBean(ForwardedHeaderTransformer.class));
	}

	@Test
	void leavesForwardedFieldsToTheFrameworkWhenAsked() {
		runner.withPropertyValues("server.forward-headers-strategy=framework")
			.run((context) -> assertThat(context).hasSingleBean(ForwardedHeaderTransformer.class));
	}

	@Test
	void keepsAForwardedHeaderTransformerOfTheApplication() {
		runner.withBean("own", ForwardedHeaderTransformer.class, ForwardedHeaderTransformer::new)
			.withPropertyValues("server.forward-headers-strategy=framework")
			.run((context) -> assertThat(context).hasSingleBean(ForwardedHeaderTransformer.class).hasBean("own"));
	}

	static WebServer webServer(AssertableReactiveWebApplicationContext context) {
		return Objects
			.requireNonNull(((WebServerApplicationContext) context.getSourceApplicationContext()).getWebServer());
	}

	@Configuration(proxyBeanMethods = false)
	static class Handler {

		@Bean
		HttpHandler handler() {
			return (request, response) -> response.setComplete();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnFactory {

		@Bean
		ReactiveWebServerFactory ownFactory() {
			return (handler) -> new WebServer() {

				@Override
				public void start() {
				}

				@Override
				public void stop() {
				}

				@Override
				public int getPort() {
					return -1;
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FactoryCustomizer {

		@Bean
		WebServerFactoryCustomizer<FastwireReactiveWebServerFactory> customizer() {
			return (factory) -> factory.setServerHeader("from-customizer");
		}

	}

}
