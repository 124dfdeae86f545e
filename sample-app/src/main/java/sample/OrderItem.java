/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/** A line of an order. The limits bound what one order takes in memory. */
record OrderItem(@NotBlank @Size(max = 100) String product, @NotNull @Min(1) @Max(1000) Integer quantity) {

}
