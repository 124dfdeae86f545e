/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of one session. All calls come on the event loop of the session, so they
 * must not block; {@link #onOpen} is first and {@link #onClose} last, each exactly once.
 * A listener may serve several sessions.
 * <p>
 * An exception closes the session with 1011 and is logged.
 */
public interface WebSocketListener {

	/**
	 * Starts the session: the handshake is answered, messages may be sent.
	 * @param session the session
	 */
	default void onOpen(WebSocketSession session) {
	}

	/**
	 * Takes a message. Whoever does not care how it is represented overrides
	 * {@link #onText} and {@link #onBinary} instead, which this calls.
	 * @param session the session
	 * @param kind what the bytes mean; text has been checked to be UTF-8
	 * @param payload all bytes of the message, owned by the caller: valid until this
	 * returns, unless retained. It may be changed and written to.
	 */
	default void onMessage(WebSocketSession session, MessageKind kind, ByteBuf payload) {
		if (kind == MessageKind.TEXT) {
			onText(session, payload.toString(StandardCharsets.UTF_8));
		}
		else {
			onBinary(session, payload);
		}
	}

	/**
	 * Takes a text message.
	 * @param session the session
	 * @param text the message
	 */
	default void onText(WebSocketSession session, String text) {
	}

	/**
	 * Takes a binary message.
	 * @param session the session
	 * @param payload owned by the caller: valid until this returns, unless retained
	 */
	default void onBinary(WebSocketSession session, ByteBuf payload) {
	}

	/**
	 * Tells that the session is {@linkplain WebSocketSession#writable() writable} again
	 * after a send was congested or dropped.
	 * @param session the session
	 */
	default void onDrain(WebSocketSession session) {
	}

	/**
	 * Tells of a ping, which has been answered.
	 * @param session the session
	 * @param payload up to 125 bytes, owned by the caller: valid until this returns,
	 * unless retained
	 */
	default void onPing(WebSocketSession session, ByteBuf payload) {
	}

	/**
	 * Tells of a pong, asked for or not.
	 * @param session the session
	 * @param payload up to 125 bytes, owned by the caller: valid until this returns,
	 * unless retained
	 */
	default void onPong(WebSocketSession session, ByteBuf payload) {
	}

	/**
	 * Ends the session. Nothing can be sent any more. Never called from within a send or
	 * close of the application.
	 * @param session the session
	 * @param code the code of the peer's close frame; {@link CloseCode#NO_STATUS} if it
	 * had none; if the session failed because of something the peer did, the code it was
	 * told; else {@link CloseCode#ABNORMAL}
	 * @param reason the reason that belongs to the code, maybe empty
	 * @param cause what broke the session, or {@code null} if it was closed in order
	 */
	default void onClose(WebSocketSession session, int code, String reason, @Nullable Throwable cause) {
	}

}
