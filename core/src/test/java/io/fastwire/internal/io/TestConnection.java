/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.util.ArrayList;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/** A connection that notes what happens to it. */
class TestConnection extends LoopConnection {

	final List<String> events = new ArrayList<>();

	TestConnection(LoopResources resources, Channel channel) {
		super(resources, channel, 4, 4);
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		((ByteBuf) message).release();
	}

	@Override
	protected void deadlineExpired() {
		events.add("expired");
	}

	@Override
	protected void drainBegun() {
		events.add("drain");
	}

	@Override
	protected void inputEnded() {
		events.add("input ended");
	}

	/** Sets the deadline, which only a connection itself may do. */
	void expireIn(int ticks) {
		setDeadline(ticks);
	}

	void expireNever() {
		clearDeadline();
	}

}
