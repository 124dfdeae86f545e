/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.util.function.Consumer;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Headers;
import io.netty.buffer.ByteBuf;

/** Drops a body and tells how it ends. */
public class BodySkipper implements BodyListener {

	private final Consumer<Headers> complete;

	private final Consumer<Throwable> failure;

	public BodySkipper(Consumer<Headers> complete, Consumer<Throwable> failure) {
		this.complete = complete;
		this.failure = failure;
	}

	@Override
	public void onData(ByteBuf chunk) {
		chunk.release();
	}

	@Override
	public final void onComplete(Headers trailers) {
		complete.accept(trailers);
	}

	@Override
	public final void onFailure(Throwable cause) {
		failure.accept(cause);
	}

}
