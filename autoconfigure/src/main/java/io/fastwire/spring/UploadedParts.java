/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.codec.multipart.Part;

/**
 * The parts of a multipart request, from when they have been read, to be deleted if the
 * client leaves before the handler has ended. Parts are kept on any thread, the client
 * leaves on the event loop.
 */
final class UploadedParts {

	private static final Map<String, List<Part>> ABANDONED = Map.of();

	private final AtomicReference<@Nullable Map<String, List<Part>>> parts = new AtomicReference<>();

	/** Keeps what has been read, or deletes it at once if the client has left. */
	void keep(Map<String, List<Part>> read) {
		if (!parts.compareAndSet(null, read)) {
			delete(read);
		}
	}

	/** Deletes what has been read, and what will be. */
	void abandon() {
		Map<String, List<Part>> read = parts.getAndSet(ABANDONED);
		if (read != null) {
			delete(read);
		}
	}

	/** A part that cannot be deleted, however it tells, keeps no other from it. */
	private static void delete(Map<String, List<Part>> parts) {
		parts.values()
			.forEach((sameName) -> sameName.forEach((part) -> Mono.defer(part::delete).onErrorComplete().subscribe()));
	}

}
