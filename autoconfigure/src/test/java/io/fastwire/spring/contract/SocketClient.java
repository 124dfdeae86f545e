/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.net.URI;
import java.util.Map;

/** The clients that a server is tested with. */
enum SocketClient {

	JDK {

		@Override
		TestSocket connect(URI uri, Map<String, String> headers, String... subProtocols) throws Exception {
			return new JdkSocket(uri, headers, subProtocols);
		}

	},

	REACTOR_NETTY {

		@Override
		TestSocket connect(URI uri, Map<String, String> headers, String... subProtocols) throws Exception {
			return new ReactorNettySocket(uri, headers, subProtocols);
		}

	};

	/** Opens a session; at most one sub-protocol is offered. */
	abstract TestSocket connect(URI uri, Map<String, String> headers, String... subProtocols) throws Exception;

}
