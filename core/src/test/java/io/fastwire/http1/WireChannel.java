/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.FileRegion;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;

/**
 * A socket in memory: delivers input while the channel reads, takes as much output as the
 * peer has room for, and can be closed on either side.
 */
final class WireChannel extends EmbeddedChannel implements DuplexChannel {

	private final ArrayDeque<byte[]> input = new ArrayDeque<>();

	private final ByteArrayOutputStream output = new ByteArrayOutputStream();

	private long room = Long.MAX_VALUE;

	private boolean forgetful;

	private boolean fin;

	/** Whether FIN is told before the read in front of it is, as io_uring may do. */
	private final boolean earlyFin;

	private boolean delivering;

	private boolean inputShutdown;

	private boolean outputShutdown;

	WireChannel(boolean earlyFin) {
		super(DefaultChannelId.newInstance(), false, false);
		this.earlyFin = earlyFin;
		config().setAllocator(PooledByteBufAllocator.DEFAULT);
		config().setWriteBufferWaterMark(new WriteBufferWaterMark(32 * 1024, 64 * 1024));
	}

	// What the peer does

	void arrive(byte[] piece) {
		input.add(piece);
		deliver();
	}

	void arriveFin() {
		fin = true;
		deliver();
	}

	/** Delivers pieces and FIN together, as one read after the other in one loop turn. */
	void arriveWithFin(byte[] piece) {
		input.add(piece);
		arriveFin();
	}

	void arriveReset() {
		pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));
		runPendingTasks();
	}

	void room(long bytes) {
		room = bytes;
		flush();
		runPendingTasks();
	}

	/** Keeps no more of what leaves. */
	void forget() {
		forgetful = true;
	}

	byte[] output() {
		return output.toByteArray();
	}

	int unread() {
		return input.stream().mapToInt((piece) -> piece.length).sum();
	}

	void deliver() {
		if (delivering) {
			return;
		}
		delivering = true;
		while (config().isAutoRead() && isOpen() && !input.isEmpty()) {
			byte[] piece = input.remove();
			writeOneInbound(alloc().directBuffer(piece.length).writeBytes(piece));
			if (earlyFin && input.isEmpty()) {
				deliverFin();
			}
			pipeline().fireChannelReadComplete();
			runPendingTasks();
		}
		if (input.isEmpty()) {
			deliverFin();
		}
		delivering = false;
		runPendingTasks();
	}

	private void deliverFin() {
		if (fin && isOpen() && !inputShutdown && config().isAutoRead()) {
			inputShutdown = true;
			pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
		}
	}

	// What the channel does

	@Override
	protected void doBeginRead() {
		if (input != null && (!input.isEmpty() || fin) && !delivering) {
			eventLoop().execute(this::deliver);
		}
	}

	@Override
	protected void doWrite(ChannelOutboundBuffer in) {
		while (forgetful && in.remove()) {
			// has left
		}
		for (Object message = in.current(); message != null && room > 0; message = in.current()) {
			int before = output.size();
			if (message instanceof ByteBuf data) {
				int length = (int) Math.min(room, data.readableBytes());
				byte[] bytes = new byte[length];
				data.getBytes(data.readerIndex(), bytes);
				output.writeBytes(bytes);
				in.removeBytes(length);
				if (length == 0) {
					in.remove();
				}
			}
			else {
				FileRegion region = (FileRegion) message;
				transfer(region, before);
				if (region.transferred() == region.count()) {
					in.remove();
				}
			}
			room -= (room == Long.MAX_VALUE) ? 0 : output.size() - before;
		}
	}

	private void transfer(FileRegion region, int before) {
		try {
			while (room > output.size() - before && region.transferred() < region.count()) {
				region.transferTo(limited(room - (output.size() - before)), region.transferred());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private WritableByteChannel limited(long bytes) {
		return new WritableByteChannel() {

			@Override
			public int write(ByteBuffer source) {
				byte[] written = new byte[(int) Math.min(bytes, source.remaining())];
				source.get(written);
				output.writeBytes(written);
				return written.length;
			}

			@Override
			public boolean isOpen() {
				return true;
			}

			@Override
			public void close() {
				// stays open
			}

		};
	}

	@Override
	public boolean isInputShutdown() {
		return inputShutdown;
	}

	@Override
	public boolean isOutputShutdown() {
		return outputShutdown;
	}

	@Override
	public boolean isShutdown() {
		return inputShutdown && outputShutdown;
	}

	@Override
	public ChannelFuture shutdownOutput() {
		return shutdownOutput(newPromise());
	}

	@Override
	public ChannelFuture shutdownOutput(ChannelPromise promise) {
		outputShutdown = true;
		return promise.setSuccess();
	}

	@Override
	public ChannelFuture shutdownInput() {
		throw new UnsupportedOperationException();
	}

	@Override
	public ChannelFuture shutdownInput(ChannelPromise promise) {
		throw new UnsupportedOperationException();
	}

	@Override
	public ChannelFuture shutdown() {
		throw new UnsupportedOperationException();
	}

	@Override
	public ChannelFuture shutdown(ChannelPromise promise) {
		throw new UnsupportedOperationException();
	}

}
