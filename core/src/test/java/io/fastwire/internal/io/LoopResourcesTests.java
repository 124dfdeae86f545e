/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.util.ArrayList;
import java.util.List;

import io.fastwire.testsupport.CapturedLog;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What protocols keep for each loop. */
class LoopResourcesTests {

	private final EmbeddedChannel channel = new EmbeddedChannel();

	private final LoopResources resources = new LoopResources(channel.eventLoop(), 0);

	private static final class Native implements AutoCloseable {

		private final List<String> closed;

		Native(List<String> closed) {
			this.closed = closed;
		}

		@Override
		public void close() {
			closed.add("closed");
			throw new LinkageError("planted");
		}

	}

	@Test
	void objectIsMadeOnceAndClosedWithTheLoop() {
		List<String> closed = new ArrayList<>();
		Native first = resources.local(Native.class, () -> new Native(closed));
		assertThat(resources.local(Native.class, () -> new Native(closed))).isSameAs(first);
		StringBuilder other = resources.local(StringBuilder.class, StringBuilder::new);
		assertThat(resources.local(StringBuilder.class, StringBuilder::new)).isSameAs(other);
		try (CapturedLog log = CapturedLog.startQuietly()) {
			resources.close();
			resources.close();
			assertThat(log.visible()).hasSize(1);
		}
		assertThat(closed).containsExactly("closed");
		channel.close();
	}

}
