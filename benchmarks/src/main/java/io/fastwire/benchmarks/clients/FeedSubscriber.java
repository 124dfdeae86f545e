/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

/**
 * One subscriber. Looks for messages in whatever surrounds them: frame headers, chunk
 * sizes or the lines of STOMP. Each must be the successor of the one before, byte by
 * byte.
 */
final class FeedSubscriber extends ByteToMessageDecoder {

	private static final ByteBuf HEAD_END = ascii("\r\n\r\n");

	private static final ByteBuf CONNECTED = ascii("CONNECTED");

	private static final ByteBuf CONNECT = stomp("CONNECT\naccept-version:1.2\nhost:localhost\nheart-beat:0,0\n\n\0");

	private static final ByteBuf SUBSCRIBE = stomp("SUBSCRIBE\nid:0\ndestination:/topic/feed\n\n\0");

	private final FanOutLoad load;

	private final FeedProtocol protocol;

	private State state = State.HEAD;

	private long next;

	FeedSubscriber(FanOutLoad load, FeedProtocol protocol) {
		this.load = load;
		this.protocol = protocol;
	}

	private static ByteBuf ascii(String text) {
		return WebSocketBytes.shared(text.getBytes(StandardCharsets.US_ASCII));
	}

	private static ByteBuf stomp(String frame) {
		return WebSocketBytes.shared(WebSocketBytes.frame(true, frame.getBytes(StandardCharsets.US_ASCII), true));
	}

	/** Returns the number of the message that must come next, 0 before the first. */
	long next() {
		return next;
	}

	@Override
	protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws IOException {
		switch (state) {
			case HEAD -> head(context, in);
			case CONNECTING -> connecting(context, in);
			case FEED -> feed(in);
		}
	}

	private void head(ChannelHandlerContext context, ByteBuf in) throws IOException {
		int end = ByteBufUtil.indexOf(HEAD_END, in);
		if (end < 0) {
			return;
		}
		String head = in.readCharSequence(end - in.readerIndex() + 4, StandardCharsets.ISO_8859_1).toString();
		if (!head.startsWith(protocol.answer())) {
			throw new IOException(head);
		}
		state = State.FEED;
		if (protocol == FeedProtocol.STOMP) {
			state = State.CONNECTING;
			context.writeAndFlush(CONNECT.duplicate());
		}
	}

	private void connecting(ChannelHandlerContext context, ByteBuf in) {
		if (ByteBufUtil.indexOf(CONNECTED, in) >= 0) {
			in.skipBytes(in.readableBytes());
			state = State.FEED;
			context.writeAndFlush(SUBSCRIBE.duplicate());
		}
	}

	private void feed(ByteBuf in) throws IOException {
		int start = in.indexOf(in.readerIndex(), in.writerIndex(), FeedMessages.START);
		if (start < 0) {
			in.skipBytes(in.readableBytes());
			return;
		}
		in.readerIndex(start);
		if (in.readableBytes() < FeedMessages.LENGTH) {
			return;
		}
		if (next == 0) {
			next = FeedMessages.number(in, start);
		}
		load.delivered(next++, in, start);
		in.skipBytes(FeedMessages.LENGTH);
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		load.fail(cause);
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		load.fail(new IOException("The server has closed a subscriber"));
	}

	private enum State {

		HEAD, CONNECTING, FEED

	}

}
