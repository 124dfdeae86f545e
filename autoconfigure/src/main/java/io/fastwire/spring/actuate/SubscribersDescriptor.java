/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.security.Principal;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.fastwire.spring.topic.web.TopicConnection;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Who subscribes to topics.
 *
 * @param total how many there are
 * @param subscribers some of them: those that most waits for, those first
 */
public record SubscribersDescriptor(long total, List<Subscriber> subscribers) implements OperationResponseBody {

	private static final int MOST = 100;

	private static final int MOST_PATTERNS = 20;

	/**
	 * Describes subscribers.
	 * @param principal the name of those that are meant, {@code null} for all
	 */
	static SubscribersDescriptor of(Topics topics, @Nullable String principal) {
		List<TopicSubscriber> meant = topics.subscribers()
			.filter((subscriber) -> principal == null || principal.equals(principal(subscriber)))
			.toList();
		Stream<Subscriber> most = meant.stream()
			.map(SubscribersDescriptor::of)
			.sorted(Comparator.comparingLong(Subscriber::waitingBytes).reversed().thenComparing(Subscriber::id))
			.limit(MOST);
		return new SubscribersDescriptor(meant.size(), most.toList());
	}

	private static Subscriber of(TopicSubscriber subscriber) {
		List<String> patterns = subscriber.patterns().stream().sorted().toList();
		String kind = (subscriber.sink() instanceof TopicConnection connection) ? connection.kind() : "application";
		return new Subscriber(subscriber.id(), kind, principal(subscriber), patterns.size(),
				patterns.stream().limit(MOST_PATTERNS).toList(), subscriber.waitingBytes());
	}

	private static @Nullable String principal(TopicSubscriber subscriber) {
		Principal principal = (subscriber.sink() instanceof TopicConnection connection) ? connection.principal() : null;
		return (principal != null) ? principal.getName() : null;
	}

	/**
	 * One subscriber.
	 *
	 * @param id what disconnects it
	 * @param kind {@code websocket}, {@code event-stream}, or {@code application} for a
	 * sink of the application's own
	 * @param principal who it was when it connected, {@code null} if nobody knows
	 * @param subscriptions how many it has
	 * @param patterns the first of what it is subscribed to, in alphabetical order
	 * @param waitingBytes bytes that wait for it, in front of what the connection has
	 * taken
	 */
	public record Subscriber(String id, String kind, @Nullable String principal, int subscriptions,
			List<String> patterns, long waitingBytes) {
	}

}
