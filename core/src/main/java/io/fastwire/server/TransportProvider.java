/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Finds a transport that works and makes event loops of it.
 */
final class TransportProvider {

	/*
	 * The native transports are optional jars, so their classes may be absent: each is
	 * named only inside a class of its own, which is loaded behind a try. Available is
	 * not enough: a ring can fail to be created where memory may not be locked, so the
	 * event loops are made here, and a failure means the next candidate.
	 */

	private static final Logger LOGGER = System.getLogger(TransportProvider.class.getName());

	private static final List<Transport> CANDIDATES = List.of(Transport.IO_URING, Transport.EPOLL, Transport.KQUEUE,
			Transport.NIO);

	/**
	 * A transport with running event loops.
	 *
	 * @param lost tells whether the peer of an open channel has gone
	 */
	record Loops(Transport transport, MultiThreadIoEventLoopGroup group,
			ChannelFactory<? extends ServerChannel> channels, Predicate<Channel> lost) {
	}

	/** What a transport is made of. */
	private record Parts(@Nullable Throwable unavailable, Supplier<IoHandlerFactory> handlers,
			ChannelFactory<? extends ServerChannel> channels, Predicate<Channel> lost) {

		Parts(@Nullable Throwable unavailable, Supplier<IoHandlerFactory> handlers,
				ChannelFactory<? extends ServerChannel> channels) {
			this(unavailable, handlers, channels, (channel) -> false);
		}

	}

	private TransportProvider() {
	}

	/**
	 * Makes event loops.
	 * @param wanted a transport, or AUTO
	 * @param count how many loops
	 * @param threads makes their threads
	 * @throws IllegalStateException if the wanted transport does not work here
	 */
	static Loops create(Transport wanted, int count, ThreadFactory threads) {
		if (wanted != Transport.AUTO) {
			return tryCreate(wanted, count, threads);
		}
		for (Transport candidate : CANDIDATES) {
			try {
				return tryCreate(candidate, count, threads);
			}
			catch (IllegalStateException ex) {
				LOGGER.log(Level.DEBUG, () -> ex.getMessage() + ": " + ex.getCause());
			}
		}
		throw new IllegalStateException("No transport works here, not even NIO");
	}

	private static Loops tryCreate(Transport transport, int count, ThreadFactory threads) {
		Throwable cause;
		try {
			Parts parts = parts(transport);
			cause = parts.unavailable();
			if (cause == null) {
				return new Loops(transport, new MultiThreadIoEventLoopGroup(count, threads, parts.handlers().get()),
						parts.channels(), parts.lost());
			}
		}
		catch (LinkageError | RuntimeException ex) {
			cause = ex;
		}
		throw new IllegalStateException("Transport " + transport + " is not available", cause);
	}

	private static Parts parts(Transport transport) {
		return switch (transport) {
			case IO_URING -> IoUringParts.get();
			case EPOLL -> EpollParts.get();
			case KQUEUE -> KQueueParts.get();
			case NIO, AUTO -> new Parts(null, NioIoHandler::newFactory, NioServerSocketChannel::new);
		};
	}

	private static final class IoUringParts {

		/** TCP_CLOSE of Linux. */
		private static final int CLOSED = 7;

		/**
		 * Netty arms an accept of several connections again whatever it came to and
		 * whether reading is wanted: without descriptors, it fails as often as the CPU
		 * can. Netty reads the property once, so this must come first.
		 */
		private static final String MULTI_SHOT = "io.netty.iouring.acceptMultiShotEnabled";

		static {
			if (System.getProperty(MULTI_SHOT) == null) {
				System.setProperty(MULTI_SHOT, "false");
			}
		}

		static Parts get() {
			return new Parts(IoUring.unavailabilityCause(), IoUringIoHandler::newFactory,
					IoUringServerSocketChannel::new, IoUringParts::lost);
		}

		/**
		 * Netty waits for the next edge of its multishot poll after a read. A reset that
		 * comes between the edge for data and the read of that data makes no other edge,
		 * and would never be noticed by a connection that writes nothing.
		 */
		private static boolean lost(Channel channel) {
			return channel instanceof IoUringSocketChannel socket && socket.tcpInfo().state() == CLOSED;
		}

	}

	private static final class EpollParts {

		static Parts get() {
			return new Parts(Epoll.unavailabilityCause(), EpollIoHandler::newFactory, EpollServerSocketChannel::new);
		}

	}

	private static final class KQueueParts {

		static Parts get() {
			return new Parts(KQueue.unavailabilityCause(), KQueueIoHandler::newFactory, KQueueServerSocketChannel::new);
		}

	}

}
