/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.tls;

import java.util.Locale;

/**
 * Why a connection did not come out of the TLS handshake. Scanners, health probes and
 * misconfigured clients cause them all the time, so they are counted, not logged.
 */
public enum TlsFailure {

	/** What the client sent first is no TLS record, for example HTTP in clear text. */
	NOT_TLS,

	/**
	 * One side refused: no common version or cipher suite, or a certificate that is
	 * missing, not trusted or expired.
	 */
	REFUSED,

	/** The handshake was not complete in time. */
	TIMED_OUT,

	/** The client closed the connection before the handshake was complete. */
	ABANDONED;

	/**
	 * Returns the name that stands in meters.
	 * @return for example {@code not-tls}
	 */
	public String reason() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
