/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.util.Locale;

/** Why a connection was closed as soon as it was accepted. */
public enum ConnectionRefusal {

	/** The server has as many connections as it may have. */
	TOTAL,

	/** The address of the client has as many connections as it may have. */
	ADDRESS;

	/**
	 * Returns the name that stands in meters.
	 * @return for example {@code total}
	 */
	public String reason() {
		return name().toLowerCase(Locale.ROOT);
	}

}
