/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import io.netty.buffer.ByteBuf;

/** Sends each message back. */
class EchoListener implements WebSocketListener {

	@Override
	public void onMessage(WebSocketSession session, MessageKind kind, ByteBuf payload) {
		session.send(kind, payload.retain());
	}

}
