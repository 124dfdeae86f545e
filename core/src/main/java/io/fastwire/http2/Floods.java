/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Bounds what the client of one connection gets for nothing (RFC 9113 section 10.5). Loop
 * only.
 */
final class Floods {

	/*
	 * Resets are counted because each may have cost the start of a request, and frames
	 * that carry nothing because they cost an answer, or at least time. It does not
	 * matter which side resets: a client can bring this side to do it (CVE-2025-8671).
	 * Small windows are of the same kind, for they turn a response into frames of next to
	 * nothing.
	 */

	private final Http2Connection connection;

	private final RateLimit resets;

	private final RateLimit controls;

	private boolean dribbled;

	Floods(Http2Connection connection) {
		Http2Options options = connection.loop().options();
		this.connection = connection;
		this.resets = new RateLimit(options.maxResets(), connection.now());
		this.controls = new RateLimit(options.maxControlFrames(), connection.now());
	}

	/** Counts a frame that carries nothing. */
	void control() throws Http2Exception {
		if (controls.exceeded(connection.now())) {
			throw ended(Http2Flood.CONTROL_FRAMES);
		}
	}

	/** Counts a frame that a small window of the client has made this side send. */
	void dribbled() {
		if (controls.exceeded(connection.now()) && !dribbled) {
			dribbled = true;
			connection.execute(() -> end(Http2Flood.CONTROL_FRAMES));
		}
	}

	/** Counts a stream that ended by a reset. */
	void reset() {
		if (resets.exceeded(connection.now())) {
			end(Http2Flood.RESETS);
		}
	}

	/** Tells of a header block in too many pieces. */
	Http2Exception continuations() {
		return ended(Http2Flood.CONTINUATIONS);
	}

	private void end(Http2Flood flood) {
		if (connection.reading()) {
			Http2Exception error = ended(flood);
			connection.fail(error.error(), error.getMessage());
		}
	}

	private Http2Exception ended(Http2Flood flood) {
		connection.loop().flooded(flood, connection.channel());
		return Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "a flood of %s", flood.reason());
	}

}
