/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Connections that were used once, for one request each, and are then kept. */
final class IdleConnections implements AutoCloseable {

	private static final ByteBuf REQUEST = WebSocketBytes.shared(HttpBytes.get("/"));

	private final ClientLoop loop;

	private final List<Channel> channels = new ArrayList<>();

	IdleConnections(ClientLoop loop) {
		this.loop = loop;
	}

	/** Opens as many {@code connections} to a {@code port}. */
	Command open(Command command) throws InterruptedException, ExecutionException, TimeoutException {
		for (int i = 0; i < command.number("connections"); i++) {
			Once once = new Once();
			Channel channel = loop.connect(command.number("port"), once);
			channels.add(channel);
			channel.writeAndFlush(REQUEST.duplicate());
			once.answered.get(ClientLoop.PATIENCE_SECONDS, TimeUnit.SECONDS);
		}
		return Command.of("done");
	}

	/** Closes them all; fails if the server has closed any before. */
	Command drop() {
		long open = channels.stream().filter(Channel::isActive).count();
		int all = channels.size();
		close();
		if (open < all) {
			throw new IllegalStateException("The server has closed " + (all - open) + " connections");
		}
		return Command.of("done");
	}

	@Override
	public void close() {
		for (Channel channel : channels) {
			channel.close().syncUninterruptibly();
		}
		channels.clear();
	}

	private static final class Once extends ChannelInboundHandlerAdapter {

		private final CompletableFuture<Void> answered = new CompletableFuture<>();

		private final ByteBuf response = Unpooled.buffer();

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			ByteBuf bytes = (ByteBuf) message;
			response.writeBytes(bytes);
			bytes.release();
			String text = response.toString(StandardCharsets.ISO_8859_1);
			int length = HttpBytes.length(text);
			if (length >= 0 && text.length() >= length) {
				answered.complete(null);
			}
		}

		@Override
		public void channelInactive(ChannelHandlerContext context) {
			answered.completeExceptionally(new IOException("The server has closed the connection"));
		}

	}

}
