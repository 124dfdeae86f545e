/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.util.Objects;

import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** Case U08: URL-encoded forms, whoever reads them. */
@ExtendWith(OutputCaptureExtension.class)
class FormTests {

	private ReactiveWebServerApplicationContext context;

	@BeforeEach
	void start() {
		context = (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(App.class)
			.web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off")
			.run();
	}

	@AfterEach
	void stop() {
		context.close();
	}

	private static WireResponse post(WireClient client, String path, String form) throws IOException {
		return client
			.send("POST " + path + " HTTP/1.1\r\nHost: t\r\nContent-Type: application/x-www-form-urlencoded\r\n"
					+ "Content-Length: " + form.length() + "\r\n\r\n" + form)
			.read();
	}

	@ParameterizedTest
	@CsvSource({ "/router,a=%", "/router,b=1&a=100%&c=2", "/router,a=%u0041", "/router,%zz=1", "/bound,a=%",
			"/bound,a=%u0041" })
	void withMalformedEscapesAreTheFaultOfTheClient(String path, String form, CapturedOutput output)
			throws IOException {
		try (WireClient client = WireClient.connect(Objects.requireNonNull(context.getWebServer()).getPort())) {
			assertThat(post(client, path, form).status()).isEqualTo(400);
			assertThat(post(client, path, "a=%C3%A9").text()).as("the next").isEqualTo("\u00e9");
		}
		assertThat(output).doesNotContain("ERROR", "IllegalArgumentException");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class App {

		@Bean
		RouterFunction<ServerResponse> routes() {
			return RouterFunctions.route()
				.POST("/router",
						(request) -> request.formData()
							.flatMap((form) -> ServerResponse.ok().bodyValue(String.valueOf(form.getFirst("a")))))
				.build();
		}

		@Bean
		Bound bound() {
			return new Bound();
		}

	}

	record Form(String a) {
	}

	@RestController
	static class Bound {

		@PostMapping("/bound")
		String read(@ModelAttribute Form form) {
			return form.a();
		}

	}

}
