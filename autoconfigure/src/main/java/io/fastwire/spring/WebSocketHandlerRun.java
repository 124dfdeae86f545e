/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import io.fastwire.http.AbortedException;
import io.fastwire.websocket.CloseCode;
import io.fastwire.websocket.MessageKind;
import io.fastwire.websocket.WebSocketListener;
import io.fastwire.websocket.WebSocketSession;
import io.netty.buffer.ByteBuf;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * The run of a handler for one session: subscribes to it when the session is open, hands
 * it what happens there, and closes the session when it is done.
 */
final class WebSocketHandlerRun implements WebSocketListener, CoreSubscriber<Void> {

	/*
	 * The end of a session does not cancel its handler. A handler may have something to
	 * do then, such as to store what it has collected; it learns of the end by what it
	 * has subscribed to: receive() completes, sends fail and cancel their sources.
	 */

	private static final Log logger = LogFactory.getLog(FastwireRequestUpgradeStrategy.class);

	private static final AtomicReferenceFieldUpdater<WebSocketHandlerRun, @Nullable Subscription> UPSTREAM = AtomicReferenceFieldUpdater
		.newUpdater(WebSocketHandlerRun.class, Subscription.class, "upstream");

	private final WebSocketHandler handler;

	private final HandshakeInfo info;

	private final NettyDataBufferFactory bufferFactory;

	private final WebSocketHandlerRuns runs;

	private final Context context;

	@SuppressWarnings("UnusedVariable") // Used through UPSTREAM.
	private volatile @Nullable Subscription upstream;

	private volatile @Nullable FastwireWebSocketSession session;

	WebSocketHandlerRun(WebSocketHandler handler, HandshakeInfo info, NettyDataBufferFactory bufferFactory,
			WebSocketHandlerRuns runs, Context context) {
		this.handler = handler;
		this.info = info;
		this.bufferFactory = bufferFactory;
		this.runs = runs;
		this.context = context;
	}

	// The session, on the event loop

	@Override
	public void onOpen(WebSocketSession opened) {
		FastwireWebSocketSession started = new FastwireWebSocketSession(opened, runs.sessionId(opened), info,
				bufferFactory);
		session = started;
		runs.started(this);
		Mono.defer(() -> handler.handle(started)).subscribe(this);
	}

	@Override
	public void onMessage(WebSocketSession from, MessageKind kind, ByteBuf payload) {
		FastwireWebSocketSession current = session;
		if (current != null) {
			WebSocketMessage.Type type = (kind == MessageKind.TEXT) ? WebSocketMessage.Type.TEXT
					: WebSocketMessage.Type.BINARY;
			current.inbound().received(new WebSocketMessage(type, bufferFactory.wrap(payload)));
		}
	}

	/**
	 * Hands a pong on to a handler that has sent a ping. Others do not expect any, and an
	 * echo would answer it: some clients send pongs all the time to show that they live.
	 */
	@Override
	public void onPong(WebSocketSession from, ByteBuf payload) {
		FastwireWebSocketSession current = session;
		if (current != null && current.outbound().expectsPong(!payload.isReadable())) {
			current.inbound()
				.pongReceived(new WebSocketMessage(WebSocketMessage.Type.PONG, bufferFactory.wrap(payload)));
		}
	}

	@Override
	public void onDrain(WebSocketSession from) {
		FastwireWebSocketSession current = session;
		if (current != null) {
			current.outbound().drain();
		}
	}

	@Override
	public void onClose(WebSocketSession from, int code, String reason, @Nullable Throwable cause) {
		FastwireWebSocketSession current = session;
		if (current == null) {
			return;
		}
		if (code == CloseCode.TOO_BIG && cause != null) {
			runs.tooBig(info);
		}
		try {
			current.closed(code, reason);
			current.inbound().close();
		}
		finally {
			current.outbound()
				.close((cause instanceof AbortedException aborted) ? aborted
						: new AbortedException("The session has ended"));
		}
	}

	// The handler, on any thread

	@Override
	public Context currentContext() {
		return context;
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		if (Operators.setOnce(UPSTREAM, this, subscription)) {
			subscription.request(Long.MAX_VALUE);
		}
	}

	@Override
	public void onNext(Void nothing) {
	}

	@Override
	public void onError(Throwable cause) {
		FastwireWebSocketSession current = session;
		if (current != null && current.isOpen()) {
			logger.error("1011 for \"" + info.getUri().getRawPath() + "\": the WebSocket handler failed", cause);
			current.closeNow(CloseStatus.SERVER_ERROR);
		}
		else {
			logger.debug("The WebSocket handler failed after the session had ended", cause);
		}
		runs.ended(this);
	}

	@Override
	public void onComplete() {
		FastwireWebSocketSession current = session;
		if (current != null) {
			current.closeNow(CloseStatus.NORMAL);
		}
		runs.ended(this);
	}

	/** Cancels the handler, which has not ended although its session has. */
	void cancel() {
		try {
			Operators.terminate(UPSTREAM, this);
		}
		finally {
			runs.ended(this);
		}
	}

}
