/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.util.Locale;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;

/** Netty alone: its HTTP codec and one handler. */
public final class NettyServer {

	private NettyServer() {
	}

	/** Starts the server; arguments are port and transport. */
	public static void main(String[] args) throws InterruptedException {
		boolean uring = args[1].toLowerCase(Locale.ROOT).equals("io_uring");
		IoHandlerFactory transport = uring ? IoUringIoHandler.newFactory() : EpollIoHandler.newFactory();
		Class<? extends ServerChannel> channel = uring ? IoUringServerSocketChannel.class
				: EpollServerSocketChannel.class;
		NettyFeed feed = new NettyFeed();
		new ServerBootstrap().group(new MultiThreadIoEventLoopGroup(1, transport))
			.channel(channel)
			.option(ChannelOption.SO_BACKLOG, 1024)
			.childOption(ChannelOption.TCP_NODELAY, true)
			.childHandler(new ChannelInitializer<SocketChannel>() {

				@Override
				protected void initChannel(SocketChannel connection) {
					connection.pipeline().addLast(new HttpServerCodec(), new NettyHandler(feed));
				}

			})
			.bind("127.0.0.1", Integer.parseInt(args[0]))
			.sync();
	}

}
