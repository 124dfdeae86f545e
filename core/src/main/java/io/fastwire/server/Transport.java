/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

/**
 * How bytes get to and from the kernel.
 */
public enum Transport {

	/** The first of the others that works here, in their order. */
	AUTO,

	/**
	 * Linux io_uring: submits many operations by one system call. Needs
	 * {@code netty-transport-native-io_uring}; many containers forbid it.
	 */
	IO_URING,

	/** Linux epoll. Needs {@code netty-transport-native-epoll}. */
	EPOLL,

	/** BSD and macOS kqueue. Needs {@code netty-transport-native-kqueue}. */
	KQUEUE,

	/** The JDK's selector; works everywhere. */
	NIO

}
