/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import org.jspecify.annotations.Nullable;

/**
 * The streams that wait for their turn to send, each once. Linked through the streams, so
 * that one that ends early leaves at once and nothing is allocated. Loop only.
 */
final class Turns {

	private @Nullable StreamOutput first;

	private @Nullable StreamOutput last;

	boolean isEmpty() {
		return first == null;
	}

	/** Adds a stream behind the others, unless it waits already. */
	void add(StreamOutput stream) {
		if (stream.waiting) {
			return;
		}
		stream.waiting = true;
		StreamOutput before = last;
		stream.before = before;
		last = stream;
		if (before == null) {
			first = stream;
		}
		else {
			before.behind = stream;
		}
	}

	/** Takes the stream whose turn it is, or {@code null} if none waits. */
	@Nullable StreamOutput poll() {
		StreamOutput stream = first;
		if (stream != null) {
			remove(stream);
		}
		return stream;
	}

	/** Takes a stream out, if it waits. */
	void remove(StreamOutput stream) {
		if (!stream.waiting) {
			return;
		}
		StreamOutput before = stream.before;
		StreamOutput behind = stream.behind;
		if (before == null) {
			first = behind;
		}
		else {
			before.behind = behind;
		}
		if (behind == null) {
			last = before;
		}
		else {
			behind.before = before;
		}
		stream.waiting = false;
		stream.before = null;
		stream.behind = null;
	}

}
