/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.jspecify.annotations.Nullable;

/** The one thread of all clients. */
final class ClientLoop implements AutoCloseable {

	/** How long a client waits for what should come at once. */
	static final int PATIENCE_SECONDS = 60;

	private static final int POLL_MILLIS = 5;

	private final Conversation driver;

	private final EventLoopGroup group;

	private final EventLoop loop;

	private final Class<? extends SocketChannel> channel;

	ClientLoop(Conversation driver) {
		this.driver = driver;
		boolean epoll = Epoll.isAvailable();
		IoHandlerFactory transport = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
		this.channel = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
		this.group = new MultiThreadIoEventLoopGroup(1, transport);
		this.loop = group.next();
	}

	/** Connects to a port of this machine and waits until that is done. */
	Channel connect(int port, ChannelHandler... handlers) throws InterruptedException {
		return new Bootstrap().group(group)
			.channel(channel)
			.option(ChannelOption.TCP_NODELAY, true)
			.handler(new ChannelInitializer<>() {

				@Override
				protected void initChannel(Channel connection) {
					connection.pipeline().addLast(handlers);
				}

			})
			.connect("127.0.0.1", port)
			.sync()
			.channel();
	}

	/** Who has given the commands. */
	Conversation driver() {
		return driver;
	}

	EventLoop loop() {
		return loop;
	}

	/** Runs something on the loop and waits for it. */
	<T> T call(Callable<T> task) throws InterruptedException, ExecutionException {
		return loop.submit(task).get();
	}

	/**
	 * Waits at the end of a load for the answers that are under way: a connection that
	 * nothing comes back on any more would pass for an idle one.
	 * @param missing tells how many there are, on the loop
	 * @param failure tells what went wrong meanwhile, on the loop
	 */
	void awaitAnswers(int seconds, LongSupplier missing, Supplier<@Nullable IOException> failure)
			throws IOException, InterruptedException, ExecutionException {
		long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
		while (true) {
			long count = call(missing::getAsLong);
			IOException cause = call(failure::get);
			if (cause != null) {
				throw cause;
			}
			if (count == 0) {
				return;
			}
			if (System.nanoTime() > limit) {
				throw new IOException(count + " requests have not been answered");
			}
			Thread.sleep(POLL_MILLIS);
		}
	}

	@Override
	public void close() {
		group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
	}

}
