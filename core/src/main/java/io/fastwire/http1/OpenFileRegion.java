/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.channels.FileChannel;

import io.netty.channel.DefaultFileRegion;

/** Part of a file that stays open when it has been sent: its opener closes it. */
final class OpenFileRegion extends DefaultFileRegion {

	OpenFileRegion(FileChannel file, long position, long count) {
		super(file, position, count);
	}

	@Override
	protected void deallocate() {
		// the base class would close the file
	}

}
