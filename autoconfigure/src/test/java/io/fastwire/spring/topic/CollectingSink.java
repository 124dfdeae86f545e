/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.TopicSink;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;

/**
 * A subscriber that keeps what it gets as {@code topic KIND payload}.
 */
final class CollectingSink implements TopicSink {

	private final String id;

	private final List<String> messages = new CopyOnWriteArrayList<>();

	CollectingSink(String id) {
		this.id = id;
	}

	List<String> messages() {
		return List.copyOf(messages);
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public EventExecutor eventLoop() {
		return ImmediateEventExecutor.INSTANCE;
	}

	@Override
	public boolean writable() {
		return true;
	}

	@Override
	public long pendingBytes() {
		return 0;
	}

	@Override
	public int wireBytes(TopicMessage message) {
		return message.payload().readableBytes();
	}

	@Override
	public void deliver(TopicMessage message) {
		String id = (message.id() != null) ? "#" + message.id() + " " : "";
		messages.add(
				message.topic() + " " + message.kind() + " " + id + message.payload().toString(StandardCharsets.UTF_8));
	}

	@Override
	public void flush() {
	}

	@Override
	public void close(CloseReason reason) {
	}

}
