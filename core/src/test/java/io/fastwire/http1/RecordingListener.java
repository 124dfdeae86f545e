/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Headers;
import io.netty.buffer.ByteBuf;

/**
 * Notes what a {@link BodyListener} is told and fails if that breaks the rules: one call
 * at a time, one end.
 */
class RecordingListener implements BodyListener {

	private final StringBuilder text = new StringBuilder();

	private final List<Throwable> failures = new ArrayList<>();

	private Headers trailers = Headers.empty();

	private int pieces;

	private int completions;

	private boolean inside;

	@Override
	public final void onData(ByteBuf chunk) {
		enter();
		if (!chunk.isReadable()) {
			throw new IllegalStateException("an empty piece");
		}
		pieces++;
		text.append(chunk.toString(StandardCharsets.ISO_8859_1));
		chunk.release();
		try {
			data();
		}
		finally {
			inside = false;
		}
	}

	/** What to do from within {@code onData}. */
	void data() {
		// nothing
	}

	@Override
	public final void onComplete(Headers trailers) {
		enter();
		this.trailers = trailers;
		completions++;
		inside = false;
		completed();
	}

	/** What to do from within {@code onComplete}. */
	void completed() {
		// nothing
	}

	@Override
	public final void onFailure(Throwable cause) {
		enter();
		failures.add(cause);
		inside = false;
		failed();
	}

	/** What to do from within {@code onFailure}. */
	void failed() {
		// nothing
	}

	private void enter() {
		if (inside || ends() > 0) {
			throw new IllegalStateException(inside ? "called from within a call" : "called behind the end");
		}
		inside = true;
	}

	String text() {
		return text.toString();
	}

	int pieces() {
		return pieces;
	}

	int completions() {
		return completions;
	}

	List<Throwable> failures() {
		return failures;
	}

	int ends() {
		return completions + failures.size();
	}

	Headers trailers() {
		return trailers;
	}

}
