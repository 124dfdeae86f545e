/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.fastwire.topic.PayloadKind;
import io.fastwire.topic.PublishOptions;
import io.fastwire.topic.TopicNames;
import io.fastwire.topic.Topics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to {@link Topics}.
 */
public final class TopicsPublisher implements TopicPublisher {

	private static final int INITIAL_JSON_BYTES = 256;

	private final Topics topics;

	private final @Nullable JsonEncoder json;

	private final PublishObserver observer;

	/**
	 * Creates a publisher.
	 * @param topics where messages go
	 * @param json encodes what is neither text nor bytes; {@code null} to refuse that
	 */
	public TopicsPublisher(Topics topics, @Nullable JsonEncoder json) {
		this(topics, json, PublishObserver.NONE);
	}

	/**
	 * Creates a publisher.
	 * @param topics where messages go
	 * @param json encodes what is neither text nor bytes; {@code null} to refuse that
	 * @param observer hears of what is published
	 */
	public TopicsPublisher(Topics topics, @Nullable JsonEncoder json, PublishObserver observer) {
		this.topics = topics;
		this.json = json;
		this.observer = observer;
	}

	@Override
	public boolean accepts(String topic) {
		return topic.length() <= topics.options().maxNameLength() && TopicNames.isTopic(topic);
	}

	@Override
	public void publish(Collection<String> topics, Object payload, PublishOptions options) {
		long start = System.nanoTime();
		publishWanted(topics, payload, options);
		observer.published(topics, System.nanoTime() - start);
	}

	private void publishWanted(Collection<String> topics, Object payload, PublishOptions options) {
		List<String> wanted = new ArrayList<>(topics.size());
		for (String topic : topics) {
			if (this.topics.wanted(topic)) {
				wanted.add(topic);
			}
		}
		if (wanted.isEmpty()) {
			return;
		}
		ByteBuf encoded = ByteBufAllocator.DEFAULT.buffer(INITIAL_JSON_BYTES);
		try {
			PayloadKind kind = encode(payload, encoded);
			for (String topic : wanted) {
				this.topics.publish(topic, kind, encoded.retainedDuplicate(), options);
			}
		}
		finally {
			encoded.release();
		}
	}

	private PayloadKind encode(Object payload, ByteBuf target) {
		if (payload instanceof CharSequence text) {
			ByteBufUtil.writeUtf8(target, text);
			return PayloadKind.TEXT;
		}
		if (payload instanceof byte[] bytes) {
			target.writeBytes(bytes);
			return PayloadKind.BINARY;
		}
		if (payload instanceof ByteBuffer bytes) {
			target.writeBytes(bytes.duplicate());
			return PayloadKind.BINARY;
		}
		if (json == null) {
			throw new PayloadEncodingException("There is no JsonMapper to encode a " + payload.getClass().getName()
					+ " with. Add spring-boot-starter-jackson, or publish text or bytes.");
		}
		try {
			json.encode(payload, new ByteBufOutputStream(target));
			return PayloadKind.JSON;
		}
		catch (Exception | StackOverflowError ex) {
			throw new PayloadEncodingException("A " + payload.getClass().getName() + " cannot be encoded as JSON", ex);
		}
	}

	/**
	 * Encodes objects as JSON.
	 */
	@FunctionalInterface
	public interface JsonEncoder {

		/**
		 * Writes one JSON value.
		 * @param value what to write
		 * @param target takes UTF-8
		 * @throws Exception if the value cannot be encoded
		 */
		void encode(Object value, OutputStream target) throws Exception;

	}

}
