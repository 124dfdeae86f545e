/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Writes part of a file. The file is opened before the response is committed, so that a
 * missing one can still become an error response, and closed whatever happens.
 */
final class FileBodyWriter extends ResponseCommit {

	private final Region region;

	private @Nullable FileChannel channel;

	private FileBodyWriter(FastwireServerHttpResponse response, Region region,
			CoreSubscriber<? super Void> downstream) {
		super(response, downstream);
		this.region = region;
	}

	static Mono<Void> write(FastwireServerHttpResponse response, Path file, long position, long count) {
		return new FileMono(response, new Region(file, position, count));
	}

	private record Region(Path file, long position, long count) {
	}

	@Override
	void prepare() throws IOException {
		channel = FileChannel.open(region.file, StandardOpenOption.READ);
	}

	@Override
	void committed() {
		FileChannel channel = this.channel;
		if (channel == null || cancelled) {
			close();
			return;
		}
		try {
			exchange.sendFile(channel, region.position, region.count, this::sent);
		}
		catch (RuntimeException ex) {
			response.writeRefused();
			failed(ex);
		}
	}

	private void sent(@Nullable Throwable cause) {
		if (cause != null) {
			failed(cause);
			return;
		}
		close();
		response.endWith(null);
		if (!cancelled) {
			downstream.onComplete();
		}
	}

	@Override
	void failed(Throwable cause) {
		close();
		response.bodyFailed();
		super.failed(cause);
	}

	private void close() {
		FileChannel open = channel;
		channel = null;
		if (open != null) {
			try {
				open.close();
			}
			catch (IOException ex) {
				// It was read only: nothing is lost.
			}
		}
	}

	private static final class FileMono extends Mono<Void> {

		private final FastwireServerHttpResponse response;

		private final Region region;

		FileMono(FastwireServerHttpResponse response, Region region) {
			this.response = response;
			this.region = region;
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			FileBodyWriter writer = new FileBodyWriter(response, region, downstream);
			downstream.onSubscribe(writer);
			writer.commit();
		}

	}

}
