/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fastwire.accesslog.AccessLogOptions;
import io.fastwire.proxy.ProxyProtocol;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What curl, as the client of a proxy, leaves in the access log, by both versions of
 * HTTP.
 */
@ExtendWith(LeakFree.class)
class CurlTests {

	private final List<String> lines = new CopyOnWriteArrayList<>();

	private static String curl(String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("curl", "-s", "-S", "-m", "20"));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(output).isZero();
		return output;
	}

	@ParameterizedTest
	@CsvSource({ "--http1.1,HTTP/1.1", "--http2-prior-knowledge,HTTP/2" })
	void isLoggedByWhoTheProxySaysItIs(String option, String version) throws Exception {
		AccessLogOptions log = AccessLogOptions.builder().pattern("%h \"%r\" %s %b %X").sink(lines::add).build();
		ConnectionOptions proxied = ConnectionOptions.builder().proxyProtocol(ProxyProtocol.REQUIRED).build();
		try (TestServer server = TestServer.start(Http2Servers.options().connections(proxied).accessLog(log),
				(exchange) -> {
					exchange.write("abc");
					exchange.end("d");
				})) {
			String url = "http://127.0.0.1:" + server.port() + "/a?token=S3&b=c";
			assertThat(curl("--haproxy-protocol", option, url)).isEqualTo("abcd");
			assertThat(curl("--haproxy-protocol", option, "-I", url)).startsWith(version);
			TestServer.await("two lines", () -> lines.size() == 2);
			assertThat(lines).containsExactly("127.0.0.1 \"GET /a?token=***&b=c " + version + "\" 200 4 +",
					"127.0.0.1 \"HEAD /a?token=***&b=c " + version + "\" 200 - +");
			server.awaitIdle();
		}
	}

	@ParameterizedTest
	@CsvSource({ "--http1.1", "--http2-prior-knowledge" })
	void isLoggedWhenTheServerRefuses(String option) throws Exception {
		AccessLogOptions log = AccessLogOptions.builder().pattern("%h \"%r\" %s").sink(lines::add).build();
		try (TestServer server = TestServer.start(Http2Servers.options().accessLog(log),
				(exchange) -> exchange.end("x"))) {
			curl(option, "-H", "X-Long: " + "x".repeat(9000), "http://127.0.0.1:" + server.port() + "/");
			TestServer.await("a line", () -> lines.size() == 1);
			assertThat(lines).containsExactly("127.0.0.1 \"-\" 431");
			server.awaitIdle();
		}
	}

}
