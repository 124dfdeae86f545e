/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.PathParameters;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A handshake that is valid (RFC 6455 section 4.2.1) and waits for a decision. Until then
 * frames that the client has sent already are kept for the session.
 * <p>
 * {@link #accept} and {@link #refuse} may be called from any thread; the first call
 * counts. If the client goes away or the server begins to shut down before, the decision
 * has no effect.
 */
public final class WebSocketUpgrade {

	private static final int SERVICE_UNAVAILABLE = 503;

	private final Exchange exchange;

	private final PathParameters parameters;

	private final WebSocketOptions options;

	private final AtomicBoolean decided = new AtomicBoolean();

	private WebSocketUpgrade(Exchange exchange, PathParameters parameters, WebSocketOptions options) {
		this.exchange = exchange;
		this.parameters = parameters;
		this.options = options;
	}

	/**
	 * Checks a handshake. One that is not valid is answered: 426 for a request without
	 * {@code Upgrade: websocket} or with a version other than 13, 403 for an origin that
	 * is not allowed, 503 while the server shuts down, else 400. The connection stays
	 * usable.
	 * @param exchange the request, whose response is not committed
	 * @param parameters of the route
	 * @param options of the session
	 * @return the handshake, or {@code null} if it was answered
	 */
	public static @Nullable WebSocketUpgrade check(Exchange exchange, PathParameters parameters,
			WebSocketOptions options) {
		if (!HandshakeCheck.pass(exchange, options)) {
			return null;
		}
		WebSocketUpgrade upgrade = new WebSocketUpgrade(exchange, parameters, options);
		exchange.onShutdown(() -> upgrade.refuse(SERVICE_UNAVAILABLE, ""));
		return exchange.ended() ? null : upgrade;
	}

	/**
	 * Opens a session without any check of the handshake, for a caller that has checked
	 * it (RFC 6455 section 4.2.1). Event loop only. The response fields of the exchange
	 * are sent along. While the server shuts down the answer is 503.
	 * @param exchange the request, whose response is not committed
	 * @param subProtocol what was agreed on, or {@code null}
	 * @param options of the session
	 * @param listener the behaviour of the session
	 * @return whether the session was opened; if so, {@link WebSocketListener#onOpen} has
	 * returned
	 * @throws IllegalStateException if the request cannot be upgraded
	 */
	public static boolean accept(Exchange exchange, @Nullable String subProtocol, WebSocketOptions options,
			WebSocketListener listener) {
		AtomicBoolean draining = new AtomicBoolean();
		exchange.onShutdown(() -> draining.set(true));
		if (draining.get()) {
			return HandshakeCheck.answer(exchange, SERVICE_UNAVAILABLE);
		}
		open(exchange, PathParameters.NONE, subProtocol, options, listener);
		return true;
	}

	private static void open(Exchange exchange, PathParameters parameters, @Nullable String subProtocol,
			WebSocketOptions options, WebSocketListener listener) {
		Headers headers = exchange.headers();
		ResponseHeaders response = exchange.responseHeaders();
		DeflateAgreement deflate = DeflateAgreement.negotiate(headers.getAll(HandshakeCheck.EXTENSIONS),
				options.compression());
		response.set("Sec-WebSocket-Accept", HandshakeCheck.accept(headers.get(HandshakeCheck.KEY)));
		if (subProtocol != null) {
			response.set(HandshakeCheck.SUB_PROTOCOL, subProtocol);
		}
		if (deflate != null) {
			response.set(HandshakeCheck.EXTENSIONS, deflate.response());
		}
		Handshake handshake = Handshake.of(exchange, parameters, subProtocol, deflate);
		exchange.upgrade(HandshakeCheck.PROTOCOL, new SessionTunnel(handshake, options, listener));
	}

	/**
	 * Returns the request, for what describes it.
	 * @return the exchange, which must not be answered directly
	 */
	public Exchange exchange() {
		return exchange;
	}

	/**
	 * Returns what the variables of the route's pattern matched.
	 * @return the parameters
	 */
	public PathParameters pathParameters() {
		return parameters;
	}

	/**
	 * Returns the options of the route.
	 * @return the options
	 */
	public WebSocketOptions options() {
		return options;
	}

	/**
	 * Returns all sub-protocols that the client offers, in its order. Browsers cannot set
	 * other fields, so some applications find a token here.
	 * @return names as sent, maybe none
	 */
	public List<String> offeredSubProtocols() {
		return Tokens.list(exchange.headers().getAll(HandshakeCheck.SUB_PROTOCOL));
	}

	/**
	 * Returns fields that are sent with the answer, be it 101 or a refusal.
	 * @return mutable until the decision
	 */
	public ResponseHeaders responseHeaders() {
		return exchange.responseHeaders();
	}

	/**
	 * Opens the session, with a sub-protocol {@linkplain WebSocketOptions#subProtocols()
	 * chosen} from those that the client offers, or none if there is none in common.
	 * @param listener the behaviour of the session
	 */
	public void accept(WebSocketListener listener) {
		for (String offered : offeredSubProtocols()) {
			if (options.subProtocols().contains(offered)) {
				decide(() -> open(exchange, parameters, offered, options, listener));
				return;
			}
		}
		decide(() -> open(exchange, parameters, null, options, listener));
	}

	/**
	 * Opens the session.
	 * @param subProtocol one of those that the client offers, or {@code null} for none
	 * @param listener the behaviour of the session
	 * @throws IllegalArgumentException if the client does not offer the sub-protocol
	 */
	public void accept(@Nullable String subProtocol, WebSocketListener listener) {
		if (subProtocol != null && !offeredSubProtocols().contains(subProtocol)) {
			throw new IllegalArgumentException("The client does not offer the sub-protocol '" + subProtocol + "'");
		}
		decide(() -> open(exchange, parameters, subProtocol, options, listener));
	}

	/**
	 * Answers by plain HTTP; the connection stays usable.
	 * @param status from 300 to 599
	 * @param body maybe empty; a content type is up to {@link #responseHeaders()}
	 */
	public void refuse(int status, String body) {
		decide(() -> exchange.status(status).end(body));
	}

	private void decide(Runnable decision) {
		if (!decided.compareAndSet(false, true)) {
			return;
		}
		if (exchange.inEventLoop()) {
			decideNow(decision);
		}
		else {
			exchange.execute(() -> decideNow(decision));
		}
	}

	private void decideNow(Runnable decision) {
		if (!exchange.ended()) {
			decision.run();
		}
	}

}
