/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

class FastwireOnEpollLifeCycleTests extends LifeCycleContract {

	FastwireOnEpollLifeCycleTests() {
		super(Servers.FASTWIRE_ON_EPOLL);
	}

}
