/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import org.springframework.boot.web.server.WebServerException;

/**
 * A refusal to start with settings of TLS that contradict each other or name something
 * that the TLS provider does not have, such as an unknown cipher suite.
 */
public final class InvalidTlsSettingsException extends WebServerException {

	InvalidTlsSettingsException(Exception cause) {
		super("TLS cannot be set up: " + cause.getMessage(), cause);
	}

}
