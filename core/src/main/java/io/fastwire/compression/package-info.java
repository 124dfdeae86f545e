/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Content codings of responses (RFC 9110 section 8.4): a handler in front of another
 * compresses what that one answers, where the client accepts it and it is worth it. It
 * stands on the exchange contract alone, so it does not care which HTTP version carries
 * the response. The codings themselves are the JDK's and, where their libraries are on
 * the class path, brotli4j's and zstd-jni's. Native memory of an encoder is freed when
 * its response ends, however that comes about.
 */
@NullMarked
package io.fastwire.compression;

import org.jspecify.annotations.NullMarked;
