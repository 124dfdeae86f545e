/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.CapturedLog;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Starting and stopping. */
@ExtendWith(LeakFree.class)
class LifecycleTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private final BlockingQueue<Exchange> waiting = new ArrayBlockingQueue<>(10);

	private final BlockingQueue<Boolean> drained = new ArrayBlockingQueue<>(10);

	private Exchange next() throws InterruptedException {
		Exchange exchange = waiting.poll(20, TimeUnit.SECONDS);
		assertThat(exchange).as("a request").isNotNull();
		return exchange;
	}

	private Boolean outcome() throws InterruptedException {
		return drained.poll(20, TimeUnit.SECONDS);
	}

	private static boolean refuses(int port) {
		try (WireClient client = WireClient.connect(port)) {
			return client == null;
		}
		catch (ConnectException ex) {
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static long threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("fastwire"))
			.count();
	}

	private static TestServer start(Transport transport, RequestHandler handler) {
		return TestServer.start(TestServer.options().transport(transport).eventLoops(2), handler);
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void startsAgainAfterAStop(Transport transport) throws IOException {
		try (TestServer server = start(transport, Exchange::end)) {
			for (int i = 0; i < 3; i++) {
				server.server().start();
				server.server().start();
				try (WireClient client = server.connect()) {
					assertThat(client.get("/").status()).isEqualTo(200);
					assertThat(server.statistics().requests()).isEqualTo(1);
					assertThat(server.server().uptime()).isPositive();
				}
				server.server().stop();
				server.server().stop();
				assertThat(server.port()).isEqualTo(-1);
				assertThat(server.server().address()).isNull();
				assertThat(server.server().transport()).isNull();
				assertThat(server.server().uptime()).isZero();
				assertThat(server.statistics().requests()).isZero();
			}
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void portInUseIsABindExceptionAndLeavesNothingBehind(Transport transport) throws IOException {
		try (TestServer first = start(transport, Exchange::end)) {
			long threads = threads();
			InetSocketAddress taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), first.port());
			Server second = new Server(TestServer.options().transport(transport).address(taken).build(), Exchange::end);
			assertThatExceptionOfType(BindException.class).isThrownBy(second::start)
				.withMessageContaining("in use")
				.withMessageContaining("" + first.port());
			assertThat(second.port()).isEqualTo(-1);
			TestServer.await("no thread is left", () -> threads() == threads);
			first.server().stop();
			second.start();
			assertThat(second.port()).isEqualTo(taken.getPort());
			second.stop();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void addressOfAnotherMachineKeepsItsOwnCause(Transport transport) {
		ServerOptions options = TestServer.options()
			.transport(transport)
			.address(new InetSocketAddress("192.0.2.1", 0))
			.build();
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> new Server(options, Exchange::end).start())
			.withMessageNotContaining("in use");
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void stopEndsOpenConnectionsAndTellsTheirExchanges(Transport transport) throws Exception {
		List<Throwable> aborts = new CopyOnWriteArrayList<>();
		try (CapturedLog log = CapturedLog.start(); TestServer server = start(transport, (exchange) -> {
			exchange.onAbort(aborts::add);
			waiting.add(exchange);
		}); WireClient idle = server.connect(); WireClient busy = server.connect()) {
			busy.send(GET);
			next();
			server.server().stop();
			assertThat(aborts).singleElement().asString().contains("the server stopped");
			assertThat(idle.readAll()).isEmpty();
			assertThat(busy.readAll()).isEmpty();
			assertThat(log.visible()).isEmpty();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void gracefulShutdownClosesIdleConnectionsAndFinishesRequests(Transport transport) throws Exception {
		try (CapturedLog log = CapturedLog.start();
				TestServer server = start(transport, waiting::add);
				WireClient fresh = server.connect();
				WireClient idle = server.connect();
				WireClient busy = server.connect()) {
			idle.send(GET);
			Exchange first = next();
			first.execute(first::end);
			assertThat(idle.read().status()).isEqualTo(200);
			busy.send(GET);
			Exchange exchange = next();
			int port = server.port();
			server.server().shutdownGracefully(drained::add);
			assertThat(fresh.atEnd()).isTrue();
			assertThat(idle.atEnd()).isTrue();
			TestServer.await("new connections are refused", () -> refuses(port));
			assertThat(drained).isEmpty();
			exchange.execute(() -> exchange.end("finished"));
			WireResponse response = busy.read();
			assertThat(response.text()).isEqualTo("finished");
			assertThat(response.closes()).isTrue();
			assertThat(busy.atEnd()).isTrue();
			busy.hangUp();
			assertThat(outcome()).isTrue();
			assertThat(log.visible()).isEmpty();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void endlessResponseIsToldSoThatShutdownIsQuick(Transport transport) throws Exception {
		try (TestServer server = start(transport, (exchange) -> {
			exchange.onShutdown(() -> exchange.end("bye"));
			exchange.flushHead();
			waiting.add(exchange);
		}); WireClient client = server.connect()) {
			client.send(GET);
			next();
			long begin = System.nanoTime();
			server.server().shutdownGracefully(drained::add);
			assertThat(client.read().text()).isEqualTo("bye");
			assertThat(client.atEnd()).isTrue();
			client.hangUp();
			assertThat(outcome()).isTrue();
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		}
	}

	@Test
	void stopDuringAShutdownReportsThatItWasNotGraceful() throws Exception {
		try (TestServer server = TestServer.start(waiting::add); WireClient client = server.connect()) {
			client.send(GET);
			next();
			server.server().shutdownGracefully(drained::add);
			server.server().shutdownGracefully(drained::add);
			server.server().stop();
			assertThat(outcome()).isFalse();
			assertThat(outcome()).isFalse();
			assertThat(drained).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void listenerThatFailsKeepsNoOtherFromBeingTold(boolean graceful) throws Exception {
		try (TestServer server = TestServer.start(waiting::add);
				WireClient client = server.connect();
				CapturedLog log = CapturedLog.startQuietly()) {
			client.send(GET);
			Exchange exchange = next();
			server.server().shutdownGracefully((whether) -> {
				throw new LinkageError("planted");
			});
			server.server().shutdownGracefully(drained::add);
			if (graceful) {
				exchange.execute(exchange::end);
			}
			else {
				server.server().stop();
			}
			assertThat(outcome()).isEqualTo(graceful);
			assertThat(log.visible()).hasSize(1);
		}
	}

	@Test
	void shutdownOfAServerThatDoesNotRunIsDone() throws InterruptedException {
		Server server = new Server(TestServer.options().build(), Exchange::end);
		server.shutdownGracefully(drained::add);
		assertThat(outcome()).isTrue();
		assertThat(server.port()).isEqualTo(-1);
		server.stop();
	}

	@Test
	void shutdownWithoutConnectionsIsDoneAndStopEndsIt() throws InterruptedException {
		try (TestServer server = TestServer.start(Exchange::end)) {
			server.server().shutdownGracefully(drained::add);
			assertThat(outcome()).isTrue();
		}
		assertThat(drained).isEmpty();
	}

	@Test
	void stopFromWithinAHandlerDoesNotWaitForItself() throws IOException {
		Server[] self = new Server[1];
		try (TestServer server = TestServer.start((exchange) -> self[0].stop()); WireClient client = server.connect()) {
			self[0] = server.server();
			client.send(GET);
			assertThat(client.readAll()).isEmpty();
			assertThat(server.port()).isEqualTo(-1);
		}
	}

	@Test
	void optionsAreChecked() {
		ServerOptions.Builder options = ServerOptions.builder();
		for (String server : new String[] { "", " a", "a\r\nX: 1", "\u00E4", "a\0" }) {
			assertThatIllegalArgumentException().isThrownBy(() -> options.serverHeader(server));
		}
		assertThatIllegalArgumentException().isThrownBy(() -> options.eventLoops(0));
		assertThatIllegalArgumentException().isThrownBy(() -> options.backlog(0));
		assertThat(options.serverHeader("Fastwire (x86) 1").build().serverHeader()).isEqualTo("Fastwire (x86) 1");
		assertThat(options.serverHeader(null).build().serverHeader()).isNull();
	}

}
