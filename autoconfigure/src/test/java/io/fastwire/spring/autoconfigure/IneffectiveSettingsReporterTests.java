/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said about beans and properties for the server that Fastwire replaced.
 */
@ExtendWith(OutputCaptureExtension.class)
class IneffectiveSettingsReporterTests {

	private static final String BEANS = "Beans for another web server have no effect on Fastwire: ";

	private static final String PROPERTIES = "Properties for another web server have no effect on Fastwire: ";

	private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner(
			AnnotationConfigReactiveWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class,
				NettyReactiveWebServerAutoConfiguration.class))
		.withUserConfiguration(FastwireReactiveWebServerAutoConfigurationTests.Handler.class)
		.withPropertyValues("server.port=0", "fastwire.transport=nio");

	@Test
	void namesAllBeansInOneWarning(CapturedOutput output) {
		runner.withUserConfiguration(NettyBeans.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce(BEANS)
				.contains(BEANS + "customizerClass, customizerLambda, routeProvider, serverCustomizer");
		});
	}

	@Test
	void saysNothingAboutBeansThatDoTheirWork(CapturedOutput output) {
		runner.withUserConfiguration(EffectiveBeans.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain("have no effect");
		});
	}

	@Test
	void saysNothingWhileAnotherServerRuns(CapturedOutput output) {
		runner.withUserConfiguration(NettyBeans.class)
			.withPropertyValues("fastwire.enabled=false", "server.netty.initial-buffer-size=1KB")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).doesNotContain("have no effect");
			});
	}

	@Test
	void worksWithoutTheClassesOfOtherServers(CapturedOutput output) {
		runner
			.withClassLoader(new FilteredClassLoader("reactor.netty", "org.springframework.boot.reactor.netty",
					"org.springframework.boot.tomcat", "org.springframework.boot.jetty"))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("Fastwire started on port").doesNotContain("have no effect");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "server.netty.h2c-max-content-length=1KB", "server.netty.initial-buffer-size=1KB",
			"server.netty.validate-headers=false", "server.tomcat.threads.max=10", "server.jetty.threads.max=10" })
	void namesAPropertyThatHasNoEffect(String setting, CapturedOutput output) {
		runner.withPropertyValues(setting).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce(PROPERTIES)
				.contains(PROPERTIES + setting.substring(0, setting.indexOf('=')));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "server.netty.idle-timeout=3s", "server.netty.connection-timeout=3s",
			"server.netty.max-keep-alive-requests=3", "server.netty.max-initial-line-length=3KB",
			"server.netty.validate-headers=true", "server.nettyx.a=b" })
	void saysNothingAboutAPropertyThatHasItsEffect(String setting, CapturedOutput output) {
		runner.withPropertyValues(setting).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain("have no effect");
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class NettyBeans {

		@Bean
		NettyServerCustomizer serverCustomizer() {
			return (server) -> server;
		}

		@Bean
		NettyRouteProvider routeProvider() {
			return (routes) -> routes;
		}

		@Bean
		WebServerFactoryCustomizer<NettyReactiveWebServerFactory> customizerLambda() {
			return (factory) -> {
			};
		}

		@Bean
		NettyFactoryCustomizer customizerClass() {
			return new NettyFactoryCustomizer();
		}

	}

	static class NettyFactoryCustomizer implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

		@Override
		public void customize(NettyReactiveWebServerFactory factory) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EffectiveBeans {

		@Bean
		WebServerFactoryCustomizer<ConfigurableWebServerFactory> general() {
			return (factory) -> factory.setServerHeader("x");
		}

	}

}
