/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.fastwire.benchmarks.servers.Answers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** Hello over HTTP/1.1. */
final class HelloClient extends ClosedClient {

	private static final ByteBuf REQUEST = WebSocketBytes.shared(HttpBytes.get("/"));

	HelloClient(ClosedLoad load) {
		super(load, REQUEST);
	}

	@Override
	void open(Channel channel) {
		send();
	}

	@Override
	int check(ByteBuf bytes) throws IOException {
		String text = bytes.toString(StandardCharsets.ISO_8859_1);
		int length = HttpBytes.length(text);
		if (length < 0 || text.length() < length) {
			return 0;
		}
		if (text.length() > length || !text.endsWith("\r\n\r\n" + Answers.HELLO)) {
			throw new IOException("The answer is not what it must be: " + text);
		}
		return length;
	}

}
