/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.fastwire.topic.TopicMessage;
import io.fastwire.topic.TopicSink;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;

/**
 * A subscriber that takes everything, on the thread that publishes, and keeps it as text.
 */
public final class CollectingSink implements TopicSink {

	private final String id;

	private final Function<TopicMessage, String> form;

	private final List<String> messages = new CopyOnWriteArrayList<>();

	/**
	 * Creates a subscriber that keeps messages as {@code topic KIND payload}, with
	 * {@code #id} in front of the payload of those that have one.
	 * @param id of the subscriber
	 */
	public CollectingSink(String id) {
		this(id, CollectingSink::describe);
	}

	/**
	 * Creates a subscriber.
	 * @param id of the subscriber
	 * @param form what is kept of a message
	 */
	public CollectingSink(String id, Function<TopicMessage, String> form) {
		this.id = id;
		this.form = form;
	}

	private static String describe(TopicMessage message) {
		String id = (message.id() != null) ? "#" + message.id() + " " : "";
		return message.topic() + " " + message.kind() + " " + id + message.payload().toString(StandardCharsets.UTF_8);
	}

	/**
	 * Returns what has come so far.
	 * @return a copy
	 */
	public List<String> messages() {
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
		messages.add(form.apply(message));
	}

	@Override
	public void flush() {
	}

	@Override
	public void close(CloseReason reason) {
	}

}
