/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.topic.InvalidPublishToException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an {@link InvalidPublishToException}.
 */
final class InvalidPublishToFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPublishToException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidPublishToException cause) {
		return new FailureAnalysis(
				"The annotation @PublishTo on " + cause.getPlace() + " cannot work: " + cause.getProblem() + ".",
				cause.getAction(), cause);
	}

}
