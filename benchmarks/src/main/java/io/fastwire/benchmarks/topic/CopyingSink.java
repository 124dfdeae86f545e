/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.topic;

import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.TopicSink;
import io.fastwire.topic.WireForm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.EventExecutor;

/**
 * Copies the encoded frame of each message into a buffer, as a session does with its
 * cork, and forgets it at the flush. If it is stuck, it takes nothing.
 */
final class CopyingSink implements TopicSink {

	private static final int CORK_BYTES = 64 * 1024;

	private static final WireForm<ByteBuf> FRAME = (message) -> {
		int length = message.payload().readableBytes();
		return Unpooled.directBuffer(length + 2)
			.writeByte(0x81)
			.writeByte(length)
			.writeBytes(message.payload(), message.payload().readerIndex(), length);
	};

	private final String id;

	private final EventExecutor loop;

	private final boolean stuck;

	private final ByteBuf cork = Unpooled.directBuffer(CORK_BYTES);

	CopyingSink(String id, EventExecutor loop, boolean stuck) {
		this.id = id;
		this.loop = loop;
		this.stuck = stuck;
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public EventExecutor eventLoop() {
		return loop;
	}

	@Override
	public boolean writable() {
		return !stuck;
	}

	@Override
	public long pendingBytes() {
		return cork.readableBytes();
	}

	@Override
	public int wireBytes(TopicMessage message) {
		return message.encoded(FRAME).readableBytes();
	}

	@Override
	public void deliver(TopicMessage message) {
		ByteBuf frame = message.encoded(FRAME);
		if (cork.writableBytes() < frame.readableBytes()) {
			cork.clear();
		}
		cork.writeBytes(frame, frame.readerIndex(), frame.readableBytes());
	}

	@Override
	public void flush() {
		cork.clear();
	}

	@Override
	public void close(CloseReason reason) {
		cork.release();
	}

}
