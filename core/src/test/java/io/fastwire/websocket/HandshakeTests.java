/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.http1.WebSocketWire;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireFrame;
import io.fastwire.testsupport.WireResponse;
import io.fastwire.testsupport.WireSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The opening handshake (RFC 6455 section 4.2). */
@ExtendWith(LeakFree.class)
class HandshakeTests {

	private static final String REQUEST = WireSocket.handshake("/ws", "");

	private static final String PLAIN = "GET /ws HTTP/1.1\r\nHost: t\r\n\r\n";

	private final RecordingListener listener = new RecordingListener();

	private WebSocketRoute route(WebSocketOptions.Builder options) {
		return WebSocketRoute.of(options.build(), () -> listener);
	}

	private WireResponse answer(WebSocketOptions.Builder options, String request) {
		try (WebSocketWire wire = new WebSocketWire(route(options))) {
			return wire.send(request).responses().get(0);
		}
	}

	private WireResponse answer(String request) {
		return answer(WebSocketOptions.builder(), request);
	}

	@Test
	void answerHasTheKeyOfTheRfc() {
		WireResponse response = answer(REQUEST.replace("AAECAwQFBgcICQoLDA0ODw==", "dGhlIHNhbXBsZSBub25jZQ=="));
		assertThat(response.status()).isEqualTo(101);
		assertThat(response.field("Sec-WebSocket-Accept")).contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
		assertThat(response.field("Upgrade")).contains("websocket");
		assertThat(response.field("Connection")).contains("upgrade");
		assertThat(response.field("Sec-WebSocket-Protocol")).isEmpty();
		assertThat(response.field("Sec-WebSocket-Extensions")).isEmpty();
	}

	@Test
	void fieldsAreListsOfTokensInAnyCase() {
		for (String fields : List.of("Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n",
				"Connection: keep-alive\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
				"connection: UPGRADE\r\nUpgrade: WebSocket\r\n", "Connection: upgrade\r\nUpgrade: h2c, websocket\r\n",
				"Connection: ,upgrade,\r\nUpgrade: h2c\r\nUpgrade: WEBSOCKET\r\n")) {
			String request = REQUEST.replace("Upgrade: websocket\r\nConnection: Upgrade\r\n", fields);
			assertThat(answer(request).status()).describedAs(fields).isEqualTo(101);
		}
	}

	@Test
	void requestThatDoesNotAskForWebSocketGets426AndTheConnectionStaysUsable() {
		for (String request : List.of(PLAIN, REQUEST.replace("Upgrade: websocket", "Upgrade: h2c"),
				REQUEST.replace("Upgrade: websocket", "Upgrade: websockets"), REQUEST.replace("GET", "POST"),
				REQUEST.replace("Connection: Upgrade\r\n", ""))) {
			try (WebSocketWire wire = new WebSocketWire(route(WebSocketOptions.builder()))) {
				List<WireResponse> responses = wire.send(request + PLAIN).responses();
				assertThat(responses).extracting(WireResponse::status).containsExactly(426, 426);
				assertThat(responses.get(0).field("Upgrade")).contains("websocket");
				assertThat(responses.get(0).field("Connection")).contains("upgrade");
				assertThat(wire.open()).isTrue();
			}
		}
		try (WebSocketWire wire = new WebSocketWire(route(WebSocketOptions.builder()))) {
			wire.send(REQUEST.replace("HTTP/1.1", "HTTP/1.0"));
			assertThat(wire.responses().get(0).status()).isEqualTo(426);
		}
	}

	@Test
	void otherVersionsGet426WithTheRightOne() {
		for (String version : List.of("Sec-WebSocket-Version: 8\r\n", "", "Sec-WebSocket-Version: 13, 8\r\n",
				"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Version: 013\r\n")) {
			WireResponse response = answer(REQUEST.replace("Sec-WebSocket-Version: 13\r\n", version));
			assertThat(response.status()).describedAs(version).isEqualTo(426);
			assertThat(response.field("Sec-WebSocket-Version")).contains("13");
		}
	}

	@Test
	void keyMustBeOneAndOfSixteenBytes() {
		String key = "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n";
		for (String other : List.of("", "Sec-WebSocket-Key: abc\r\n", key + key, "Sec-WebSocket-Key:\r\n",
				"Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw=\r\n", "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODwAA\r\n",
				"Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0OD*==\r\n")) {
			try (WebSocketWire wire = new WebSocketWire(route(WebSocketOptions.builder()))) {
				wire.send(REQUEST.replace(key, other) + PLAIN);
				assertThat(wire.responses()).extracting(WireResponse::status).containsExactly(400, 426);
			}
		}
	}

	@Test
	void requestWithABodyIsRefused() {
		try (WebSocketWire wire = new WebSocketWire(route(WebSocketOptions.builder()))) {
			wire.send(WireSocket.handshake("/ws", "Content-Length: 3\r\n") + "abc" + PLAIN);
			assertThat(wire.responses()).extracting(WireResponse::status).containsExactly(400, 426);
		}
	}

	@Test
	void pagesOfOtherHostsAreRefusedByDefault() {
		assertThat(origin("http://t")).isEqualTo(101);
		assertThat(origin("https://t:443")).isEqualTo(101);
		assertThat(origin("https://T")).isEqualTo(101);
		assertThat(origin("http://other")).isEqualTo(403);
		assertThat(origin("http://t:8080")).isEqualTo(403);
		assertThat(origin("http://t.other")).isEqualTo(403);
		assertThat(origin("null")).isEqualTo(403);
		assertThat(origin("")).isEqualTo(403);
		assertThat(origin("x")).isEqualTo(403);
		assertThat(origin("://")).isEqualTo(403);
		assertThat(origin("http://")).isEqualTo(403);
		assertThat(origin("http://other", "http://other")).isEqualTo(101);
		assertThat(origin("http://OTHER:80", "http://other")).isEqualTo(101);
		assertThat(origin("https://other", "http://other")).isEqualTo(403);
		assertThat(origin("http://t", "http://other")).as("its own pages").isEqualTo(101);
		assertThat(origin("null", WebSocketOptions.ANY_ORIGIN)).isEqualTo(101);
	}

	private int origin(String origin, String... allowed) {
		String request = WireSocket.handshake("/ws", "Origin: " + origin + "\r\n");
		return answer(WebSocketOptions.builder().allowedOrigins(allowed), request).status();
	}

	@Test
	void firstSubProtocolOfTheClientThatTheServerHasIsChosen() {
		WebSocketOptions.Builder options = WebSocketOptions.builder().subProtocols("v1", "v2");
		for (String offer : List.of("v0, v2, v1", "v0,v2\r\nSec-WebSocket-Protocol: v1", "V1, v2")) {
			WireResponse response = answer(options,
					WireSocket.handshake("/ws", "Sec-WebSocket-Protocol: " + offer + "\r\n"));
			assertThat(response.field("Sec-WebSocket-Protocol")).describedAs(offer).contains("v2");
			assertThat(listener.session().subProtocol()).isEqualTo("v2");
		}
		assertThat(answer(options, WireSocket.handshake("/ws", "Sec-WebSocket-Protocol: v3\r\n"))
			.field("Sec-WebSocket-Protocol")).isEmpty();
		assertThat(answer(options, REQUEST).field("Sec-WebSocket-Protocol")).isEmpty();
		assertThat(listener.session().subProtocol()).isNull();
	}

	@Test
	void tokenAmongTheSubProtocolsIsSeenAndNotEchoed() {
		List<String> offered = new ArrayList<>();
		WebSocketAcceptor acceptor = (upgrade) -> {
			offered.addAll(upgrade.offeredSubProtocols());
			assertThatIllegalArgumentException().isThrownBy(() -> upgrade.accept("app.v2", listener));
			upgrade.accept("app.v1", listener);
		};
		try (WebSocketWire wire = new WebSocketWire(new WebSocketRoute(WebSocketOptions.DEFAULTS, acceptor))) {
			wire.send(WireSocket.handshake("/ws",
					"Sec-WebSocket-Protocol: app.v1\r\nSec-WebSocket-Protocol: bearer.eyJhbGciOi\r\n"));
			assertThat(wire.responses().get(0).field("Sec-WebSocket-Protocol")).contains("app.v1");
			assertThat(offered).containsExactly("app.v1", "bearer.eyJhbGciOi");
		}
	}

	@Test
	void refusalIsPlainHttpAndTheConnectionStaysUsable() {
		WebSocketAcceptor acceptor = (upgrade) -> {
			upgrade.responseHeaders().set("WWW-Authenticate", "Bearer");
			upgrade.refuse(401, "who are you?");
			upgrade.accept(listener);
			upgrade.refuse(500, "twice");
		};
		try (WebSocketWire wire = new WebSocketWire(new WebSocketRoute(WebSocketOptions.DEFAULTS, acceptor))) {
			List<WireResponse> responses = wire.send(REQUEST + REQUEST).responses();
			assertThat(responses).extracting(WireResponse::status).containsExactly(401, 401);
			assertThat(responses.get(0).text()).isEqualTo("who are you?");
			assertThat(responses.get(0).field("WWW-Authenticate")).contains("Bearer");
			assertThat(listener.events).isEmpty();
		}
	}

	@Test
	void decisionThatComesTooLateHasNoEffect() {
		List<WebSocketUpgrade> waiting = new ArrayList<>();
		try (WebSocketWire wire = new WebSocketWire(new WebSocketRoute(WebSocketOptions.DEFAULTS, waiting::add))) {
			wire.send(REQUEST).reset();
			waiting.get(0).accept(listener);
			wire.run();
			assertThat(listener.events).isEmpty();
		}
	}

	@Test
	void noSessionStartsWhileTheServerShutsDown() {
		List<WebSocketUpgrade> waiting = new ArrayList<>();
		try (WebSocketWire wire = new WebSocketWire(new WebSocketRoute(WebSocketOptions.DEFAULTS, waiting::add))) {
			wire.send(REQUEST).drain();
			waiting.get(0).accept(listener);
			wire.run();
			assertThat(wire.responses()).extracting(WireResponse::status).containsExactly(503);
			assertThat(listener.events).isEmpty();
		}
		List<Boolean> accepted = new ArrayList<>();
		try (WebSocketWire wire = new WebSocketWire((exchange, parameters) -> {
			exchange.execute(
					() -> accepted.add(WebSocketUpgrade.accept(exchange, null, WebSocketOptions.DEFAULTS, listener)));
		})) {
			wire.resources().sweeper();
			wire.send(REQUEST.substring(0, REQUEST.length() - 2)).drain().send("\r\n").run();
			assertThat(wire.responses()).extracting(WireResponse::status).containsExactly(503);
			assertThat(accepted).containsExactly(false);
		}
	}

	@Test
	void acceptWithoutAnyCheckOpensTheSession() {
		try (WebSocketWire wire = new WebSocketWire((exchange, parameters) -> {
			exchange.responseHeaders().add("Set-Cookie", "a=b");
			assertThat(WebSocketUpgrade.accept(exchange, "any", WebSocketOptions.DEFAULTS, listener)).isTrue();
		})) {
			wire.send(WireSocket.handshake("/ws?x=1", "Origin: http://other\r\nX-A: b\r\n"));
			assertThat(wire.responses().get(0).field("Set-Cookie")).contains("a=b");
			WebSocketSession session = listener.session();
			assertThat(session.subProtocol()).isEqualTo("any");
			assertThat(session.target().raw()).isEqualTo("/ws?x=1");
			assertThat(session.headers().get("x-a")).isEqualTo("b");
			assertThat(session.id()).hasSize(8);
			assertThat(session.secure()).isFalse();
			assertThat(session.compressed()).isFalse();
			session.attachment(this);
			assertThat(session.attachment()).isSameAs(this);
			wire.send(WireFrame.text("x"));
			assertThat(listener.events).containsExactly("open", "text x");
		}
	}

}
