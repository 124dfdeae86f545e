/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.Objects;

import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Starts a session when its tunnel is open, and tells it what happens there. */
final class SessionTunnel implements TunnelListener {

	private final Handshake handshake;

	private final WebSocketOptions options;

	private final WebSocketListener listener;

	private @Nullable LoopSession session;

	SessionTunnel(Handshake handshake, WebSocketOptions options, WebSocketListener listener) {
		this.handshake = handshake;
		this.options = options;
		this.listener = listener;
	}

	private LoopSession session() {
		return Objects.requireNonNull(session);
	}

	@Override
	public void onOpen(Tunnel tunnel) {
		LoopSession started = new LoopSession(tunnel, handshake, options, listener);
		session = started;
		started.start();
	}

	@Override
	public void onData(ByteBuf data) {
		session().received(data);
	}

	@Override
	public void onWritable() {
		session().becameWritable();
	}

	@Override
	public void onDeadline() {
		session().timers().expired();
	}

	@Override
	public void onInputClosed(Tunnel tunnel) {
		session().inputClosed();
	}

	@Override
	public void onShutdown(Tunnel tunnel) {
		session().closeNow(CloseCode.GOING_AWAY, "");
	}

	@Override
	public void onClose(@Nullable Throwable cause) {
		if (session != null) {
			session.disconnected(cause);
		}
	}

}
