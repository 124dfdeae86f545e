/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fastwire.topic.PublishOptions;

/**
 * Keeps what is published.
 */
final class RecordingPublisher implements TopicPublisher {

	private final List<Message> messages = new CopyOnWriteArrayList<>();

	@Override
	public void publish(Collection<String> topics, Object payload, PublishOptions options) {
		if (payload instanceof Unencodable) {
			throw new PayloadEncodingException("cannot be encoded");
		}
		for (String topic : topics) {
			messages.add(new Message(topic, payload));
		}
	}

	List<Message> messages() {
		return List.copyOf(messages);
	}

	/** What was published, as {@code topic=payload}. */
	List<String> lines() {
		return messages.stream().map((message) -> message.topic() + "=" + message.payload()).toList();
	}

	record Message(String topic, Object payload) {
	}

	/** A payload whose encoding fails. */
	record Unencodable() {
	}

}
