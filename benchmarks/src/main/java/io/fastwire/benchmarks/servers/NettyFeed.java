/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Sends one message to many connections, encoded once, past all handlers, each flushed at
 * once. There is little left out that could be. Belongs to its event loop.
 */
final class NettyFeed {

	private static final byte[] DATA = "data:".getBytes(StandardCharsets.US_ASCII);

	private final List<Channel> sockets = new ArrayList<>();

	private final List<Channel> events = new ArrayList<>();

	ChannelInboundHandlerAdapter subscriber() {
		return new Subscriber();
	}

	/** Adds a connection whose response head is an event stream's. */
	void addEvents(Channel channel) {
		events.add(channel);
		channel.closeFuture().addListener((closed) -> events.remove(channel));
	}

	/** Publishes a message of less than 126 bytes, as text. */
	void publish(byte[] message) {
		if (message.length > 125) {
			throw new IllegalArgumentException("Too long: " + message.length);
		}
		send(sockets, Unpooled.directBuffer().writeByte(0x81).writeByte(message.length).writeBytes(message));
		send(events, Unpooled.directBuffer().writeBytes(DATA).writeBytes(message).writeByte('\n').writeByte('\n'));
	}

	private static void send(List<Channel> channels, ByteBuf bytes) {
		for (Channel channel : channels) {
			ChannelHandlerContext first = channel.pipeline().firstContext();
			first.writeAndFlush(bytes.retainedDuplicate(), first.voidPromise());
		}
		bytes.release();
	}

	private final class Subscriber extends ChannelInboundHandlerAdapter {

		@Override
		public void handlerAdded(ChannelHandlerContext context) {
			sockets.add(context.channel());
		}

		@Override
		public void channelRead(ChannelHandlerContext context, Object frame) {
			ReferenceCountUtil.release(frame);
		}

		@Override
		public void channelInactive(ChannelHandlerContext context) {
			sockets.remove(context.channel());
		}

	}

}
