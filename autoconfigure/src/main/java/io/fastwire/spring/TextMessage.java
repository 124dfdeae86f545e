/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.web.reactive.socket.WebSocketMessage;

/**
 * A text message that stays a String until somebody wants its bytes. Mostly nobody does
 * but the session, which encodes it straight into the memory that leaves.
 */
final class TextMessage extends WebSocketMessage {

	private static final DataBuffer UNUSED = DefaultDataBufferFactory.sharedInstance.wrap(new byte[0]);

	private final String text;

	private final DataBufferFactory bufferFactory;

	private @Nullable DataBuffer payload;

	TextMessage(String text, DataBufferFactory bufferFactory) {
		super(Type.TEXT, UNUSED);
		this.text = text;
		this.bufferFactory = bufferFactory;
	}

	/**
	 * Returns the text of a message that still is one.
	 * @return {@code null} if it has bytes: always had, or was asked for them, so that
	 * they may have been changed
	 */
	static @Nullable String textOf(WebSocketMessage message) {
		return (message instanceof TextMessage ours && ours.payload == null) ? ours.text : null;
	}

	@Override
	public DataBuffer getPayload() {
		DataBuffer encoded = payload;
		if (encoded == null) {
			encoded = bufferFactory.wrap(text.getBytes(StandardCharsets.UTF_8));
			payload = encoded;
		}
		return encoded;
	}

	@Override
	public String getPayloadAsText(Charset charset) {
		return getPayload().toString(charset);
	}

	@Override
	public WebSocketMessage retain() {
		DataBufferUtils.retain(getPayload());
		return this;
	}

	@Override
	public void release() {
		if (payload != null) {
			DataBufferUtils.release(payload);
		}
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || (other instanceof WebSocketMessage message && message.getType() == Type.TEXT
				&& getPayload().equals(message.getPayload()));
	}

	@Override
	public int hashCode() {
		return getType().hashCode() * 29 + getPayload().hashCode();
	}

	@Override
	public String toString() {
		return "WebSocket TEXT message (" + text.length() + " characters)";
	}

}
