/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import io.fastwire.testsupport.LeakFree;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakFree.class)
class FastwireOnEpollWebSocketTests extends WebSocketContract {

	FastwireOnEpollWebSocketTests() {
		super(Servers.FASTWIRE_ON_EPOLL);
	}

}
