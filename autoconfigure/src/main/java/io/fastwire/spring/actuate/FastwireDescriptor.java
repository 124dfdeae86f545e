/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Everything that the endpoint tells.
 *
 * @param servers the running servers by name, {@code main} and {@code management}
 * @param topics the topics, {@code null} if the application has none or several hubs
 */
public record FastwireDescriptor(Map<String, ServerDescriptor> servers,
		@Nullable TopicsDescriptor topics) implements OperationResponseBody {
}
