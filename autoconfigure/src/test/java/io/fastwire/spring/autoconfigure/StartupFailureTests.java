/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.net.ServerSocket;
import java.util.stream.Stream;

import io.fastwire.spring.EventLoopThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * What users read when an application cannot start.
 */
@ExtendWith(OutputCaptureExtension.class)
class StartupFailureTests {

	@Test
	void namesTheLibraryThatHttp2Needs(CapturedOutput output) {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(new FilteredClassLoader("io.netty.handler.codec.http2"));
		try {
			assertThatException().isThrownBy(() -> run("server.http2.enabled=true"));
		}
		finally {
			thread.setContextClassLoader(before);
		}
		assertThat(output).contains("APPLICATION FAILED TO START")
			.containsPattern("The property 'server.http2.enabled' \\(set in .*\\) asks for HTTP/2,"
					+ " for which 'io.netty:netty-codec-http2' is not on the class path\\.")
			.contains("Add 'io.netty:netty-codec-http2', which", "remove the property,",
					"or set 'fastwire.enabled=false'");
		EventLoopThreads.assertNone();
	}

	@ParameterizedTest
	@ValueSource(strings = { "server.ssl.enabled=false", "server.http2.enabled=false", "server.http2.enabled=true" })
	void startsWithTheSetting(String setting) {
		run(setting);
	}

	@Test
	void namesATransportThatIsNotThere(CapturedOutput output) {
		assertThatException().isThrownBy(() -> run("fastwire.transport=kqueue"));
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("Fastwire cannot use the transport 'kqueue' here, which 'fastwire.transport' asks for: ")
			.contains("Remove 'fastwire.transport'");
		EventLoopThreads.assertNone();
	}

	@Test
	void reportsAPortInUseByItsNumber(CapturedOutput output) throws Exception {
		try (ServerSocket taken = new ServerSocket(0)) {
			assertThatException().isThrownBy(() -> run("server.port=" + taken.getLocalPort()));
			assertThat(output).contains("APPLICATION FAILED TO START")
				.contains("Port " + taken.getLocalPort() + " was already in use");
		}
		EventLoopThreads.assertNone();
	}

	@Test
	void reportsAnAddressThatIsNotLocalByItsOwnCause(CapturedOutput output) {
		assertThatException().isThrownBy(() -> run("server.address=192.0.2.1"));
		assertThat(output).contains("APPLICATION FAILED TO START")
			.containsPattern("Fastwire cannot listen on 192\\.0\\.2\\.1 port \\d+: .*[Aa]ssign")
			.contains("Check 'server.address' and 'server.port'")
			.doesNotContain("already in use");
		EventLoopThreads.assertNone();
	}

	@Test
	void reportsAPortOutOfRangeByItsNumber(CapturedOutput output) {
		assertThatException().isThrownBy(() -> run("server.port=70000"));
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("Fastwire cannot listen on port 70000: port out of range")
			.doesNotContain("already in use");
		EventLoopThreads.assertNone();
	}

	@Test
	void namesAPropertyWithAnInvalidValue(CapturedOutput output) {
		assertThatException().isThrownBy(() -> run("fastwire.http.head-timeout=0s"));
		assertThat(output).contains("APPLICATION FAILED TO START").contains("'fastwire.http.head-timeout'");
	}

	private static void run(String... settings) {
		String[] arguments = Stream.of(settings).map((setting) -> "--" + setting).toArray(String[]::new);
		new SpringApplicationBuilder(App.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "spring.main.banner-mode=off")
			.run(arguments)
			.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { JettyReactiveManagementContextAutoConfiguration.class,
			TomcatReactiveManagementContextAutoConfiguration.class })
	static class App {

	}

}
