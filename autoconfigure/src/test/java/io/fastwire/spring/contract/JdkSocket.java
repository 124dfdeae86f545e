/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A session by the JDK's client, which sends long messages in pieces of 16 KB. */
final class JdkSocket extends TestSocket implements WebSocket.Listener {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private final StringBuilder text = new StringBuilder();

	private final ByteArrayOutputStream binary = new ByteArrayOutputStream();

	private final WebSocket socket;

	JdkSocket(URI uri, Map<String, String> headers, String... subProtocols) throws Exception {
		WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
		headers.forEach(builder::header);
		if (subProtocols.length == 1) {
			builder.subprotocols(subProtocols[0]);
		}
		socket = builder.buildAsync(uri, this).get(20, TimeUnit.SECONDS);
	}

	@Override
	void sendText(String message) {
		socket.sendText(message, true).join();
	}

	@Override
	void sendBinary(byte[] payload) {
		socket.sendBinary(ByteBuffer.wrap(payload), true).join();
	}

	@Override
	void sendPing(byte[] payload) {
		socket.sendPing(ByteBuffer.wrap(payload)).join();
	}

	@Override
	void close(int code, String reason) {
		socket.sendClose(code, reason).join();
	}

	@Override
	String subProtocol() {
		return socket.getSubprotocol();
	}

	@Override
	public void close() {
		socket.abort();
	}

	@Override
	public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
		text.append(data);
		if (last) {
			received(Kind.TEXT, text.toString().getBytes(StandardCharsets.UTF_8));
			text.setLength(0);
		}
		from.request(1);
		return null;
	}

	@Override
	public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
		byte[] bytes = new byte[data.remaining()];
		data.get(bytes);
		binary.writeBytes(bytes);
		if (last) {
			received(Kind.BINARY, binary.toByteArray());
			binary.reset();
		}
		from.request(1);
		return null;
	}

	@Override
	public CompletionStage<?> onPong(WebSocket from, ByteBuffer data) {
		byte[] bytes = new byte[data.remaining()];
		data.get(bytes);
		received(Kind.PONG, bytes);
		from.request(1);
		return null;
	}

	@Override
	public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
		ended(code, reason);
		return null;
	}

	@Override
	public void onError(WebSocket from, Throwable error) {
		ended(1006, error.toString());
	}

}
