/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The actuator endpoint {@code fastwire}: what running servers and topics count, read
 * when somebody asks, and the health of the servers. The descriptors are records whose
 * components are the names in the JSON; docs/actuator.md lists them.
 */
@NullMarked
package io.fastwire.spring.actuate;

import org.jspecify.annotations.NullMarked;
