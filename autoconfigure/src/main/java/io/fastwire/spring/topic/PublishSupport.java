/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * What the application has of the libraries that publishing can do without.
 */
final class PublishSupport {

	private final ReactiveAdapterRegistry registry = ReactiveAdapterRegistry.getSharedInstance();

	private final boolean transactions;

	private final @Nullable ReactiveResults reactive;

	PublishSupport(@Nullable ClassLoader classLoader) {
		this.transactions = ClassUtils.isPresent("org.springframework.transaction.support.TransactionSynchronization",
				classLoader);
		this.reactive = ClassUtils.isPresent("reactor.core.publisher.Mono", classLoader)
				? new ReactiveResults(transactions) : null;
	}

	ReactiveAdapterRegistry registry() {
		return registry;
	}

	/**
	 * Returns how to observe a value that is reactive. What the method declares comes
	 * first, because the value may be of several reactive types, as a Flowable is a
	 * Publisher too.
	 * @param declared for the type that the method declares
	 * @param value any
	 * @return {@code null} if the value is not reactive
	 */
	@Nullable ReactiveAdapter adapter(@Nullable ReactiveAdapter declared, @Nullable Object value) {
		if (reactive == null || value == null || value instanceof CompletionStage) {
			return null;
		}
		if (declared != null && declared.getReactiveType().isInstance(value)) {
			return declared;
		}
		return registry.getAdapter(null, value);
	}

	ReactiveResults reactive() {
		Assert.state(reactive != null, "Reactor is not on the class path");
		return reactive;
	}

	CommitHook currentTransaction() {
		return transactions ? ThreadTransactions.current() : CommitHook.NONE;
	}

}
