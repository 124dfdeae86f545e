/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** An element of the stream of changes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderEvent(Type type, @Nullable Order order) {

	static final OrderEvent PING = new OrderEvent(Type.PING, null);

	enum Type {

		PLACED, CHANGED,

		/** Says only that the stream is open. */
		PING

	}

}
