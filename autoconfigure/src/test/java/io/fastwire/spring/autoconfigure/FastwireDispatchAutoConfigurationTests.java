/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.fastwire.spring.dispatch.FusedRequestMappingHandlerMapping;
import io.fastwire.spring.dispatch.LeanResponseBodyResultHandler;
import io.fastwire.spring.dispatch.LeanResponseEntityResultHandler;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.reactive.accept.HeaderContentTypeResolver;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.reactive.result.method.annotation.ResponseBodyResultHandler;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityResultHandler;

import static org.assertj.core.api.Assertions.assertThat;

/** Which mapping finds the handler methods of an application. */
class FastwireDispatchAutoConfigurationTests {

	private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner(
			AnnotationConfigReactiveWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class,
				FastwireDispatchAutoConfiguration.class, HttpHandlerAutoConfiguration.class,
				WebFluxAutoConfiguration.class))
		.withPropertyValues("server.port=0");

	/** The mapping of an application or of a library. */
	static final class OtherMapping extends RequestMappingHandlerMapping {

	}

	@Configuration(proxyBeanMethods = false)
	static class Registrations {

		@Bean
		WebFluxRegistrations registrations() {
			return new WebFluxRegistrations() {

				@Override
				public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
					return new OtherMapping();
				}
			};
		}

	}

	@AutoConfiguration(after = FastwireDispatchAutoConfiguration.class)
	static class LaterRegistrations extends Registrations {

	}

	@Test
	void findsByItsOwnMapping() {
		runner.run((context) -> assertThat(context).getBean("requestMappingHandlerMapping")
			.isExactlyInstanceOf(FusedRequestMappingHandlerMapping.class));
	}

	@Test
	void handlesResultsByItsOwnHandlers() {
		runner.run((context) -> {
			assertThat(context).getBean(ResponseBodyResultHandler.class)
				.isInstanceOf(LeanResponseBodyResultHandler.class);
			assertThat(context).getBean(ResponseEntityResultHandler.class)
				.isInstanceOf(LeanResponseEntityResultHandler.class);
		});
		runner.withPropertyValues("fastwire.fused-dispatch=false").run((context) -> {
			assertThat(context).getBean(ResponseBodyResultHandler.class)
				.isExactlyInstanceOf(ResponseBodyResultHandler.class);
			assertThat(context).getBean(ResponseEntityResultHandler.class)
				.isExactlyInstanceOf(ResponseEntityResultHandler.class);
		});
	}

	@Test
	void leavesOtherHandlersOfResultsAlone() {
		List<HttpMessageWriter<?>> writers = ServerCodecConfigurer.create().getWriters();
		HeaderContentTypeResolver resolver = new HeaderContentTypeResolver();
		ResponseBodyResultHandler bodies = new ResponseBodyResultHandler(writers, resolver) {
		};
		ResponseEntityResultHandler entities = new ResponseEntityResultHandler(writers, resolver) {
		};
		runner.withBean("bodies", ResponseBodyResultHandler.class, () -> bodies)
			.withBean("entities", ResponseEntityResultHandler.class, () -> entities)
			.run((context) -> {
				assertThat(context).getBean("bodies").isSameAs(bodies);
				assertThat(context).getBean("entities").isSameAs(entities);
			});
	}

	@Test
	void leavesSpringsInPlaceIfThePropertySaysSo() {
		runner.withPropertyValues("fastwire.fused-dispatch=false")
			.run((context) -> assertThat(context).getBean("requestMappingHandlerMapping")
				.isExactlyInstanceOf(RequestMappingHandlerMapping.class));
	}

	@Test
	void leavesSpringsInPlaceForTheServerOfTheApplication() {
		runner.withUserConfiguration(FastwireReactiveWebServerAutoConfigurationTests.OwnFactory.class)
			.run((context) -> assertThat(context).getBean("requestMappingHandlerMapping")
				.isExactlyInstanceOf(RequestMappingHandlerMapping.class));
	}

	@Test
	void leavesSpringsInPlaceIfItsLoggerIsToTellOfTheMappings() {
		Logger logger = (Logger) LoggerFactory.getLogger(RequestMappingHandlerMapping.class);
		Level before = logger.getLevel();
		logger.setLevel(Level.DEBUG);
		try {
			runner.run((context) -> assertThat(context).getBean("requestMappingHandlerMapping")
				.isExactlyInstanceOf(RequestMappingHandlerMapping.class));
		}
		finally {
			logger.setLevel(before);
		}
	}

	@Test
	void givesWayToTheMappingOfAnApplication() {
		runner.withUserConfiguration(Registrations.class)
			.run((context) -> assertThat(context).hasSingleBean(WebFluxRegistrations.class)
				.getBean("requestMappingHandlerMapping")
				.isExactlyInstanceOf(OtherMapping.class));
	}

	@Test
	void givesWayToALibraryThatComesLater() {
		runner.withConfiguration(AutoConfigurations.of(LaterRegistrations.class))
			.run((context) -> assertThat(context).getBean("requestMappingHandlerMapping")
				.isExactlyInstanceOf(OtherMapping.class));
	}

	@Test
	void doesNotNeedWebFluxOfSpringBoot() {
		new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new)
			.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class,
					FastwireDispatchAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader(WebFluxRegistrations.class))
			.withBean(HttpHandler.class, () -> (request, response) -> response.setComplete())
			.withPropertyValues("server.port=0")
			.run((context) -> assertThat(context).hasNotFailed());
	}

}
