/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic

import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf

/** A bean of an application in Kotlin. */
open class KotlinOrders {

	@PublishTo("orders/{customer}")
	open suspend fun place(customer: String): String {
		delay(1)
		return "order of $customer"
	}

	@PublishTo("orders/at-once")
	open suspend fun placeAtOnce(): String = "without a pause"

	@PublishTo("orders/missing")
	open suspend fun find(id: Long): String? {
		delay(1)
		return null
	}

	@PublishTo("orders/failed")
	open suspend fun fail(): String {
		delay(1)
		throw IllegalStateException("on purpose")
	}

	@PublishTo(topics = ["orders/{id}/deleted"], payload = "#id")
	open suspend fun delete(id: Long) {
		delay(1)
	}

	@PublishTo("orders/flow")
	open fun all(): Flow<String> = flowOf("one", "two")

	@PublishTo("orders/final")
	suspend fun placeUnseen(): String = "not overridable"

}
