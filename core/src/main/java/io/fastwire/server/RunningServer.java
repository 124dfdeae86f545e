/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.accesslog.AccessLog;
import io.fastwire.accesslog.AccessLogOptions;
import io.fastwire.http.Rejection;
import io.fastwire.http.RejectionListener;
import io.fastwire.http.RequestHandler;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.LoopResources;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import org.jspecify.annotations.Nullable;

/** A server between start and stop: its event loops and its listening socket. */
final class RunningServer {

	/**
	 * Pending bytes of a connection at which {@code writable} turns false, and true
	 * again.
	 */
	private static final WriteBufferWaterMark PENDING_LIMIT = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

	/**
	 * How often a channel may read before others have their turn, as is Netty's default.
	 */
	private static final int MAX_READS = 16;

	/** How large reads are. Each channel would make one of its own, and keep it. */
	private static final RecvByteBufAllocator READ_SIZES = new AdaptiveRecvByteBufAllocator()
		.maxMessagesPerRead(MAX_READS);

	private static final int DRAIN_CHECK_MILLIS = 10;

	private static final int STOP_SECONDS = 5;

	/** How often it is checked, once a millisecond, whether all is closed. */
	private static final int STOP_CHECKS = 2000;

	private final long startedNanos = System.nanoTime();

	private final Transport transport;

	private final MultiThreadIoEventLoopGroup group;

	private final List<LoopResources> loops;

	private final ServerStatistics statistics;

	private final Channel listener;

	private final InetSocketAddress address;

	private final @Nullable AccessLog log;

	private RunningServer(TransportProvider.Loops provided, List<LoopResources> loops, ServerStatistics statistics,
			Channel listener, @Nullable AccessLog log) {
		this.log = log;
		this.transport = provided.transport();
		this.group = provided.group();
		this.loops = loops;
		this.statistics = statistics;
		this.listener = listener;
		this.address = (InetSocketAddress) listener.localAddress();
	}

	static RunningServer start(ServerOptions options, RequestHandler handler) throws IOException {
		AccessLogOptions logged = options.accessLog();
		if (logged == null) {
			return start(options, handler, RejectionListener.NONE, null);
		}
		AccessLog log = new AccessLog(logged);
		try {
			return start(options, log.inFrontOf(handler), log, log);
		}
		catch (IOException | RuntimeException ex) {
			log.close();
			throw ex;
		}
	}

	private static RunningServer start(ServerOptions options, RequestHandler handler, RejectionListener rejections,
			@Nullable AccessLog log) throws IOException {
		ThreadFactory threads = EventLoopThread.factory(options.address().getPort());
		TransportProvider.Loops provided = TransportProvider.create(options.transport(), options.eventLoops(), threads);
		HttpProtocol protocol = new HttpProtocol(handler, options.limits(), options.timeouts(), options.serverHeader(),
				rejections);
		List<LoopResources> loops = new ArrayList<>();
		Map<EventLoop, Protocols> protocols = new IdentityHashMap<>();
		for (EventExecutor executor : provided.group()) {
			LoopResources resources = new LoopResources((EventLoop) executor, Rejection.values().length,
					options.poolBytes(), provided.lost());
			loops.add(resources);
			protocols.put(resources.loop(), new Protocols(options, protocol, resources));
		}
		AcceptFailures failures = new AcceptFailures();
		ServerStatistics statistics = new ServerStatistics(loops, failures, log);
		ConnectionOpener opener = new ConnectionOpener(options, protocols);
		ChannelFuture bound = bootstrap(options, provided, opener, opener.gate(failures)).bind(options.address())
			.awaitUninterruptibly();
		if (!bound.isSuccess()) {
			loops.forEach(LoopResources::close);
			provided.group().shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
			throw bindFailure(options, bound.cause());
		}
		return new RunningServer(provided, loops, statistics, bound.channel(), log);
	}

	private static ServerBootstrap bootstrap(ServerOptions options, TransportProvider.Loops provided,
			ChannelHandler opener, ChannelHandler gate) {
		return new ServerBootstrap().group(provided.group())
			.channelFactory(provided.channels())
			.option(ChannelOption.SO_BACKLOG, options.backlog())
			.option(ChannelOption.SO_REUSEADDR, true)
			.handler(gate)
			.childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
			.childOption(ChannelOption.RECVBUF_ALLOCATOR, READ_SIZES)
			.childOption(ChannelOption.TCP_NODELAY, true)
			.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
			.childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, PENDING_LIMIT)
			.childHandler(opener);
	}

	/** The same for all transports: the native ones have exceptions of their own. */
	private static BindException bindFailure(ServerOptions options, Throwable cause) {
		BindException failure = new BindException("Cannot listen on " + options.address() + ": " + cause.getMessage());
		failure.initCause(cause);
		return failure;
	}

	Transport transport() {
		return transport;
	}

	InetSocketAddress address() {
		return address;
	}

	Duration uptime() {
		return Duration.ofNanos(System.nanoTime() - startedNanos);
	}

	ServerStatistics statistics() {
		return statistics;
	}

	/**
	 * Stops accepting and runs the task when no connection is left. Each loop has opened
	 * what was accepted before it comes to the task that drains it.
	 */
	void drain(Runnable done) {
		AtomicInteger drained = new AtomicInteger();
		listener.close().addListener((closed) -> {
			for (LoopResources resources : loops) {
				resources.loop().execute(() -> {
					resources.sweeper().drain();
					if (drained.incrementAndGet() == loops.size()) {
						whenEmpty(done);
					}
				});
			}
		});
	}

	private void whenEmpty(Runnable done) {
		EventLoop loop = loops.get(0).loop();
		if (statistics.connectionsActive() == 0) {
			done.run();
		}
		else if (!loop.isShuttingDown()) {
			loop.schedule(() -> whenEmpty(done), DRAIN_CHECK_MILLIS, TimeUnit.MILLISECONDS);
		}
	}

	/** Closes everything. */
	void stop() {
		stopLoops();
		if (log != null) {
			log.close();
		}
	}

	/**
	 * Closes what the loops have. The loops live on until all connections are closed,
	 * which with io_uring is a matter of several turns.
	 */
	private void stopLoops() {
		EventLoop first = loops.get(0).loop();
		Promise<Void> closed = first.newPromise();
		AtomicInteger left = new AtomicInteger(loops.size());
		boolean ownThread = false;
		listener.close();
		for (LoopResources resources : loops) {
			ownThread |= resources.loop().inEventLoop();
			resources.loop().execute(() -> {
				resources.sweeper().abort();
				whenClosed(resources, STOP_CHECKS, () -> {
					resources.close();
					if (left.decrementAndGet() == 0) {
						closed.setSuccess(null);
					}
				});
			});
		}
		if (ownThread) {
			closed.addListener((done) -> group.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS));
		}
		else {
			closed.awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
			group.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
				.awaitUninterruptibly(STOP_SECONDS + 1, TimeUnit.SECONDS);
		}
	}

	private void whenClosed(LoopResources resources, int checks, Runnable task) {
		if (checks == 0 || (resources.sweeper().size() == 0 && listener.closeFuture().isDone())) {
			resources.loop().execute(task);
		}
		else {
			resources.loop().schedule(() -> whenClosed(resources, checks - 1, task), 1, TimeUnit.MILLISECONDS);
		}
	}

}
