/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;

/** WebSocket echoes. */
final class EchoClient extends ClosedClient {

	private static final ByteBuf HANDSHAKE = WebSocketBytes.handshake("/ws", "");

	private final byte[] echo;

	private boolean upgraded;

	private EchoClient(ClosedLoad load, ByteBuf frame, byte[] echo) {
		super(load, frame);
		this.echo = echo;
	}

	/**
	 * Makes a load of them.
	 * @param command has also {@code bytes} of each message and {@code text} (true or
	 * false)
	 */
	static ClosedLoad load(ClientLoop loop, Command command) {
		boolean text = Boolean.parseBoolean(command.text("text"));
		byte[] payload = text ? text(command.number("bytes")) : binary(command.number("bytes"));
		ByteBuf frame = WebSocketBytes.shared(WebSocketBytes.frame(text, payload, true));
		byte[] echo = WebSocketBytes.frame(text, payload, false);
		return new ClosedLoad(loop, command, (load) -> new EchoClient(load, frame, echo));
	}

	private static byte[] binary(int length) {
		byte[] payload = new byte[length];
		for (int i = 0; i < length; i++) {
			payload[i] = (byte) (i * 31 + 7);
		}
		return payload;
	}

	/** Text in characters of one to four bytes, filled up with ASCII. */
	private static byte[] text(int length) {
		StringBuilder text = new StringBuilder();
		String mixed = "aé東📈";
		int bytes = mixed.getBytes(StandardCharsets.UTF_8).length;
		text.append(mixed.repeat(length / bytes)).append("x".repeat(length % bytes));
		return text.toString().getBytes(StandardCharsets.UTF_8);
	}

	@Override
	void open(Channel channel) {
		channel.writeAndFlush(HANDSHAKE.duplicate());
	}

	@Override
	int check(ByteBuf bytes) throws IOException {
		if (!upgraded) {
			upgrade(bytes);
			return 0;
		}
		if (bytes.readableBytes() < echo.length) {
			return 0;
		}
		if (!bytes.equals(Unpooled.wrappedBuffer(echo))) {
			throw new IOException("The echo is not what was sent");
		}
		return echo.length;
	}

	private void upgrade(ByteBuf bytes) throws IOException {
		String text = bytes.toString(StandardCharsets.ISO_8859_1);
		int end = text.indexOf("\r\n\r\n");
		if (end < 0) {
			return;
		}
		if (!text.startsWith("HTTP/1.1 101")) {
			throw new IOException(text);
		}
		upgraded = true;
		bytes.skipBytes(end + 4);
		send();
	}

}
