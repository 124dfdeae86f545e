/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fastwire.spring.FastwireReactiveWebServerFactory;
import io.fastwire.spring.FastwireRequestUpgradeStrategy;
import io.fastwire.spring.FastwireWebServer;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.websocket.WebSocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The life of a session where servers differ and this one has decided. */
@ExtendWith({ LeakFree.class, OutputCaptureExtension.class })
class FastwireWebSocketSessionTests extends WebSocketHarness {

	private static final WebSocketHandler ECHO = (session) -> session
		.send(session.receive().doOnNext(WebSocketMessage::retain));

	private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

	FastwireWebSocketSessionTests() {
		super(Servers.FASTWIRE);
	}

	private Object nextSeen() throws InterruptedException {
		Object next = seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(next).as("seen by the handler in time").isNotNull();
		return next;
	}

	private RawSocket open() throws Exception {
		RawSocket socket = connectRaw();
		assertThat(socket.upgrade()).startsWith("HTTP/1.1 101");
		return socket;
	}

	// The end

	@Test
	void closesWith1000WhenTheHandlerCompletes() throws Exception {
		serve((session) -> session.send(Mono.just(session.textMessage("all"))));
		RawSocket socket = open();
		assertThat(socket.read().text()).isEqualTo("all");
		assertThat(socket.read().closeCode()).isEqualTo(1000);
		socket.sendClose(1000, "");
		assertThat(socket.atEnd()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void closesWith1011WhenTheHandlerFails(boolean atOnce, CapturedOutput output) throws Exception {
		serve((session) -> {
			if (atOnce) {
				throw new IllegalStateException("boo");
			}
			return session.receive().map((message) -> {
				throw new IllegalStateException("boo");
			}).then();
		});
		RawSocket socket = connectRaw();
		assertThat(socket.upgrade()).startsWith("HTTP/1.1 101");
		socket.send(RawSocket.TEXT, "go");
		RawSocket.Frame close = socket.read();
		assertThat(close.closeCode()).isEqualTo(1011);
		assertThat(close.payload()).as("the message of the exception is nobody's business").hasSize(2);
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(output).containsOnlyOnce("1011 for \"/ws\"").contains("boo"));
	}

	/** Case C12: an abnormal end is told as an illegal code. */
	@Test
	void tellsOfAnAbnormalEndAs1006(CapturedOutput output) throws Exception {
		serve((session) -> {
			session.closeStatus().subscribe(seen::add);
			return session.receive().doOnComplete(() -> seen.add("complete")).then();
		});
		open().reset();
		assertThat(List.of(nextSeen(), nextSeen())).containsExactlyInAnyOrder(CloseStatus.NO_CLOSE_FRAME, "complete");
		assertThat(output).doesNotContain("ERROR", "WARN");
	}

	/** Case C01: an empty close frame becomes an illegal code. */
	@Test
	void tellsOfACloseWithoutACodeAs1005() throws Exception {
		serve((session) -> {
			session.closeStatus().subscribe(seen::add);
			return session.receive().then();
		});
		RawSocket socket = open();
		socket.send(RawSocket.CLOSE, new byte[0]);
		assertThat(nextSeen()).isEqualTo(CloseStatus.NO_STATUS_CODE);
		assertThat(socket.read().payload()).isEmpty();
	}

	@Test
	void tellsTheStatusOfItsOwnCloseAlsoIfTheClientOnlyLeaves() throws Exception {
		serve((session) -> {
			session.closeStatus().subscribe(seen::add);
			return session.close(CloseStatus.POLICY_VIOLATION);
		});
		RawSocket socket = open();
		assertThat(socket.read().closeCode()).isEqualTo(1008);
		socket.close();
		assertThat(nextSeen()).isEqualTo(CloseStatus.POLICY_VIOLATION);
	}

	@Test
	void refusesToCloseWithACodeThatMustNotBeSent() throws Exception {
		serve((session) -> session.close(CloseStatus.NO_CLOSE_FRAME)
			.onErrorResume((ex) -> session.send(Mono.just(session.textMessage(ex.getMessage())))));
		assertThat(open().read().text()).contains("1006");
	}

	@Test
	void letsAHandlerWorkOnAfterTheClientHasLeft() throws Exception {
		CompletableFuture<Void> store = new CompletableFuture<>();
		serve((session) -> session.receive()
			.then(Mono.fromFuture(store))
			.doOnSuccess((done) -> seen.add("stored"))
			.doOnCancel(() -> seen.add("cancelled")));
		RawSocket socket = open();
		socket.sendClose(1000, "");
		assertThat(socket.read().closeCode()).isEqualTo(1000);
		assertThat(socket.atEnd()).isTrue();
		store.complete(null);
		assertThat(nextSeen()).isEqualTo("stored");
	}

	@Test
	void failsSendsOfASessionThatHasEnded(CapturedOutput output) throws Exception {
		serve((session) -> session.receive()
			.then(session.send(Mono.just(session.textMessage("single"))).onErrorResume(this::see))
			.then(session.send(Flux.just(session.textMessage("a"), session.textMessage("b"))).onErrorResume(this::see))
			.then(session.send(Flux.<WebSocketMessage>never().doOnCancel(() -> seen.add("cancelled")))
				.onErrorResume(this::see)));
		open().reset();
		assertThat(List.of(nextSeen(), nextSeen(), nextSeen(), nextSeen())).containsExactly("AbortedException",
				"AbortedException", "cancelled", "AbortedException");
		assertThat(output).doesNotContain("ERROR", "WARN");
	}

	private Mono<Void> see(Throwable cause) {
		seen.add(cause.getClass().getSimpleName());
		return Mono.empty();
	}

	@Test
	void endsSendsWhenItClosesItself() throws Exception {
		CompletableFuture<WebSocketSession> opened = new CompletableFuture<>();
		serve((session) -> {
			opened.complete(session);
			return session.send(Flux.never()).onErrorResume(this::see);
		});
		RawSocket socket = open();
		opened.get().close(new CloseStatus(4000, "enough")).block();
		assertThat(socket.read().closeCode()).isEqualTo(4000);
		socket.sendClose(4000, "");
		assertThat(nextSeen()).isEqualTo("AbortedException");
		assertThat(opened.get().isOpen()).isFalse();
	}

	// Messages

	@Test
	void receivesOnceOnly() throws Exception {
		serve((session) -> {
			session.receive().subscribe();
			return session.receive()
				.then()
				.onErrorResume((ex) -> session.send(Mono.just(session.textMessage(ex.getMessage()))));
		});
		assertThat(open().read().text()).contains("once");
	}

	/** Reactor Netty closes the session then. */
	@Test
	void goesOnWhenTheHandlerHasReceivedEnough() throws Exception {
		serve((session) -> session.receive()
			.take(1)
			.map(WebSocketMessage::getPayloadAsText)
			.collectList()
			.delayElement(Duration.ofMillis(50))
			.flatMap((texts) -> session.send(Mono.just(session.textMessage("got " + texts)))));
		RawSocket socket = open();
		socket.send(RawSocket.TEXT, "one");
		socket.send(RawSocket.TEXT, "two");
		socket.send(RawSocket.PING, "three");
		assertThat(List.of(socket.read().text(), socket.read().text())).containsExactlyInAnyOrder("three", "got [one]");
	}

	@Test
	void keepsMessagesThatAreRetainedForLater() throws Exception {
		serve((session) -> session.send(session.receive()
			.map(WebSocketMessage::retain)
			.buffer(3)
			.publishOn(Schedulers.parallel())
			.flatMapIterable((messages) -> messages)));
		RawSocket socket = open();
		for (String text : List.of("one", "two", "three")) {
			socket.send(RawSocket.TEXT, text);
		}
		assertThat(List.of(socket.read().text(), socket.read().text(), socket.read().text())).containsExactly("one",
				"two", "three");
	}

	/** A sink that cannot wait drops what nobody has asked for. */
	@Test
	void asksForEnoughToTakeABurstWhileItsLoopIsBusy() throws Exception {
		Sinks.Many<String> sink = Sinks.many().multicast().directBestEffort();
		CountDownLatch gate = new CountDownLatch(1);
		serve((session) -> Mono.when(session.send(sink.asFlux().map(session::textMessage)),
				session.receive().doOnNext((message) -> {
					seen.add("busy");
					awaitQuietly(gate);
				})));
		RawSocket socket = open();
		await().atMost(PATIENCE).until(() -> sink.currentSubscriberCount() == 1);
		socket.send(RawSocket.TEXT, "be busy");
		assertThat(nextSeen()).isEqualTo("busy");
		for (int i = 0; i < 16; i++) {
			sink.tryEmitNext("burst " + i);
		}
		gate.countDown();
		for (int i = 0; i < 16; i++) {
			assertThat(socket.read().text()).isEqualTo("burst " + i);
		}
	}

	private static void awaitQuietly(CountDownLatch gate) {
		try {
			assertThat(gate.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void encodesTextsIntoThePool() throws Exception {
		FastwireWebServer server = (FastwireWebServer) serve(
				(session) -> session.send(Mono.just(session.textMessage("ä".repeat(500)))).then(Mono.never()));
		RawSocket socket = connectRaw();
		socket.upgrade();
		long before = server.getStatistics().poolMallocFallbacks();
		assertThat(socket.read().text()).isEqualTo("ä".repeat(500));
		assertThat(server.getStatistics().poolHits()).isPositive();
		assertThat(server.getStatistics().poolMallocFallbacks()).isEqualTo(before);
		assertThat(server.getStatistics().webSocket().messagesSent()).isEqualTo(1);
	}

	@Test
	void sendsTheBytesOfATextThatWasLookedAt() throws Exception {
		serve((session) -> {
			WebSocketMessage message = session.textMessage("looked at ä");
			seen.add(message.getPayloadAsText());
			seen.add(message.getPayload().readableByteCount());
			return session.send(Mono.just(message));
		});
		assertThat(open().read().text()).isEqualTo("looked at ä");
		assertThat(List.of(nextSeen(), nextSeen())).containsExactly("looked at ä", 12);
	}

	/** Case F08: clients that send pongs which nobody has asked for. */
	@Test
	void hidesPongsFromAHandlerThatSendsNoPings() throws Exception {
		serve(new FastwireRequestUpgradeStrategy(
				WebSocketOptions.builder().pingInterval(Duration.ofMillis(300)).build()),
				(session) -> session.receive()
					.doOnNext((message) -> seen.add(message.getType() + " " + message.getPayloadAsText()))
					.then());
		RawSocket socket = open();
		RawSocket.Frame ping = socket.read();
		assertThat(ping.opcode()).isEqualTo(RawSocket.PING);
		socket.send(RawSocket.PONG, ping.payload());
		socket.send(RawSocket.PONG, "asked for by nobody");
		socket.send(RawSocket.TEXT, "a message");
		assertThat(nextSeen()).isEqualTo("TEXT a message");
	}

	@Test
	void showsEmptyPongsToAHandlerThatSendsEmptyPings() throws Exception {
		serve((session) -> session.send(Mono.just(session.pingMessage((buffers) -> buffers.wrap(new byte[0]))))
			.then(session.receive().doOnNext((message) -> seen.add(message.getType())).then()));
		RawSocket socket = open();
		assertThat(socket.read().opcode()).isEqualTo(RawSocket.PING);
		socket.send(RawSocket.PONG, new byte[0]);
		assertThat(nextSeen()).isEqualTo(WebSocketMessage.Type.PONG);
	}

	@Test
	void failsASendWhoseControlFrameIsTooLong() throws Exception {
		serve((session) -> session
			.send(Flux.just(session.pingMessage((buffers) -> buffers.wrap(new byte[126])))
				.concatWith(Flux.<WebSocketMessage>never().doOnCancel(() -> seen.add("cancelled"))))
			.onErrorResume((ex) -> session.send(Mono.just(session.textMessage(ex.getMessage())))));
		assertThat(open().read().text()).contains("125 bytes");
	}

	/** Case F06: a limit that nobody can see. */
	@Test
	void namesTheLimitThatAMessageHasPassed(CapturedOutput output) throws Exception {
		serve(new FastwireRequestUpgradeStrategy(WebSocketOptions.builder().maxMessageBytes(1000).build()), ECHO);
		RawSocket socket = open();
		socket.send(RawSocket.BINARY, new byte[1000]);
		assertThat(socket.read().payload()).hasSize(1000);
		socket.send(RawSocket.BINARY, new byte[1001]);
		assertThat(socket.read().closeCode()).isEqualTo(1009);
		await().atMost(PATIENCE).until(() -> output.getOut().contains("fastwire.websocket.max-message-size"));
	}

	// The handshake

	@ParameterizedTest
	@ValueSource(strings = { "Sec-WebSocket-Version: 13|Sec-WebSocket-Version: 8|426",
			"dGhlIHNhbXBsZSBub25jZQ==|abc|400", "HTTP/1.1|HTTP/1.0|426" })
	void answersWhatOnlyTheServerCanSeeIsWrong(String change) throws Exception {
		String[] parts = change.split("\\|", -1);
		serve(ECHO);
		RawSocket socket = connectRaw();
		String answer = socket.request(RawSocket.UPGRADE.replace(parts[0], parts[1]) + "\r\n");
		assertThat(answer.split(" ", 3)[1]).isEqualTo(parts[2]);
		if (parts[2].equals("426") && !parts[1].contains("1.0")) {
			assertThat(answer).contains("Sec-WebSocket-Version: 13", "Upgrade: websocket");
		}
	}

	/** Case H08: a failed handshake spoils the connection. */
	@Test
	void keepsTheConnectionAfterARefusedHandshake() throws Exception {
		serve(ECHO);
		RawSocket socket = connectRaw();
		assertThat(socket.request(RawSocket.UPGRADE.replace("Version: 13", "Version: 8") + "\r\n"))
			.startsWith("HTTP/1.1 426");
		assertThat(socket.upgrade()).startsWith("HTTP/1.1 101");
		socket.send(RawSocket.TEXT, "works");
		assertThat(socket.read().text()).isEqualTo("works");
	}

	/** Case H06: frames in the packet of the request. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void deliversWhatCameWithTheHandshake(boolean slowFilter) throws Exception {
		WebFilter filter = (exchange, chain) -> slowFilter
				? Mono.delay(Duration.ofMillis(100)).then(Mono.defer(() -> chain.filter(exchange)))
				: chain.filter(exchange);
		serve(ECHO, filter);
		RawSocket socket = connectRaw();
		byte[] frame = RawSocket.frame(RawSocket.TEXT, "early".getBytes(StandardCharsets.UTF_8));
		String both = RawSocket.UPGRADE + "\r\n" + new String(frame, StandardCharsets.ISO_8859_1);
		assertThat(socket.request(both)).startsWith("HTTP/1.1 101");
		assertThat(socket.read().text()).isEqualTo("early");
	}

	@Test
	void givesSessionsIdentifiersOfTheirOwn() throws Exception {
		serve((session) -> session.send(Mono.just(session.textMessage(session.getId()))));
		assertThat(open().read().text()).isNotEqualTo(open().read().text());
	}

	// Shutdown

	@Test
	void closesWith1001WhenTheServerShutsDown() throws Exception {
		AbstractReactiveWebServerFactory factory = factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		FastwireRequestUpgradeStrategy strategy = new FastwireRequestUpgradeStrategy(WebSocketOptions.DEFAULTS);
		CompletableFuture<Void> store = new CompletableFuture<>();
		FastwireWebServer server = (FastwireWebServer) serve(factory, strategy,
				(session) -> session.receive().doOnComplete(() -> seen.add("complete")).then(Mono.fromFuture(store)));
		RawSocket socket = open();
		CompletableFuture<GracefulShutdownResult> result = new CompletableFuture<>();
		server.shutDownGracefully(result::complete);
		assertThat(socket.read().closeCode()).isEqualTo(1001);
		socket.sendClose(1001, "");
		assertThat(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(GracefulShutdownResult.IDLE);
		assertThat(nextSeen()).isEqualTo("complete");
		server.stop();
		CompletableFuture<Void> finished = strategy.finishHandlers(PATIENCE);
		assertThat(finished).isNotDone();
		store.complete(null);
		finished.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	@Test
	void cancelsHandlersThatRunOnAfterTheServerHasStopped() throws Exception {
		FastwireRequestUpgradeStrategy strategy = new FastwireRequestUpgradeStrategy(WebSocketOptions.DEFAULTS);
		FastwireWebServer server = (FastwireWebServer) serve(strategy,
				(session) -> Mono.<Void>never()
					.doOnSubscribe((subscription) -> seen.add("started"))
					.doOnCancel(() -> seen.add("cancelled")));
		open();
		assertThat(nextSeen()).isEqualTo("started");
		server.stop();
		strategy.finishHandlers(Duration.ofMillis(50)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(nextSeen()).isEqualTo("cancelled");
	}

	@Test
	void refusesUpgradesWhileTheServerShutsDown() throws Exception {
		FastwireReactiveWebServerFactory factory = (FastwireReactiveWebServerFactory) factory();
		factory.setShutdown(Shutdown.GRACEFUL);
		factory.addServerCustomizers((options) -> options.eventLoops(1));
		CompletableFuture<Void> gate = new CompletableFuture<>();
		WebFilter filter = (exchange, chain) -> {
			if (exchange.getRequest().getPath().value().equals("/missing")) {
				exchange.getResponse().setStatusCode(HttpStatus.NOT_FOUND);
				return exchange.getResponse().setComplete();
			}
			seen.add("filtering");
			return Mono.fromFuture(gate).then(Mono.defer(() -> chain.filter(exchange)));
		};
		FastwireWebServer server = (FastwireWebServer) serve(factory, kind().upgradeStrategy(), ECHO, filter);
		RawSocket socket = connectRaw();
		socket.write((RawSocket.UPGRADE + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
		assertThat(nextSeen()).isEqualTo("filtering");
		RawSocket idle = connectRaw();
		assertThat(idle.request("GET /missing HTTP/1.1\r\nHost: t\r\n\r\n")).startsWith("HTTP/1.1 404");
		CompletableFuture<GracefulShutdownResult> result = new CompletableFuture<>();
		server.shutDownGracefully(result::complete);
		assertThat(idle.atEnd()).as("the loop has begun to shut down").isTrue();
		gate.complete(null);
		assertThat(socket.request("")).startsWith("HTTP/1.1 503");
		assertThat(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(GracefulShutdownResult.IDLE);
	}

}
