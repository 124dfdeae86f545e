/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

import java.util.Locale;

/**
 * Why a connection did not come out of the PROXY protocol. Closed without an answer,
 * because it is not known yet what the client speaks.
 */
public enum ProxyFailure {

	/** It begins with something else although a header is required. */
	MISSING,

	/** The header cannot be read, or its checksum is wrong. */
	MALFORMED,

	/** A header is required, and the peer is no trusted proxy. */
	UNTRUSTED,

	/** The header was not complete in time. */
	TIMED_OUT,

	/** The peer closed the connection before the header was complete. */
	ABANDONED;

	/**
	 * Returns the name that stands in meters.
	 * @return for example {@code timed-out}
	 */
	public String reason() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
