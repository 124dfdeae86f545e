/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * What the client may send on all streams of one connection (RFC 9113 section 5.2). It
 * never waits for the application, or one slow handler would stop the others: what the
 * client may have under way is bounded by the windows of the streams. Loop only.
 */
final class ReceiveWindow {

	/** Enough for a fast network, and no more than the streams may send anyway. */
	private static final int BYTES = 1024 * 1024;

	private final FrameOutput frames;

	private int window = SendWindows.INITIAL;

	private int taken;

	ReceiveWindow(FrameOutput frames) {
		this.frames = frames;
	}

	/** Opens the window to its full size. */
	void begin() {
		frames.windowUpdate(0, BYTES - window);
		window = BYTES;
	}

	/** Counts what came, and opens the window again by at least half. */
	void received(int bytes) throws Http2Exception {
		window -= bytes;
		if (window < 0) {
			throw Http2Exception.connectionError(Http2Error.FLOW_CONTROL_ERROR, "more than the window allows");
		}
		taken += bytes;
		if (taken >= BYTES / 2) {
			frames.windowUpdate(0, taken);
			window += taken;
			taken = 0;
		}
	}

}
