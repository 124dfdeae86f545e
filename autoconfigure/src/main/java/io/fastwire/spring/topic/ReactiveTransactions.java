/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.concurrent.atomic.AtomicReference;

import reactor.core.publisher.Mono;

import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;

/**
 * Transactions that belong to a subscription. Must be loaded only if {@code spring-tx}
 * and Reactor are there.
 */
final class ReactiveTransactions {

	private ReactiveTransactions() {
	}

	/**
	 * Returns where actions go that wait for the transaction of the subscription.
	 * @return the hook, or nothing if the subscription has no transaction
	 */
	static Mono<CommitHook> current() {
		return TransactionSynchronizationManager.forCurrentTransaction()
			.filter((transaction) -> transaction.isSynchronizationActive() && transaction.isActualTransactionActive())
			.<CommitHook>map((transaction) -> (action) -> transaction.registerSynchronization(new Deferred(action)))
			.onErrorResume(NoTransactionException.class, (none) -> Mono.empty());
	}

	/** Told of completion as well as commit, for the same reason as with threads. */
	private static final class Deferred implements TransactionSynchronization {

		private final AtomicReference<Runnable> action;

		Deferred(Runnable action) {
			this.action = new AtomicReference<>(action);
		}

		@Override
		public Mono<Void> afterCommit() {
			return Mono.fromRunnable(this::run);
		}

		@Override
		public Mono<Void> afterCompletion(int status) {
			return (status == STATUS_COMMITTED) ? Mono.fromRunnable(this::run) : Mono.empty();
		}

		private void run() {
			Runnable once = action.getAndSet(null);
			if (once != null) {
				once.run();
			}
		}

	}

}
