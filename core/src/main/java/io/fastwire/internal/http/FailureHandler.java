/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

/** Deals with what the application has failed to catch in one exchange. */
public interface FailureHandler {

	/**
	 * Tells that the handler, or a callback of it, threw an exception.
	 * @param cause the exception
	 */
	void handlerFailed(Throwable cause);

}
