/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import io.fastwire.server.ServerOptions;

/**
 * A callback that adjusts how the main server listens and what it accepts. Beans of this
 * type are called in their order, after {@code server.*} and {@code fastwire.*}
 * properties were applied, each time a web server is created.
 * <p>
 * A management server on a port of its own is left alone: what is right for the
 * application's port, such as an address, would often be wrong there.
 */
@FunctionalInterface
public interface FastwireServerCustomizer {

	/**
	 * Adjusts the options.
	 * @param options the options so far
	 */
	void customize(ServerOptions.Builder options);

}
