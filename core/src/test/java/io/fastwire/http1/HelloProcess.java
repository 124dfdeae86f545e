/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import io.fastwire.internal.io.Counter;
import io.netty.buffer.ByteBuf;

/**
 * Answers the same request again and again on a connection in memory, and prints how many
 * bytes of memory that took for each. Many come in one read and leave in few writes, so
 * that what the channel does for those hardly counts.
 */
final class HelloProcess {

	private static final int PIPELINED = 100;

	private static final int READS = 1000;

	private HelloProcess() {
	}

	/**
	 * Runs, prints and ends.
	 * @param arguments none
	 */
	public static void main(String[] arguments) {
		byte[] hello = HeadArrivals.latin1("Hello World!");
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		try (EmbeddedWire wire = new EmbeddedWire(
				(exchange) -> exchange.addHeader("Content-Type", "text/plain").end(hello))) {
			ByteBuf requests = wire.channel().alloc().directBuffer();
			requests.writeBytes(HeadArrivals.latin1("GET / HTTP/1.1\r\nHost: t\r\n\r\n".repeat(PIPELINED)));
			answer(wire, requests);
			if (wire.responses().size() != PIPELINED) {
				throw new IllegalStateException(wire.output());
			}
			wire.channel().forget();
			answer(wire, requests);
			long requestsBefore = wire.count(Counter.REQUESTS_COMPLETED);
			long before = threads.getCurrentThreadAllocatedBytes();
			for (int i = 0; i < READS; i++) {
				answer(wire, requests);
			}
			long after = threads.getCurrentThreadAllocatedBytes();
			System.out.println((double) (after - before) / (wire.count(Counter.REQUESTS_COMPLETED) - requestsBefore));
			requests.release();
		}
	}

	private static void answer(EmbeddedWire wire, ByteBuf requests) {
		wire.channel().pipeline().fireChannelRead(requests.retain().readerIndex(0)).fireChannelReadComplete();
	}

}
