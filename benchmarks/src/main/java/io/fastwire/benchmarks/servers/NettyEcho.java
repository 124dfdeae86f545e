/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Sends each WebSocket frame back. */
final class NettyEcho extends ChannelInboundHandlerAdapter {

	@Override
	public void channelRead(ChannelHandlerContext context, Object frame) {
		context.write(frame, context.voidPromise());
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext context) {
		context.flush();
	}

}
