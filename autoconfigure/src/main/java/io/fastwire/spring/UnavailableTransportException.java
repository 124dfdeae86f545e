/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.server.Transport;

import org.springframework.boot.web.server.WebServerException;

/**
 * A failure to start because the wanted transport does not work on this machine.
 */
public final class UnavailableTransportException extends WebServerException {

	private final Transport transport;

	UnavailableTransportException(Transport transport, Throwable cause) {
		super("Unable to start Fastwire: transport " + transport + " is not available", cause);
		this.transport = transport;
	}

	/**
	 * Returns the transport that was asked for.
	 * @return the transport
	 */
	public Transport getTransport() {
		return transport;
	}

}
