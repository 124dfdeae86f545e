/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.time.Duration;
import java.util.function.Predicate;

import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.websocket.CompressionMode;
import io.fastwire.websocket.OverflowPolicy;
import io.fastwire.websocket.WebSocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.WebsocketServerSpec;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.socket.server.RequestUpgradeStrategy;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;

import static org.assertj.core.api.Assertions.assertThat;

/** How WebFlux comes by a strategy that works on this server. */
@ExtendWith(OutputCaptureExtension.class)
class FastwireWebSocketAutoConfigurationTests {

	private static final String DEFAULT_ADAPTER = "webFluxWebSocketHandlerAdapter";

	private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner(
			AnnotationConfigReactiveWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(NettyReactiveWebServerAutoConfiguration.class,
				FastwireReactiveWebServerAutoConfiguration.class, FastwireWebSocketAutoConfiguration.class,
				HttpHandlerAutoConfiguration.class, WebFluxAutoConfiguration.class, CodecsAutoConfiguration.class))
		.withPropertyValues("server.port=0", "fastwire.transport=nio");

	private static RequestUpgradeStrategy strategyOf(Object service) {
		return ((HandshakeWebSocketService) service).getUpgradeStrategy();
	}

	@Test
	void replacesTheStrategyThatWebFluxHasFound() {
		runner.run((context) -> {
			WebSocketHandlerAdapter adapter = context.getBean(DEFAULT_ADAPTER, WebSocketHandlerAdapter.class);
			assertThat(strategyOf(adapter.getWebSocketService()))
				.isSameAs(context.getBean(FastwireRequestUpgradeStrategy.class));
			assertThat(adapter.getOrder()).isEqualTo(3);
		});
	}

	@Test
	void replacesTheServiceOfAnApplicationWithoutAnyStrategy() {
		runner.withClassLoader(new FilteredClassLoader("reactor.netty", "org.eclipse.jetty", "jakarta.websocket"))
			.run((context) -> {
				WebSocketHandlerAdapter adapter = context.getBean(DEFAULT_ADAPTER, WebSocketHandlerAdapter.class);
				assertThat(strategyOf(adapter.getWebSocketService()))
					.isInstanceOf(FastwireRequestUpgradeStrategy.class);
			});
	}

	@Test
	void replacesTheAdapterThatGuidesTellPeopleToDeclare() {
		runner.withUserConfiguration(OwnAdapter.class).run((context) -> {
			WebSocketHandlerAdapter adapter = context.getBean("ownAdapter", WebSocketHandlerAdapter.class);
			HandshakeWebSocketService service = (HandshakeWebSocketService) adapter.getWebSocketService();
			assertThat(service.getUpgradeStrategy()).isInstanceOf(FastwireRequestUpgradeStrategy.class);
			assertThat(service.getSessionAttributePredicate()).isSameAs(OwnAdapter.PREDICATE);
			assertThat(adapter.getOrder()).isEqualTo(-7);
		});
	}

	@Test
	void replacesTheServiceOfAConfigurer() {
		runner.withUserConfiguration(OwnConfigurer.class).run((context) -> {
			WebSocketHandlerAdapter adapter = context.getBean(DEFAULT_ADAPTER, WebSocketHandlerAdapter.class);
			HandshakeWebSocketService service = (HandshakeWebSocketService) adapter.getWebSocketService();
			assertThat(service.getUpgradeStrategy()).isInstanceOf(FastwireRequestUpgradeStrategy.class);
			assertThat(service.getSessionAttributePredicate()).isSameAs(OwnAdapter.PREDICATE);
		});
	}

	/** As Spring Cloud Gateway declares one. */
	@Test
	void replacesAServiceThatIsABean() {
		runner
			.withBean("ownService", WebSocketService.class,
					() -> new HandshakeWebSocketService(new ReactorNettyRequestUpgradeStrategy()))
			.run((context) -> assertThat(strategyOf(context.getBean("ownService")))
				.isSameAs(context.getBean(FastwireRequestUpgradeStrategy.class)));
	}

	@Test
	void carriesOverWhatWasSetForReactorNettyInCode() {
		runner
			.withBean("ownService", WebSocketService.class,
					() -> new HandshakeWebSocketService(new ReactorNettyRequestUpgradeStrategy(
							() -> WebsocketServerSpec.builder().maxFramePayloadLength(777_777).compress(true))))
			.run((context) -> {
				FastwireRequestUpgradeStrategy strategy = (FastwireRequestUpgradeStrategy) strategyOf(
						context.getBean("ownService"));
				assertThat(strategy.getOptions().maxMessageBytes()).isEqualTo(777_777);
				assertThat(strategy.getOptions().compression()).isEqualTo(CompressionMode.SHARED);
			});
	}

	@Test
	void leavesServicesAloneThatAreNotSprings(CapturedOutput output) {
		WebSocketService own = (exchange, handler) -> Mono.empty();
		RequestUpgradeStrategy ownStrategy = (exchange, handler, protocol, info) -> Mono.empty();
		runner.withBean("ownService", WebSocketService.class, () -> own)
			.withBean("ownStrategy", WebSocketService.class, () -> new HandshakeWebSocketService(ownStrategy))
			.withBean("ownAdapter", WebSocketHandlerAdapter.class, () -> new WebSocketHandlerAdapter(own))
			.run((context) -> {
				assertThat(context.getBean("ownService")).isSameAs(own);
				assertThat(strategyOf(context.getBean("ownStrategy"))).isSameAs(ownStrategy);
				assertThat(context.getBean("ownAdapter", WebSocketHandlerAdapter.class).getWebSocketService())
					.isSameAs(own);
				assertThat(output).doesNotContain("are for another web server");
			});
	}

	@Test
	void namesWhatItCannotReplace(CapturedOutput output) {
		runner.withBean("subclass", WebSocketService.class,
				() -> new HandshakeWebSocketService(new ReactorNettyRequestUpgradeStrategy()) {
				})
			.run((context) -> assertThat(output).contains("The WebSocket sessions of the bean 'subclass'")
				.contains("FastwireRequestUpgradeStrategy"));
	}

	@Test
	void leavesEverythingAloneWhereAnotherServerServes() {
		runner.withPropertyValues("fastwire.enabled=false").run((context) -> {
			assertThat(context).doesNotHaveBean(FastwireRequestUpgradeStrategy.class);
			WebSocketHandlerAdapter adapter = context.getBean(DEFAULT_ADAPTER, WebSocketHandlerAdapter.class);
			assertThat(strategyOf(adapter.getWebSocketService())).isNotInstanceOf(FastwireRequestUpgradeStrategy.class);
		});
	}

	@Test
	void backsOffForOptionsOfTheApplication() {
		WebSocketOptions own = WebSocketOptions.builder().maxMessageBytes(5).build();
		runner.withBean(WebSocketOptions.class, () -> own)
			.run((context) -> assertThat(
					context.getBean(FastwireRequestUpgradeStrategy.class).getOptions().maxMessageBytes())
				.isEqualTo(5));
	}

	@Test
	void takesTheDefaultsOfCore() {
		runner.run((context) -> assertThat(context.getBean(WebSocketOptions.class)).usingRecursiveComparison()
			.isEqualTo(WebSocketOptions.DEFAULTS));
	}

	@Test
	void takesItsOptionsFromProperties() {
		runner
			.withPropertyValues("fastwire.websocket.max-message-size=2MB", "fastwire.websocket.max-pending-size=3MB",
					"fastwire.websocket.overflow-policy=drop-newest", "fastwire.websocket.idle-timeout=9s",
					"fastwire.websocket.ping-interval=8s", "fastwire.websocket.max-lifetime=7h",
					"fastwire.websocket.close-timeout=6s", "fastwire.websocket.compression=dedicated",
					"fastwire.websocket.compression-threshold=500B")
			.run((context) -> {
				WebSocketOptions expected = WebSocketOptions.builder()
					.maxMessageBytes(2 * 1024 * 1024)
					.maxPendingBytes(3 * 1024 * 1024)
					.overflowPolicy(OverflowPolicy.DROP_NEWEST)
					.idleTimeout(Duration.ofSeconds(9))
					.pingInterval(Duration.ofSeconds(8))
					.maxLifetime(Duration.ofHours(7))
					.closeTimeout(Duration.ofSeconds(6))
					.compression(CompressionMode.DEDICATED)
					.compressionThreshold(500)
					.build();
				assertThat(context.getBean(WebSocketOptions.class)).usingRecursiveComparison().isEqualTo(expected);
			});
	}

	@ParameterizedTest
	@CsvSource({ "fastwire.websocket.max-message-size, 0B", "fastwire.websocket.max-message-size, 3GB",
			"fastwire.websocket.max-pending-size, 0B", "fastwire.websocket.idle-timeout, -1s",
			"fastwire.websocket.ping-interval, 75s", "fastwire.websocket.max-lifetime, -1s",
			"fastwire.websocket.close-timeout, 0s", "fastwire.websocket.compression-threshold, 0B" })
	void namesThePropertyOfAValueThatCannotBe(String property, String value) {
		runner.withPropertyValues(property + "=" + value)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(ex) -> assertThat(ex.getName()).isEqualTo(property)));
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnAdapter {

		static final Predicate<String> PREDICATE = (name) -> true;

		@Bean
		WebSocketHandlerAdapter ownAdapter() {
			WebSocketHandlerAdapter adapter = new WebSocketHandlerAdapter(service());
			adapter.setOrder(-7);
			return adapter;
		}

		static HandshakeWebSocketService service() {
			HandshakeWebSocketService service = new HandshakeWebSocketService();
			service.setSessionAttributePredicate(PREDICATE);
			return service;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnConfigurer implements WebFluxConfigurer {

		@Override
		public WebSocketService getWebSocketService() {
			return OwnAdapter.service();
		}

	}

}
