/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.WebsocketClientSpec;
import reactor.netty.http.websocket.WebsocketInbound;
import reactor.netty.http.websocket.WebsocketOutbound;
import reactor.netty.resources.ConnectionProvider;

/** A session by Reactor Netty's client, which sends each message as one frame. */
final class ReactorNettySocket extends TestSocket {

	private static final int MAX_MESSAGE = 4 * 1024 * 1024;

	private final Sinks.Many<WebSocketFrame> outgoing = Sinks.many().unicast().onBackpressureBuffer();

	private final CompletableFuture<String> opened = new CompletableFuture<>();

	private final CompletableFuture<WebsocketInbound> connection = new CompletableFuture<>();

	ReactorNettySocket(URI uri, Map<String, String> headers, String... subProtocols) throws Exception {
		WebsocketClientSpec.Builder spec = WebsocketClientSpec.builder().maxFramePayloadLength(MAX_MESSAGE);
		if (subProtocols.length == 1) {
			spec.protocols(subProtocols[0]);
		}
		HttpClient.create(ConnectionProvider.newConnection())
			.headers((fields) -> headers.forEach(fields::set))
			.websocket(spec.build())
			.uri(uri)
			.handle(this::talk)
			.subscribe(null, this::failed, () -> ended(1006, ""));
		opened.get(20, TimeUnit.SECONDS);
	}

	private Publisher<Void> talk(WebsocketInbound in, WebsocketOutbound out) {
		connection.complete(in);
		String chosen = in.selectedSubprotocol();
		opened.complete((chosen != null) ? chosen : "");
		Mono<Void> receiving = in.aggregateFrames(MAX_MESSAGE).receiveFrames().doOnNext(this::received).then();
		Mono<Void> closing = in.receiveCloseStatus()
			.doOnNext((status) -> ended(status.code(), status.reasonText()))
			.then();
		return Mono.when(receiving, closing, out.sendObject(outgoing.asFlux()).then().onErrorComplete());
	}

	private void failed(Throwable cause) {
		opened.completeExceptionally(cause);
		ended(1006, cause.toString());
	}

	private void received(WebSocketFrame frame) {
		byte[] payload = ByteBufUtil.getBytes(frame.content());
		if (frame instanceof TextWebSocketFrame) {
			received(Kind.TEXT, payload);
		}
		else if (frame instanceof BinaryWebSocketFrame) {
			received(Kind.BINARY, payload);
		}
		else if (frame instanceof PongWebSocketFrame) {
			received(Kind.PONG, payload);
		}
	}

	private synchronized void send(WebSocketFrame frame) {
		outgoing.emitNext(frame, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(10)));
	}

	@Override
	void sendText(String text) {
		send(new TextWebSocketFrame(text));
	}

	@Override
	void sendBinary(byte[] payload) {
		send(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(payload)));
	}

	@Override
	void sendPing(byte[] payload) {
		send(new PingWebSocketFrame(Unpooled.wrappedBuffer(payload)));
	}

	@Override
	void close(int code, String reason) {
		send(new CloseWebSocketFrame(code, reason));
	}

	@Override
	String subProtocol() {
		return opened.join();
	}

	@Override
	public void close() {
		outgoing.tryEmitComplete();
		connection.join().withConnection((open) -> open.disposeNow());
	}

}
