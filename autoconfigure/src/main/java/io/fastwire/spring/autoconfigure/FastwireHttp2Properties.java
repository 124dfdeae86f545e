/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

/**
 * What a client may do on one HTTP/2 connection, if 'server.http2.enabled' is set.
 */
final class FastwireHttp2Properties {

	/**
	 * Maximum number of streams that a client may have open on one connection. More are
	 * refused, which a client may repeat.
	 */
	private int maxConcurrentStreams = 100;

	/**
	 * Maximum number of streams of one connection that may end by a reset in 10 seconds.
	 * More end the connection with ENHANCE_YOUR_CALM.
	 */
	private int maxResets = 500;

	/**
	 * Maximum number of frames that carry nothing on one connection in 10 seconds:
	 * SETTINGS, PING, PRIORITY, empty and unknown ones. More end the connection with
	 * ENHANCE_YOUR_CALM.
	 */
	private int maxControlFrames = 2000;

	public int getMaxConcurrentStreams() {
		return maxConcurrentStreams;
	}

	public void setMaxConcurrentStreams(int maxConcurrentStreams) {
		this.maxConcurrentStreams = maxConcurrentStreams;
	}

	public int getMaxResets() {
		return maxResets;
	}

	public void setMaxResets(int maxResets) {
		this.maxResets = maxResets;
	}

	public int getMaxControlFrames() {
		return maxControlFrames;
	}

	public void setMaxControlFrames(int maxControlFrames) {
		this.maxControlFrames = maxControlFrames;
	}

}
