/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.util.concurrent.ThreadFactory;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;

/**
 * The thread of an event loop of a server, which nothing may block. A type of its own, so
 * that whoever detects blocking calls can tell.
 */
public final class EventLoopThread extends FastThreadLocalThread {

	private EventLoopThread(ThreadGroup group, Runnable task, String name) {
		super(group, task, name);
	}

	/** Makes the threads of a server, which are named after its port. */
	static ThreadFactory factory(int port) {
		return new DefaultThreadFactory("fastwire-" + port) {

			@Override
			protected Thread newThread(Runnable task, String name) {
				return new EventLoopThread(threadGroup, task, name);
			}

		};
	}

}
