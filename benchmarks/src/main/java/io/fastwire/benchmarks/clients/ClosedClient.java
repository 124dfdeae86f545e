/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * One connection of {@link ClosedLoad}. The first answer is compared byte by byte; of
 * later ones, which must be as long, only the length is looked at.
 */
abstract class ClosedClient extends ChannelInboundHandlerAdapter implements LoadConnection {

	private final ClosedLoad load;

	private final ByteBuf request;

	private final CompletableFuture<Void> checked = new CompletableFuture<>();

	private final ByteBuf first = Unpooled.buffer();

	private @Nullable Channel channel;

	/** The length of an answer; 0 until the first is there. */
	private int answerBytes;

	private int received;

	private long sent;

	/** Whether an answer is still to come. */
	private boolean waiting;

	/**
	 * Makes a client.
	 * @param request what is sent for each operation, shared by all clients
	 */
	ClosedClient(ClosedLoad load, ByteBuf request) {
		this.load = load;
		this.request = request;
	}

	/** Sends what comes before the first answer, an operation as well. */
	abstract void open(Channel channel);

	/**
	 * Looks at what has come so far of the first answer.
	 * @param bytes all of it, to be taken as far as it is not part of the answer
	 * @return the length of the answer, or 0 if it is not complete
	 * @throws IOException if it is not what it must be
	 */
	abstract int check(ByteBuf bytes) throws IOException;

	@Override
	public final ChannelHandler[] handlers() {
		return new ChannelHandler[] { this };
	}

	@Override
	public final CompletableFuture<Void> checked() {
		return checked;
	}

	@Override
	public final int waiting() {
		return waiting ? 1 : 0;
	}

	@Override
	public final void start() {
		send();
	}

	/** Sends the next request. */
	final void send() {
		received = 0;
		waiting = true;
		sent = System.nanoTime();
		if (channel != null) {
			channel.writeAndFlush(request.duplicate(), channel.voidPromise());
		}
	}

	@Override
	public final void channelActive(ChannelHandlerContext context) {
		channel = context.channel();
		open(context.channel());
	}

	@Override
	public final void channelRead(ChannelHandlerContext context, Object message) {
		ByteBuf bytes = (ByteBuf) message;
		try {
			if (answerBytes > 0) {
				count(bytes.readableBytes());
			}
			else {
				first.writeBytes(bytes);
				check();
			}
		}
		finally {
			bytes.release();
		}
	}

	private void count(int bytes) {
		received += bytes;
		if (!waiting || received > answerBytes) {
			load.fail(
					new IOException("%d bytes have come instead of an answer of %d".formatted(received, answerBytes)));
		}
		else if (received == answerBytes) {
			waiting = false;
			if (load.answered(System.nanoTime() - sent)) {
				send();
			}
		}
	}

	private void check() {
		try {
			answerBytes = check(first);
			if (answerBytes > 0) {
				waiting = false;
				checked.complete(null);
			}
		}
		catch (IOException | RuntimeException ex) {
			checked.completeExceptionally(ex);
		}
	}

	@Override
	public final void channelInactive(ChannelHandlerContext context) {
		load.fail(new IOException("The server has closed a connection"));
		checked.completeExceptionally(new IOException("The server has closed the connection"));
	}

}
