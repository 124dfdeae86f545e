/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.fastwire.http.Headers;
import io.fastwire.http.RequestTarget;

/**
 * A header section that is good, as {@link RequestFields} has read it. Immutable: the
 * requests of a client that repeats itself share it.
 *
 * @param method of the request
 * @param target of the request
 * @param fields names in lower case
 * @param contentLength bytes, or -1 if the length is not known
 * @param expectContinue whether the client waits for a 100
 */
record RequestHead(String method, RequestTarget target, Headers fields, long contentLength, boolean expectContinue) {
}
