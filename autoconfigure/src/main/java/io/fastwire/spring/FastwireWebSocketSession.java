/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.websocket.CloseCode;
import io.fastwire.websocket.WebSocketSession;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.adapter.AbstractWebSocketSession;

/**
 * A session as WebFlux sees it. May be used from any thread; several sends may run at
 * once.
 */
final class FastwireWebSocketSession extends AbstractWebSocketSession<WebSocketSession> {

	private final InboundMessages inbound;

	private final OutboundMessages outbound;

	private final Sinks.One<CloseStatus> closeStatus = Sinks.unsafe().one();

	/** How this side began to close, if it did. */
	private volatile @Nullable CloseStatus localStatus;

	FastwireWebSocketSession(WebSocketSession session, String id, HandshakeInfo info,
			NettyDataBufferFactory bufferFactory) {
		super(session, id, info, bufferFactory);
		this.inbound = new InboundMessages(session);
		this.outbound = new OutboundMessages(session);
	}

	InboundMessages inbound() {
		return inbound;
	}

	OutboundMessages outbound() {
		return outbound;
	}

	@Override
	public Flux<WebSocketMessage> receive() {
		return inbound;
	}

	@Override
	public Mono<Void> send(Publisher<WebSocketMessage> messages) {
		return outbound.send(messages);
	}

	@Override
	public WebSocketMessage textMessage(String payload) {
		return new TextMessage(payload, bufferFactory());
	}

	@Override
	public boolean isOpen() {
		return getDelegate().open();
	}

	@Override
	public Mono<Void> close(CloseStatus status) {
		return Mono.fromRunnable(() -> closeNow(status));
	}

	/** Starts the close handshake. What waits to be sent is given up. */
	void closeNow(CloseStatus status) {
		if (!isOpen()) {
			return;
		}
		String reason = status.getReason();
		getDelegate().close(status.getCode(), (reason != null) ? reason : "");
		localStatus = status;
		outbound.schedule();
	}

	@Override
	public Mono<CloseStatus> closeStatus() {
		return closeStatus.asMono();
	}

	/**
	 * Tells the handler that the session has ended. Called on the event loop.
	 * @param code what the peer has closed with, or {@link CloseCode#ABNORMAL}
	 */
	void closed(int code, String reason) {
		CloseStatus local = localStatus;
		closeStatus.tryEmitValue((local != null) ? local : CloseStatus.create(code, reason)).orThrow();
	}

}
