/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import org.jspecify.annotations.Nullable;

/**
 * What a client may do on one HTTP/2 connection beyond the limits that all versions
 * share. Immutable.
 */
public final class Http2Options {

	/** All defaults. */
	public static final Http2Options DEFAULTS = builder().build();

	/** The window of time in which the limits on resets and control frames count. */
	public static final int WINDOW_SECONDS = 10;

	private static final String CODEC = "io.netty.handler.codec.http2.DefaultHttp2FrameReader";

	private final int maxConcurrentStreams;

	private final int maxResets;

	private final int maxControlFrames;

	private Http2Options(Builder builder) {
		this.maxConcurrentStreams = builder.maxConcurrentStreams;
		this.maxResets = builder.maxResets;
		this.maxControlFrames = builder.maxControlFrames;
	}

	/**
	 * Tells whether Netty's HTTP/2 codec is there, without which no server speaks HTTP/2.
	 * @param loader where to look
	 * @return whether {@code netty-codec-http2} is on the class path
	 */
	public static boolean codecPresent(@Nullable ClassLoader loader) {
		try {
			Class.forName(CODEC, false, loader);
			return true;
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return false;
		}
	}

	/**
	 * Starts from the defaults.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Returns how many streams a client may have open (RFC 9113 section 5.1.2).
	 * @return streams of one connection; more are refused
	 */
	public int maxConcurrentStreams() {
		return maxConcurrentStreams;
	}

	/**
	 * Returns how many streams may end by a reset in {@value #WINDOW_SECONDS} seconds,
	 * whichever side sends it.
	 * @return streams of one connection; more end the connection
	 */
	public int maxResets() {
		return maxResets;
	}

	/**
	 * Returns how many frames that carry nothing may come in {@value #WINDOW_SECONDS}
	 * seconds.
	 * @return SETTINGS, PING, PRIORITY, empty and unknown frames of one connection; more
	 * end the connection
	 */
	public int maxControlFrames() {
		return maxControlFrames;
	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private int maxConcurrentStreams = 100;

		private int maxResets = 500;

		private int maxControlFrames = 2000;

		private Builder() {
		}

		/**
		 * Sets how many streams a client may have open.
		 * @param maxConcurrentStreams streams of one connection, 1 or more
		 * @return this
		 */
		public Builder maxConcurrentStreams(int maxConcurrentStreams) {
			this.maxConcurrentStreams = positive("maxConcurrentStreams", maxConcurrentStreams);
			return this;
		}

		/**
		 * Sets how many streams may end by a reset in
		 * {@value Http2Options#WINDOW_SECONDS} seconds.
		 * @param maxResets streams of one connection, 1 or more
		 * @return this
		 */
		public Builder maxResets(int maxResets) {
			this.maxResets = positive("maxResets", maxResets);
			return this;
		}

		/**
		 * Sets how many frames that carry nothing may come in
		 * {@value Http2Options#WINDOW_SECONDS} seconds.
		 * @param maxControlFrames frames of one connection, 1 or more
		 * @return this
		 */
		public Builder maxControlFrames(int maxControlFrames) {
			this.maxControlFrames = positive("maxControlFrames", maxControlFrames);
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable options
		 */
		public Http2Options build() {
			return new Http2Options(this);
		}

		private static int positive(String name, int value) {
			if (value < 1) {
				throw new IllegalArgumentException(name + " must be positive but is " + value);
			}
			return value;
		}

	}

}
