/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The quick start as a running app.
 */
@NullMarked
package sample;

import org.jspecify.annotations.NullMarked;
