/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.util.List;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/** What a client sends to place an order. */
record NewOrder(@NotBlank @Size(max = 100) String customer,
		@NotEmpty @Size(max = 50) List<@NotNull @Valid OrderItem> items) {

}
