/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.net.InetSocketAddress;

import io.fastwire.http.Exchange;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The facts about one request. Made on its event loop when it has ended, then read by the
 * thread that writes.
 *
 * @param exchange of which only what describes the request is used; {@code null} for one
 * that was refused before it was understood
 * @param client the peer, or {@code null} if unknown
 * @param user whom the application knows the client to be, or {@code null}
 * @param status of the response
 * @param bytes of the response body that were written
 * @param aborted whether the response is incomplete
 * @param startMillis when it began, in milliseconds since 1970
 * @param nanos how long it took
 * @param responseHeaders {@code null} unless the pattern needs them
 */
record AccessRecord(@Nullable Exchange exchange, @Nullable InetSocketAddress client, @Nullable String user, int status,
		long bytes, boolean aborted, long startMillis, long nanos, @Nullable ResponseHeaders responseHeaders) {
}
