/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.function.Supplier;

import org.springframework.util.function.SingletonSupplier;

/**
 * The beans that publishing needs, looked up when it first does: a bean post-processor
 * that asks for beans makes them too early.
 */
final class PublishBeans {

	private final SingletonSupplier<TopicPublisher> publisher;

	private final SingletonSupplier<PublishFailures> failures;

	PublishBeans(Supplier<TopicPublisher> publisher, Supplier<PublishFailures> failures) {
		this.publisher = SingletonSupplier.of(publisher);
		this.failures = SingletonSupplier.of(failures);
	}

	TopicPublisher publisher() {
		return publisher.obtain();
	}

	PublishFailures failures() {
		return failures.obtain();
	}

}
