/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

/**
 * A payload that cannot be turned into bytes.
 */
public final class PayloadEncodingException extends RuntimeException {

	PayloadEncodingException(String message) {
		super(message);
	}

	PayloadEncodingException(String message, Throwable cause) {
		super(message, cause);
	}

}
