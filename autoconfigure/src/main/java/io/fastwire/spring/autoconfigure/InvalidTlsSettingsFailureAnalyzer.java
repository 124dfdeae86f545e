/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import io.fastwire.spring.InvalidTlsSettingsException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an {@link InvalidTlsSettingsException}.
 */
final class InvalidTlsSettingsFailureAnalyzer extends AbstractFailureAnalyzer<InvalidTlsSettingsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidTlsSettingsException cause) {
		return new FailureAnalysis(cause.getMessage(),
				"Check 'server.ssl.ciphers' and 'server.ssl.enabled-protocols', the same under 'management.', or"
						+ " 'options.ciphers' and 'options.enabled-protocols' of the SSL bundle.",
				cause);
	}

}
