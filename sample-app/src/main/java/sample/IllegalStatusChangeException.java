/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A request for a status that an order cannot take from where it is. */
final class IllegalStatusChangeException extends ErrorResponseException {

	IllegalStatusChangeException(Order order, OrderStatus wanted) {
		super(HttpStatus.CONFLICT, problem(order, wanted), null);
	}

	private static ProblemDetail problem(Order order, OrderStatus wanted) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT,
				"Order " + order.id() + " is " + order.status() + " and cannot become " + wanted + ".");
	}

}
