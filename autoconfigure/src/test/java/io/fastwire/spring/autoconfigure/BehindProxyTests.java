/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.util.Objects;

import io.fastwire.testsupport.WireClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an application and its access log know of clients behind proxies. */
@ExtendWith(OutputCaptureExtension.class)
class BehindProxyTests {

	private static ReactiveWebServerApplicationContext run(String... properties) {
		return (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(App.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off", "fastwire.access-log.enabled=true",
					"fastwire.access-log.pattern=line %h %m %U%q %s;")
			.properties(properties)
			.run();
	}

	private static WireClient connect(ReactiveWebServerApplicationContext context) throws IOException {
		return WireClient.connect(Objects.requireNonNull(context.getWebServer()).getPort());
	}

	@Test
	void theProxyProtocolTellsWhoTheClientIs(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run("fastwire.proxy-protocol=required",
				"fastwire.trusted-proxies=127.0.0.0/8"); WireClient client = connect(context)) {
			client.send("PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n");
			assertThat(client.get("/who?token=S3cret&a=b").text()).isEqualTo("/192.0.2.1:56324 /198.51.100.1:443 http");
			await().until(() -> output.getOut().contains("line 192.0.2.1 GET /who?token=***&a=b 200;"));
			assertThat(output).doesNotContain("S3cret");
		}
	}

	@Test
	void theClientOfTheProxyProtocolIsNoTrustedProxyOfFields(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run("fastwire.proxy-protocol=required",
				"fastwire.trusted-proxies=127.0.0.0/8", "server.forward-headers-strategy=native");
				WireClient client = connect(context)) {
			client.send("PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n");
			client.send("GET /who HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n");
			assertThat(client.read().text()).startsWith("/192.0.2.1:56324");
			await().until(() -> output.getOut().contains("line 192.0.2.1 GET /who 200;"));
		}
	}

	@Test
	void fieldsOfTrustedProxiesTellWhoTheClientIs(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run("server.forward-headers-strategy=native",
				"fastwire.trusted-proxies=127.0.0.0/8,10.0.0.0/8"); WireClient client = connect(context)) {
			client.send("GET /who HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: 6.6.6.6, 2001:db8::1, 10.0.0.1\r\n"
					+ "X-Forwarded-Proto: https\r\n\r\n");
			assertThat(client.read().text()).startsWith("/[2001:db8:0:0:0:0:0:1]:").endsWith(" https");
			await().until(() -> output.getOut().contains("line 2001:db8:0:0:0:0:0:1 GET /who 200;"));
		}
	}

	@Test
	void fieldsOfOthersTellNothing(CapturedOutput output) throws IOException {
		try (ReactiveWebServerApplicationContext context = run("server.forward-headers-strategy=native",
				"fastwire.trusted-proxies=10.0.0.0/8"); WireClient client = connect(context)) {
			client.send("GET /who HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: https\r\n\r\n");
			assertThat(client.read().text()).startsWith("/127.0.0.1:").endsWith(" http");
			await().until(() -> output.getOut().contains("line 127.0.0.1 GET /who 200;"));
			client.send("GET /nowhere HTTP/1.1\r\n\r\n");
			await().until(() -> output.getOut().contains("line 127.0.0.1 - - 400;"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "optional,,1", "optional,10.0.0.0/8,0", "required,,0", "off,,0" })
	void anOperatorIsToldIfClientsCanChooseTheirAddress(String protocol, @Nullable String proxies, int warnings,
			CapturedOutput output) {
		run("fastwire.proxy-protocol=" + protocol,
				(proxies != null) ? "fastwire.trusted-proxies=" + proxies : "spring.main.banner-mode=off")
			.close();
		assertThat(output.getOut().split("Every client can claim any address by the PROXY protocol", -1))
			.hasSize(warnings + 1);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		@Bean
		RouterFunction<ServerResponse> routes() {
			return RouterFunctions.route()
				.GET("/who", (request) -> ServerResponse.ok()
					.bodyValue(request.exchange().getRequest().getRemoteAddress() + " "
							+ request.exchange().getRequest().getLocalAddress() + " " + request.uri().getScheme()))
				.build();
		}

	}

}
