/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

import io.fastwire.server.Transport;
import io.netty.channel.unix.Errors.NativeIoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Why a server cannot listen, as each transport says it.
 */
class BindFailureTests {

	private static final InetSocketAddress ADDRESS = new InetSocketAddress(8443);

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "KQUEUE" })
	void recognisesAPortInUse(Transport transport) throws IOException {
		try (ServerSocket taken = new ServerSocket(0)) {
			WebServer server = server(transport, "0.0.0.0", taken.getLocalPort());
			assertThatExceptionOfType(PortInUseException.class).isThrownBy(server::start)
				.satisfies((ex) -> assertThat(ex.getPort()).isEqualTo(taken.getLocalPort()));
			assertThat(server.getPort()).isEqualTo(-1);
		}
		EventLoopThreads.assertNone();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "KQUEUE" })
	void recognisesAnAddressThatIsNotLocal(Transport transport) throws IOException {
		WebServer server = server(transport, "192.0.2.1", 0);
		assertThatExceptionOfType(UnavailableAddressException.class).isThrownBy(server::start)
			.withMessageContaining("192.0.2.1")
			.withMessageContaining("assign");
		EventLoopThreads.assertNone();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "KQUEUE" })
	void startsWhenThePortHasBecomeFree(Transport transport) throws IOException {
		ServerSocket taken = new ServerSocket(0);
		WebServer server = server(transport, "0.0.0.0", taken.getLocalPort());
		try (taken) {
			assertThatExceptionOfType(PortInUseException.class).isThrownBy(server::start);
		}
		server.start();
		assertThat(server.getPort()).isEqualTo(taken.getLocalPort());
		server.stop();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Permission denied", "Cannot assign requested address" })
	void leavesAnotherReasonItsOwnText(String reason) {
		assertThat(BindFailure.exception(ADDRESS, new BindException(reason)))
			.isInstanceOf(UnavailableAddressException.class)
			.hasMessage("Unable to start Fastwire on port 8443: " + reason);
	}

	@Test
	void findsTheReasonBelowOtherExceptions() {
		IOException failure = new IOException("wrapped", new BindException("Address already in use"));
		assertThat(BindFailure.exception(ADDRESS, failure)).isInstanceOf(PortInUseException.class).hasCause(failure);
	}

	/** The text of the system is in the language of its user. */
	@ParameterizedTest
	@CsvSource({ "-98, true", "-13, false", "-99, false" })
	void goesByTheErrorNumberOfANativeTransport(int error, boolean inUse) {
		IOException failure = new IOException("Die Adresse wird bereits verwendet",
				new NativeIoException("bind", error));
		assertThat(BindFailure.exception(ADDRESS, failure) instanceof PortInUseException).isEqualTo(inUse);
	}

	@Test
	void survivesAReasonWithoutText() {
		assertThat(BindFailure.exception(ADDRESS, new BindException())).isInstanceOf(UnavailableAddressException.class);
	}

	private static WebServer server(Transport transport, String address, int port) throws IOException {
		FastwireReactiveWebServerFactory factory = new FastwireReactiveWebServerFactory(port);
		factory.setAddress(InetAddress.getByName(address));
		factory.addServerCustomizers((options) -> options.transport(transport));
		return factory.getWebServer((request, response) -> response.setComplete());
	}

}
