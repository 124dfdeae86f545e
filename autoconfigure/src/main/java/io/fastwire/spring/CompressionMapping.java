/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.compression.CompressionOptions;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.Compression;
import org.springframework.util.ReflectionUtils;

/** Turns {@code server.compression.*} into options of the server. */
final class CompressionMapping {

	/** Since Boot 4.1. The binding of the property keeps it in a native image. */
	private static final @Nullable Method ADDITIONAL_MIME_TYPES = ReflectionUtils.findMethod(Compression.class,
			"getAdditionalMimeTypes");

	private CompressionMapping() {
	}

	/**
	 * Maps.
	 * @throws IllegalArgumentException if a media type is none
	 */
	static CompressionOptions options(Compression compression) {
		List<String> mediaTypes = new ArrayList<>(List.of(compression.getMimeTypes()));
		if (ADDITIONAL_MIME_TYPES != null
				&& ReflectionUtils.invokeMethod(ADDITIONAL_MIME_TYPES, compression) instanceof String[] additional) {
			mediaTypes.addAll(List.of(additional));
		}
		String[] excluded = compression.getExcludedUserAgents();
		return new CompressionOptions(compression.getMinResponseSize().toBytes(), mediaTypes,
				(excluded != null) ? List.of(excluded) : List.of());
	}

}
