/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Spring Boot's auto-configuration of Fastwire: it puts
 * {@link io.fastwire.spring.FastwireReactiveWebServerFactory} in the place of the web
 * server that a reactive application would otherwise have, and carries {@code server.*}
 * and {@code fastwire.*} properties to it. What it cannot honour makes startup fail or is
 * logged by name, never dropped in silence.
 */
@NullMarked
package io.fastwire.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
