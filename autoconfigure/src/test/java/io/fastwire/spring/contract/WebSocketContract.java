/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What WebSocket handlers of WebFlux may rely on, whatever the server and the client.
 */
abstract class WebSocketContract extends WebSocketHarness {

	private static final WebSocketHandler ECHO = (session) -> session
		.send(session.receive().doOnNext(WebSocketMessage::retain));

	private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

	WebSocketContract(Servers kind) {
		super(kind);
	}

	private Object nextSeen() throws InterruptedException {
		Object next = seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(next).as("seen by the handler in time").isNotNull();
		return next;
	}

	@ParameterizedTest
	@EnumSource
	void echoesTextsOfAllLengths(SocketClient client) throws Exception {
		serve(ECHO);
		TestSocket socket = connect(client);
		for (int length : List.of(0, 1, 125, 126, 127, 4096, 65535, 65536, 128 * 1024, 1024 * 1024)) {
			String text = "aä€𝄞".repeat(length / 10) + "x".repeat(length % 10);
			socket.sendText(text);
			assertThat(socket.nextText()).isEqualTo(text);
		}
	}

	@ParameterizedTest
	@EnumSource
	void echoesBytesOfAllLengths(SocketClient client) throws Exception {
		serve(ECHO);
		TestSocket socket = connect(client);
		for (int length : List.of(0, 1, 125, 126, 127, 4096, 65535, 65536, 128 * 1024, 1024 * 1024)) {
			byte[] payload = new byte[length];
			for (int i = 0; i < length; i++) {
				payload[i] = (byte) (i * 31);
			}
			socket.sendBinary(payload);
			assertThat(socket.nextBinary()).isEqualTo(payload);
		}
	}

	@ParameterizedTest
	@EnumSource
	void echoesManyMessagesInTheirOrder(SocketClient client) throws Exception {
		serve(ECHO);
		TestSocket socket = connect(client);
		for (int i = 0; i < 1000; i++) {
			socket.sendText("message " + i);
		}
		for (int i = 0; i < 1000; i++) {
			assertThat(socket.nextText()).isEqualTo("message " + i);
		}
	}

	@ParameterizedTest
	@EnumSource
	void sendsTextsThatTheSessionMakes(SocketClient client) throws Exception {
		serve((session) -> session.send(session.receive()
			.map(WebSocketMessage::getPayloadAsText)
			.map((text) -> text + " back \uD800|")
			.map(session::textMessage)));
		TestSocket socket = connect(client);
		socket.sendText("there and ä€𝄞");
		assertThat(socket.nextText()).isEqualTo("there and ä€𝄞 back ?|");
	}

	@ParameterizedTest
	@EnumSource
	void agreesOnASubProtocol(SocketClient client) throws Exception {
		serve(new WebSocketHandler() {

			@Override
			public List<String> getSubProtocols() {
				return List.of("v2.chat", "v1.chat");
			}

			@Override
			public Mono<Void> handle(WebSocketSession session) {
				String chosen = session.getHandshakeInfo().getSubProtocol();
				return session.send(Mono.just(session.textMessage(String.valueOf(chosen))));
			}

		});
		TestSocket first = connect(client, "v1.chat");
		assertThat(first.subProtocol()).isEqualTo("v1.chat");
		assertThat(first.nextText()).isEqualTo("v1.chat");
		TestSocket second = connect(client);
		assertThat(second.subProtocol()).isEmpty();
		assertThat(second.nextText()).isEqualTo("null");
	}

	@ParameterizedTest
	@EnumSource
	void tellsTheHandlerOfTheHandshake(SocketClient client) throws Exception {
		WebFilter attribute = (exchange, chain) -> chain
			.filter(exchange.mutate().principal(Mono.just((Principal) () -> "tester")).build());
		serve((session) -> {
			HandshakeInfo info = session.getHandshakeInfo();
			return info.getPrincipal().doOnNext((principal) -> {
				seen.add(info.getUri().getPath());
				seen.add(String.valueOf(info.getHeaders().getFirst("My-Header")));
				seen.add(String.valueOf(info.getCookies().getFirst("SID")));
				seen.add(principal.getName());
				seen.add(info.getRemoteAddress().getAddress().isLoopbackAddress());
			}).then();
		}, attribute);
		connect(client, Map.of("My-Header", "my value", "Cookie", "SID=abc"));
		assertThat(List.of(nextSeen(), nextSeen(), nextSeen(), nextSeen(), nextSeen())).containsExactly("/ws",
				"my value", "SID=abc", "tester", true);
	}

	@ParameterizedTest
	@EnumSource
	void closesWithTheStatusOfTheHandler(SocketClient client) throws Exception {
		serve((session) -> session.send(Mono.just(session.textMessage("last")))
			.then(session.close(new CloseStatus(4001, "no more ä€"))));
		TestSocket socket = connect(client);
		assertThat(socket.nextText()).isEqualTo("last");
		assertThat(socket.awaitClose()).isEqualTo(new CloseStatus(4001, "no more ä€"));
	}

	@ParameterizedTest
	@EnumSource
	void tellsTheHandlerHowTheClientHasClosed(SocketClient client) throws Exception {
		serve((session) -> {
			session.closeStatus().subscribe(seen::add);
			return session.receive().doOnComplete(() -> seen.add("complete")).then();
		});
		TestSocket socket = connect(client);
		socket.close(3000, "bye");
		assertThat(List.of(nextSeen(), nextSeen())).containsExactlyInAnyOrder(new CloseStatus(3000, "bye"), "complete");
		assertThat(socket.awaitClose().getCode()).isEqualTo(3000);
	}

	@ParameterizedTest
	@EnumSource
	void letsSeveralSendsRunAtOnce(SocketClient client) throws Exception {
		serve((session) -> Mono.when(send(session, "a", 200), send(session, "b", 200), send(session, "c", 200))
			.then(session.receive().then()));
		TestSocket socket = connect(client);
		List<String> received = new ArrayList<>();
		for (int i = 0; i < 600; i++) {
			received.add(socket.nextText());
		}
		for (String name : List.of("a", "b", "c")) {
			assertThat(received.stream().filter((text) -> text.startsWith(name)))
				.containsExactlyElementsOf(Flux.range(0, 200).map((i) -> name + i).collectList().block());
		}
	}

	private static Mono<Void> send(WebSocketSession session, String name, int count) {
		return session.send(Flux.range(0, count).map((i) -> session.textMessage(name + i)));
	}

	@ParameterizedTest
	@EnumSource
	void answersPings(SocketClient client) throws Exception {
		serve((session) -> session.receive().doOnNext((message) -> seen.add(message.getType())).then());
		TestSocket socket = connect(client);
		socket.sendPing("are you there".getBytes(StandardCharsets.UTF_8));
		TestSocket.Message pong = socket.next();
		assertThat(pong.kind()).isEqualTo(TestSocket.Kind.PONG);
		assertThat(pong.text()).isEqualTo("are you there");
		socket.sendText("a message");
		assertThat(nextSeen()).as("pings are not the handler's business").isEqualTo(WebSocketMessage.Type.TEXT);
	}

	@ParameterizedTest
	@ValueSource(ints = { RawSocket.PING, RawSocket.PONG })
	void sendsPingsAndPongsOfTheHandler(int opcode) throws Exception {
		serve((session) -> {
			WebSocketMessage message = (opcode == RawSocket.PING)
					? session.pingMessage((buffers) -> buffers.wrap(new byte[] { 1, 2, 3 }))
					: session.pongMessage((buffers) -> buffers.wrap(new byte[] { 1, 2, 3 }));
			return session.send(Mono.just(message)).then(session.receive().doOnNext((received) -> {
				seen.add(received.getType());
				seen.add(received.getPayload().readableByteCount());
			}).then());
		});
		RawSocket socket = connectRaw();
		socket.upgrade();
		RawSocket.Frame frame = socket.read();
		assertThat(frame.opcode()).isEqualTo(opcode);
		assertThat(frame.payload()).containsExactly(1, 2, 3);
		if (opcode == RawSocket.PING) {
			socket.send(RawSocket.PONG, frame.payload());
			assertThat(nextSeen()).isEqualTo(WebSocketMessage.Type.PONG);
			assertThat(nextSeen()).isEqualTo(3);
		}
	}

	@Test
	void sendsWhatFiltersHaveSetWithTheHandshake() throws Exception {
		WebFilter filter = (exchange, chain) -> {
			exchange.getResponse().getHeaders().set("From-Filter", "yes");
			exchange.getResponse().addCookie(ResponseCookie.from("SID", "new").build());
			exchange.getResponse()
				.beforeCommit(
						() -> Mono.fromRunnable(() -> exchange.getResponse().getHeaders().set("From-Commit", "yes")));
			return chain.filter(exchange);
		};
		serve(ECHO, filter);
		RawSocket socket = connectRaw();
		assertThat(socket.upgrade()).startsWith("HTTP/1.1 101")
			.containsIgnoringCase("\r\nFrom-Filter: yes\r\n")
			.containsIgnoringCase("\r\nFrom-Commit: yes\r\n")
			.containsIgnoringCase("\r\nSet-Cookie: SID=new\r\n")
			.containsIgnoringCase("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
			.doesNotContainIgnoringCase("Transfer-Encoding")
			.doesNotContainIgnoringCase("Content-Length");
		socket.send(RawSocket.TEXT, "still in step");
		assertThat(socket.read().text()).isEqualTo("still in step");
	}

	/** Case H09: filters that rewrite break the upgrade. */
	@Test
	void upgradesBehindFiltersThatDecorate() throws Exception {
		WebFilter filter = (exchange,
				chain) -> chain.filter(exchange.mutate()
					.request(new ServerHttpRequestDecorator(
							exchange.getRequest().mutate().header("Added", "by a filter").build()))
					.response(new ServerHttpResponseDecorator(exchange.getResponse()))
					.build());
		serve((session) -> session
			.send(Mono.just(session.textMessage(session.getHandshakeInfo().getHeaders().getFirst("Added")))), filter);
		assertThat(connect(SocketClient.JDK).nextText()).isEqualTo("by a filter");
	}

	@Test
	void leavesTheConnectionUsableWhenAFilterRefuses() throws Exception {
		WebFilter filter = (exchange, chain) -> {
			exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
			return exchange.getResponse().setComplete();
		};
		serve(ECHO, filter);
		RawSocket socket = connectRaw();
		assertThat(socket.upgrade()).startsWith("HTTP/1.1 403");
		assertThat(socket.upgrade()).startsWith("HTTP/1.1 403");
	}

	@Test
	void handsTheContextOfTheExchangeToTheHandler() throws Exception {
		WebFilter filter = (exchange, chain) -> chain.filter(exchange)
			.contextWrite((context) -> context.put("user", "from the filter"));
		serve((session) -> Mono
			.deferContextual((context) -> session.send(Mono.just(session.textMessage(context.get("user"))))), filter);
		assertThat(connect(SocketClient.JDK).nextText()).isEqualTo("from the filter");
	}

	@Test
	void refusesWhatIsNoHandshake() throws Exception {
		serve(ECHO);
		RawSocket socket = connectRaw();
		assertThat(socket.request(RawSocket.UPGRADE.replace("Upgrade: websocket\r\n", "") + "\r\n"))
			.startsWith("HTTP/1.1 400");
		assertThat(connectRaw().request(RawSocket.UPGRADE.replace("Connection: Upgrade\r\n", "") + "\r\n"))
			.startsWith("HTTP/1.1 400");
		assertThat(connectRaw().request(RawSocket.UPGRADE.replaceFirst("Sec-WebSocket-Key.*\r\n", "") + "\r\n"))
			.startsWith("HTTP/1.1 400");
		assertThat(connectRaw().request(RawSocket.UPGRADE.replace("GET", "POST") + "\r\n")).startsWith("HTTP/1.1 405");
	}

	@Test
	void lendsMessagesUntilOnNextReturns() throws Exception {
		serve((session) -> session.receive().take(2).map((message) -> {
			seen.add(message.getPayloadAsText());
			return message;
		}).then(Mono.never()));
		RawSocket socket = connectRaw();
		socket.upgrade();
		socket.send(RawSocket.TEXT, "one");
		socket.send(RawSocket.TEXT, "two");
		assertThat(nextSeen()).isEqualTo("one");
		assertThat(nextSeen()).isEqualTo("two");
	}

	@Test
	void cancelsWhatIsBeingSentWhenTheClientIsGone() throws Exception {
		CompletableFuture<String> cancelled = new CompletableFuture<>();
		serve((session) -> session.send(Flux.just(session.textMessage("first"))
			.concatWith(Flux.never())
			.doOnCancel(() -> cancelled.complete("cancelled"))));
		RawSocket socket = connectRaw();
		socket.upgrade();
		assertThat(socket.read().text()).isEqualTo("first");
		socket.reset();
		assertThat(cancelled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("cancelled");
	}

}
