/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import io.fastwire.spring.EventLoopThreads;
import io.fastwire.spring.FastwireReactiveWebServerFactory;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.web.server.WebServer;

import static org.assertj.core.api.Assertions.assertThat;

class FastwireLifeCycleTests extends LifeCycleContract {

	FastwireLifeCycleTests() {
		super(Servers.FASTWIRE);
	}

	/** Reactor Netty takes -1 for a mistake. */
	@Test
	void doesNotListenOnPortMinusOne(CapturedOutput output) {
		WebServer server = start(new FastwireReactiveWebServerFactory(-1), ECHO);
		assertThat(server.getPort()).isEqualTo(-1);
		EventLoopThreads.assertNone();
		assertThat(output).doesNotContain("started");
		server.stop();
	}

	@Test
	void logsTheTransportInTheSameLine(CapturedOutput output) {
		start(ECHO);
		assertThat(output)
			.containsPattern("Fastwire started on port \\d+ \\(http\\) with (io_uring|epoll|kqueue|nio)\n");
	}

	@Test
	void leavesNoThreadBehind() {
		start(ECHO).stop();
		EventLoopThreads.assertNone();
	}

}
