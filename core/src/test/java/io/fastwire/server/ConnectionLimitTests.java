/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;

import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How many connections are accepted. */
@ExtendWith(LeakFree.class)
class ConnectionLimitTests {

	private static TestServer start(Transport transport, ConnectionOptions.Builder connections) {
		return TestServer.start(
				TestServer.options().transport(transport).eventLoops(2).connections(connections.build()),
				(exchange) -> exchange.end("x"));
	}

	private static WireClient from(TestServer server, int lastByte) throws IOException {
		InetAddress address = InetAddress.getByAddress(new byte[] { 127, 0, 0, (byte) lastByte });
		return WireClient.connect(server.port(), address, 0);
	}

	/** The reset may come before the client is ready to wait for it. */
	private static boolean isReset(TestServer server, int lastByte) throws IOException {
		try (WireClient client = from(server, lastByte)) {
			return client.endsByReset();
		}
		catch (SocketException ex) {
			return true;
		}
	}

	/** The server may not have noticed yet that a place has become free. */
	private static void awaitService(TestServer server, int lastByte) {
		TestServer.await("a connection is served", () -> {
			try (WireClient client = from(server, lastByte)) {
				return client.get("/").status() == 200;
			}
			catch (IOException ex) {
				return false;
			}
		});
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void resetsConnectionsBeyondTheTotalUntilOneIsClosed(Transport transport) throws IOException {
		try (TestServer server = start(transport, ConnectionOptions.builder().max(2));
				CapturedLog log = CapturedLog.start();
				WireClient first = from(server, 2)) {
			WireClient second = from(server, 3);
			assertThat(first.get("/").text()).isEqualTo("x");
			assertThat(second.get("/").text()).isEqualTo("x");
			for (int i = 0; i < 3; i++) {
				assertThat(isReset(server, 4)).isTrue();
			}
			assertThat(server.statistics().connectionsRefused(ConnectionRefusal.TOTAL)).isEqualTo(3);
			assertThat(server.statistics().connectionsRefused(ConnectionRefusal.ADDRESS)).isZero();
			assertThat(server.statistics().connectionsAccepted()).isEqualTo(2);
			assertThat(first.get("/").text()).isEqualTo("x");
			second.close();
			awaitService(server, 4);
			assertThat(log.visible()).isEmpty();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void resetsConnectionsOfAnAddressBeyondItsShare(Transport transport) throws IOException {
		try (TestServer server = start(transport, ConnectionOptions.builder().max(10).maxPerAddress(1));
				WireClient other = from(server, 3)) {
			WireClient first = from(server, 2);
			assertThat(first.get("/").text()).isEqualTo("x");
			assertThat(other.get("/").text()).isEqualTo("x");
			for (int i = 0; i < 20; i++) {
				assertThat(isReset(server, 2)).isTrue();
			}
			assertThat(server.statistics().connectionsRefused(ConnectionRefusal.ADDRESS)).isEqualTo(20);
			first.close();
			awaitService(server, 2);
			assertThat(server.statistics().connectionsRefused(ConnectionRefusal.TOTAL)).isZero();
		}
	}

	@Test
	void placesComeBackWhateverEndsAConnection() throws IOException {
		try (TestServer server = start(Transport.AUTO, ConnectionOptions.builder().max(4).maxPerAddress(4))) {
			for (int round = 0; round < 20; round++) {
				awaitService(server, 2);
				try (WireClient malformed = from(server, 2); WireClient silent = from(server, 2)) {
					malformed.send("\u0001\r\n\r\n").endsByReset();
					silent.reset();
				}
				catch (SocketException ex) {
					assertThat(server.statistics().connectionsRefused(ConnectionRefusal.TOTAL)).isPositive();
				}
			}
			server.awaitIdle();
			awaitService(server, 2);
		}
	}

}
