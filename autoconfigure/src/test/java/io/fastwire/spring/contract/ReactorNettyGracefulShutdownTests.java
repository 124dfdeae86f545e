/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import static org.assertj.core.api.Assertions.assertThat;

class ReactorNettyGracefulShutdownTests extends GracefulShutdownContract {

	ReactorNettyGracefulShutdownTests() {
		super(Servers.REACTOR_NETTY);
	}

	/**
	 * A client that is not told may send its next request into the close; RFC 9112
	 * section 9.6 wants it told.
	 */
	@Override
	void assertLastHead(String head) {
		assertThat(head).doesNotContainIgnoringCase("Connection: close");
	}

}
