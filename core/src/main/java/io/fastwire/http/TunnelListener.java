/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The protocol that runs on a connection after an upgrade. All calls come on the event
 * loop; {@link #onOpen} is first and {@link #onClose} last, each exactly once.
 */
public interface TunnelListener {

	/**
	 * Starts the protocol; the 101 response is written before anything written here.
	 * @param tunnel the byte stream
	 */
	void onOpen(Tunnel tunnel);

	/**
	 * Takes bytes from the peer, those that came right behind the request first.
	 * @param data ownership passes to the listener, which must release it
	 */
	void onData(ByteBuf data);

	/**
	 * Tells that what was pending has drained below the write limit.
	 */
	default void onWritable() {
	}

	/**
	 * Tells that the {@linkplain Tunnel#deadline deadline} has passed. It is off then.
	 */
	default void onDeadline() {
	}

	/**
	 * Tells that the peer will send no more bytes (TCP FIN). The tunnel closes by
	 * default.
	 * @param tunnel the byte stream
	 */
	default void onInputClosed(Tunnel tunnel) {
		tunnel.close();
	}

	/**
	 * Tells that the server begins to shut down gracefully. The tunnel closes by default.
	 * @param tunnel the byte stream
	 */
	default void onShutdown(Tunnel tunnel) {
		tunnel.close();
	}

	/**
	 * Ends the protocol.
	 * @param cause why, or {@code null} if the connection was closed in order
	 */
	void onClose(@Nullable Throwable cause);

}
