/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.Locale;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;

/** A WebSocket echo of Netty alone, as its examples have it. */
final class NettyEcho {

	private NettyEcho() {
	}

	/** Starts the server; arguments are port and transport. */
	public static void main(String[] args) throws InterruptedException {
		boolean uring = args[1].toLowerCase(Locale.ROOT).equals("io_uring");
		IoHandlerFactory transport = uring ? IoUringIoHandler.newFactory() : EpollIoHandler.newFactory();
		Class<? extends ServerChannel> channel = uring ? IoUringServerSocketChannel.class
				: EpollServerSocketChannel.class;
		new ServerBootstrap().group(new MultiThreadIoEventLoopGroup(1, transport))
			.channel(channel)
			.childOption(ChannelOption.TCP_NODELAY, true)
			.childHandler(new ChannelInitializer<SocketChannel>() {

				@Override
				protected void initChannel(SocketChannel connection) {
					connection.pipeline()
						.addLast(new HttpServerCodec(), new HttpObjectAggregator(65536),
								new WebSocketServerProtocolHandler("/ws"), new Echo(), new NotFound());
				}

			})
			.bind("127.0.0.1", Integer.parseInt(args[0]))
			.sync();
	}

	private static final class Echo extends SimpleChannelInboundHandler<WebSocketFrame> {

		@Override
		protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
			context.write(frame.retain(), context.voidPromise());
		}

		@Override
		public void channelReadComplete(ChannelHandlerContext context) {
			context.flush();
		}

	}

	/** For whoever asks whether the server is there. */
	private static final class NotFound extends SimpleChannelInboundHandler<FullHttpRequest> {

		@Override
		protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
			DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1,
					HttpResponseStatus.NOT_FOUND, Unpooled.EMPTY_BUFFER);
			response.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
			context.writeAndFlush(response);
		}

	}

}
