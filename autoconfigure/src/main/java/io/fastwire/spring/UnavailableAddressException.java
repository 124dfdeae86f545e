/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import org.springframework.boot.web.server.WebServerException;

/**
 * A failure to start because the address or port cannot be listened on, though the port
 * is not taken: an address of another machine, a port that needs a privilege, a number
 * that is no port.
 */
public final class UnavailableAddressException extends WebServerException {

	private final String address;

	UnavailableAddressException(String address, Throwable cause) {
		super("Unable to start Fastwire on " + address + ": " + cause.getMessage(), cause);
		this.address = address;
	}

	/**
	 * Returns what cannot be listened on.
	 * @return for example {@code 192.0.2.1 port 8080}
	 */
	public String getAddress() {
		return address;
	}

}
