/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.http.server.reactive.HttpHandler;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code server.max-http-request-header-size}, as users meet it: a login cookie that has
 * grown, a link that is too long.
 */
class RequestHeadLimitTests {

	private static final String START = "GET / HTTP/1.1\r\nHost: localhost\r\nX: ";

	private static final String END = "\r\n\r\n";

	private final AtomicInteger calls = new AtomicInteger();

	private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner(
			AnnotationConfigReactiveWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(FastwireReactiveWebServerAutoConfiguration.class))
		.withBean(HttpHandler.class, () -> (request, response) -> {
			calls.incrementAndGet();
			return response.setComplete();
		})
		.withPropertyValues("server.port=0");

	@ParameterizedTest
	@CsvSource({ "8KB, 8192, 200", "8KB, 8193, 431", "40KB, 9216, 200", "40KB, 40960, 200", "40KB, 40961, 431",
			"1KB, 1024, 200", "1KB, 1025, 431" })
	void countsTheWholeHead(String limit, int size, int status) {
		String head = START + "x".repeat(size - START.length() - END.length()) + END;
		assertStatus(limit, head, status);
	}

	@ParameterizedTest
	@CsvSource({ "8KB, 7000, 200", "8KB, 30720, 414", "40KB, 30720, 200", "40KB, 41984, 414" })
	void allowsTheRequestLineAsMuch(String limit, int size, int status) {
		assertStatus(limit, "GET /" + "x".repeat(size) + " HTTP/1.1\r\nHost: localhost" + END, status);
	}

	@ParameterizedTest
	@CsvSource({ "8KB, 200, 431", "40KB, 200, 200", "64KB, 499, 200", "64KB, 500, 431" })
	void countsFieldsToo(String limit, int fields, int status) {
		assertStatus(limit, "GET / HTTP/1.1\r\nHost: localhost" + ("\r\nX: " + "x".repeat(95)).repeat(fields) + END,
				status);
	}

	private void assertStatus(String limit, String head, int status) {
		runner.withPropertyValues("server.max-http-request-header-size=" + limit).run((context) -> {
			int port = FastwireReactiveWebServerAutoConfigurationTests.webServer(context).getPort();
			String response = send(port, head);
			assertThat(response).startsWith("HTTP/1.1 " + status + " ");
			assertThat(calls).hasValue((status == 200) ? 1 : 0);
			if (status != 200) {
				assertThat(response).containsIgnoringCase("\r\nConnection: close\r\n").doesNotContain("Exception");
			}
		});
	}

	private static String send(int port, String head) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setSoTimeout(20_000);
			socket.getOutputStream().write(head.getBytes(US_ASCII));
			byte[] response = new byte[4096];
			int length = socket.getInputStream().read(response);
			return new String(response, 0, Math.max(0, length), US_ASCII);
		}
	}

}
