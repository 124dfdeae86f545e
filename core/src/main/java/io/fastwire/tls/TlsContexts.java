/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.tls;

import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each new connection which certificate, client authentication, versions and
 * cipher suites it gets. Called by all event loops at once, so it must be thread-safe and
 * must not block. A change of mind concerns connections that come later.
 */
@FunctionalInterface
public interface TlsContexts {

	/**
	 * Chooses a context.
	 * @param serverName the host that the client asks for (RFC 6066 section 3), in lower
	 * case, or {@code null} if it does not tell
	 * @return a server context
	 */
	SslContext select(@Nullable String serverName);

}
