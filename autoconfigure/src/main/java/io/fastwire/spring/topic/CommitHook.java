/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

/**
 * Where actions go that wait for the commit of a transaction.
 */
@FunctionalInterface
interface CommitHook {

	/** For when there is no transaction: runs actions at once. */
	CommitHook NONE = Runnable::run;

	/**
	 * Runs an action after the commit, and not at all after a rollback.
	 * @param action does not throw
	 */
	void afterCommit(Runnable action);

}
