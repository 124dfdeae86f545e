/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.Tunnel;
import io.fastwire.http.TunnelListener;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Takes a tunnel and says nothing. */
final class SilentTunnel implements TunnelListener {

	@Override
	public void onOpen(Tunnel tunnel) {
		// says nothing
	}

	@Override
	public void onData(ByteBuf data) {
		data.release();
	}

	@Override
	public void onClose(@Nullable Throwable cause) {
		// knows already
	}

}
