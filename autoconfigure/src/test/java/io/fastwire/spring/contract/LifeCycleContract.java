/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.http.server.reactive.HttpHandler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** How servers start, stop and report their port. */
@ExtendWith(OutputCaptureExtension.class)
abstract class LifeCycleContract extends WebServerHarness {

	static final HttpHandler ECHO = (request, response) -> response.writeWith(request.getBody());

	LifeCycleContract(Servers kind) {
		super(kind);
	}

	@Test
	void answersOnAFreePort() throws Exception {
		assertThat(start(ECHO).getPort()).isPositive();
		assertEchoes();
	}

	@Test
	void answersOnAGivenPort() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		try (ServerSocket free = new ServerSocket(0)) {
			factory.setPort(free.getLocalPort());
		}
		assertThat(start(factory, ECHO).getPort()).isEqualTo(factory.getPort());
		assertEchoes();
	}

	@Test
	void doesNotListenBeforeItIsStarted() {
		assertThat(factory().getWebServer(ECHO).getPort()).isEqualTo(-1);
	}

	@Test
	void ignoresASecondStart() throws Exception {
		WebServer server = start(ECHO);
		int port = server.getPort();
		server.start();
		assertThat(server.getPort()).isEqualTo(port);
		assertEchoes();
	}

	@Test
	void ignoresASecondStop() {
		WebServer server = start(ECHO);
		server.stop();
		server.stop();
		server.destroy();
		assertThat(server.getPort()).isEqualTo(-1);
		await().untilAsserted(() -> assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect));
	}

	@Test
	void ignoresAStopWithoutAStart() {
		WebServer server = factory().getWebServer(ECHO);
		server.stop();
		server.destroy();
		assertThat(server.getPort()).isEqualTo(-1);
	}

	@Test
	void answersAgainAfterARestartOfTheSameInstance() throws Exception {
		WebServer server = start(ECHO);
		assertEchoes();
		server.stop();
		start(server);
		assertEchoes();
	}

	@Test
	void keepsOneFactorysServersApart() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		WebServer first = start(factory, ECHO);
		WebServer second = start(factory, ECHO);
		first.stop();
		assertThat(second.getPort()).isPositive();
		assertEchoes();
	}

	@Test
	void reportsAPortInUse() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			AbstractReactiveWebServerFactory factory = factory();
			factory.setPort(taken.getLocalPort());
			assertThatExceptionOfType(PortInUseException.class).isThrownBy(() -> start(factory, ECHO))
				.satisfies((ex) -> assertThat(ex.getPort()).isEqualTo(taken.getLocalPort()));
		}
	}

	@Test
	void reportsAnAddressThatIsNotLocal() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setAddress(InetAddress.getByName("192.0.2.1"));
		assertThatExceptionOfType(WebServerException.class).isThrownBy(() -> start(factory, ECHO))
			.isNotInstanceOf(PortInUseException.class)
			.havingRootCause()
			.withMessageContaining("assign");
	}

	@Test
	void logsItsNamePortAndProtocolWhenItStarts(CapturedOutput output) {
		WebServer server = start(ECHO);
		assertThat(output.toString().lines().filter((line) -> line.contains(" started on port "))).singleElement()
			.asString()
			.contains(kind().logName() + " started on port " + server.getPort() + " (http)");
	}

	private void assertEchoes() throws Exception {
		assertThat(send(request("/").POST(BodyPublishers.ofString("Hello"))).body()).isEqualTo("Hello");
	}

}
