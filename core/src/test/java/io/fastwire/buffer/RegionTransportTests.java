/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fastwire.testsupport.LeakFree;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Regions reach the peer by every transport, as they are and in parts, and come back.
 */
@ExtendWith(LeakFree.class)
class RegionTransportTests {

	private static final String LONG = "str\u00e4ngar ".repeat(3000);

	static Stream<Arguments> transports() {
		return Stream.of(arguments("NIO", NioIoHandler.newFactory(), NioServerSocketChannel.class),
				arguments("epoll", EpollIoHandler.newFactory(), EpollServerSocketChannel.class),
				arguments("io_uring", IoUringIoHandler.newFactory(), IoUringServerSocketChannel.class));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("transports")
	void reachThePeer(String name, IoHandlerFactory handlers, Class<? extends ServerChannel> type)
			throws IOException, InterruptedException {
		MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, handlers);
		WritePool pool = new WritePool(group.next(), UnpooledByteBufAllocator.DEFAULT, WritePool.DEFAULT_CAPACITY,
				true);
		try {
			Channel server = new ServerBootstrap().group(group)
				.channel(type)
				.childHandler(new Greeting(pool))
				.bind(InetAddress.getLoopbackAddress(), 0)
				.sync()
				.channel();
			for (int i = 0; i < 20; i++) {
				assertThat(read((InetSocketAddress) server.localAddress())).isEqualTo("hello, " + LONG + "llo, bye");
			}
			Awaitility.await().until(() -> pool.statistics().bytesUsed() == 0);
			assertThat(pool.statistics().hits()).isEqualTo(60);
			assertThat(pool.statistics().mallocFallbacks()).isZero();
			group.next().submit(pool::close).sync();
		}
		finally {
			group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
		}
	}

	private static String read(InetSocketAddress address) throws IOException {
		try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
			ByteArrayOutputStream bytes = new ByteArrayOutputStream();
			socket.getInputStream().transferTo(bytes);
			return bytes.toString(StandardCharsets.UTF_8);
		}
	}

	/** Writes regions and part of one, then closes. */
	@Sharable
	private static final class Greeting extends ChannelInboundHandlerAdapter {

		private final WritePool pool;

		Greeting(WritePool pool) {
			this.pool = pool;
		}

		@Override
		public void channelActive(ChannelHandlerContext context) {
			ByteBuf hello = pool.encode("hello, ");
			ByteBuf part = hello.retainedSlice(2, 5);
			context.write(hello);
			context.write(pool.encode(LONG));
			context.write(part);
			context.writeAndFlush(pool.encode("bye")).addListener(ChannelFutureListener.CLOSE);
		}

	}

}
