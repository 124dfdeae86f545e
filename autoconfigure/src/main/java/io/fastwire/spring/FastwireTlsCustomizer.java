/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.netty.handler.ssl.SslContextBuilder;

/**
 * A callback that adjusts TLS beyond what {@code server.ssl.*} can say. Beans of this
 * type are called in their order for each certificate of the main server, when it is
 * created and again whenever an SSL bundle is updated. May be called by any thread.
 */
@FunctionalInterface
public interface FastwireTlsCustomizer {

	/**
	 * Adjusts a context before it is built.
	 * @param builder has the bundle's keys and options
	 */
	void customize(SslContextBuilder builder);

}
