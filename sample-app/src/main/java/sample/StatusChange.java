/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import jakarta.validation.constraints.NotNull;

/** What a client sends to move an order on. */
record StatusChange(@NotNull OrderStatus status) {

}
