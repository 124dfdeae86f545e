/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.util.function.Function;

import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.LoopConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * A connection in clear text that has not said yet which version it speaks. The first
 * byte that differs from the preface decides, which for nearly all is the first.
 */
final class PrefaceDetector extends LoopConnection {

	private final Http2Loop loop;

	private final Function<Channel, LoopConnection> otherwise;

	/** What has come so far and is the beginning of the preface. */
	private @Nullable ByteBuf held;

	private boolean ended;

	PrefaceDetector(Http2Loop loop, Channel channel, Function<Channel, LoopConnection> otherwise) {
		super(loop.resources(), channel, loop.protocol().writeTicks(), loop.protocol().lingerTicks());
		this.loop = loop;
		this.otherwise = otherwise;
	}

	@Override
	protected void opened() {
		setDeadline(loop.protocol().firstRequestTicks());
		super.opened();
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		ByteBuf in = (ByteBuf) message;
		ByteBuf before = held;
		if (ended) {
			in.release();
			return;
		}
		if (before != null) {
			held = null;
			in = before.writeBytes(in);
			((ByteBuf) message).release();
		}
		int length = Math.min(in.readableBytes(), FrameInput.PREFACE.length);
		boolean same = ByteBufUtil.equals(in, in.readerIndex(), FrameInput.PREFACE_BUFFER, 0, length);
		if (same && length < FrameInput.PREFACE.length) {
			hold(in, before == null);
		}
		else {
			proceed(same ? loop.connection(channel()) : otherwise.apply(channel()), in);
		}
	}

	private void hold(ByteBuf in, boolean first) {
		if (first) {
			setDeadline(loop.protocol().headTicks());
			ByteBuf copy = channel().alloc().buffer(FrameInput.PREFACE.length);
			copy.writeBytes(in);
			in.release();
			held = copy;
		}
		else {
			held = in;
		}
	}

	private void proceed(LoopConnection successor, ByteBuf in) {
		ended = true;
		clearDeadline();
		handOver(successor);
		channel().pipeline().fireChannelRead(in);
	}

	@Override
	protected void deadlineExpired() {
		end();
	}

	/** A request may be on its way: see {@code Http1Connection}. */
	@Override
	protected void drainBegun() {
		setDeadline(HttpProtocol.DRAINING_IDLE_TICKS);
	}

	@Override
	protected void inputEnded() {
		end();
	}

	private void end() {
		ended = true;
		release();
		closeAfterFlush();
	}

	private void release() {
		if (held != null) {
			held.release();
			held = null;
		}
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		release();
		super.channelInactive(context);
	}

}
