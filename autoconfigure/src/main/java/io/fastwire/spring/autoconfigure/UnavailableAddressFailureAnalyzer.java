/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.UnavailableAddressException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;

/**
 * Explains an {@link UnavailableAddressException}.
 */
final class UnavailableAddressFailureAnalyzer extends AbstractFailureAnalyzer<UnavailableAddressException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnavailableAddressException cause) {
		return new FailureAnalysis(
				"Fastwire cannot listen on " + cause.getAddress() + ": "
						+ NestedExceptionUtils.getMostSpecificCause(cause).getMessage(),
				"Check 'server.address' and 'server.port', or 'management.server.address' and"
						+ " 'management.server.port'. The address must be one of this machine, or be left out for all"
						+ " of them. A port is a number up to 65535, and one below 1024 often needs a privilege.",
				cause);
	}

}
