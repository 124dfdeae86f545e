/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.security.Principal;

import org.jspecify.annotations.Nullable;

import org.springframework.web.server.ServerWebExchange;

/**
 * Tells the access log who the user of a request is, for filters that find out by other
 * means than the principal of the exchange.
 */
public final class RemoteUser {

	private RemoteUser() {
	}

	/**
	 * Notes the name of a user, the last of which is logged. Has no effect on other
	 * servers, in mocks, and where no access log says it. Callable from any thread.
	 * @param exchange of the request
	 * @param user whose name may be logged
	 */
	public static void note(ServerWebExchange exchange, Principal user) {
		FastwireServerHttpResponse response = FastwireServerHttpResponse.find(exchange.getResponse());
		@Nullable String name = user.getName();
		if (response != null && name != null) {
			response.exchange().remoteUser(name);
		}
	}

}
