/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions that belong to a thread. Must be loaded only if {@code spring-tx} is
 * there.
 */
final class ThreadTransactions {

	private ThreadTransactions() {
	}

	/**
	 * Returns where actions go that wait for the transaction of this thread.
	 * @return {@link CommitHook#NONE} if there is no transaction
	 */
	static CommitHook current() {
		if (TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive()) {
			return (action) -> TransactionSynchronizationManager.registerSynchronization(new Deferred(action));
		}
		return CommitHook.NONE;
	}

	/*
	 * What is registered while others are told of the commit, by a listener that calls a
	 *
	 * @PublishTo method for example, is not told of it any more, only of the completion.
	 *
	 * A savepoint that was set before the registration is not known here. Rolling back to
	 * it undoes what the message tells of; rolling back to a later one does not.
	 */
	private static final class Deferred implements TransactionSynchronization {

		private @Nullable Runnable action;

		private @Nullable Set<Object> laterSavepoints;

		Deferred(Runnable action) {
			this.action = action;
		}

		@Override
		public void savepoint(Object savepoint) {
			if (laterSavepoints == null) {
				laterSavepoints = Collections.newSetFromMap(new IdentityHashMap<>());
			}
			laterSavepoints.add(savepoint);
		}

		@Override
		public void savepointRollback(Object savepoint) {
			if (laterSavepoints == null || !laterSavepoints.contains(savepoint)) {
				action = null;
			}
		}

		@Override
		public void afterCommit() {
			run();
		}

		@Override
		public void afterCompletion(int status) {
			if (status == STATUS_COMMITTED) {
				run();
			}
		}

		private void run() {
			Runnable once = action;
			action = null;
			if (once != null) {
				once.run();
			}
		}

	}

}
