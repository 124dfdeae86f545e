/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.util.List;
import java.util.Locale;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Which responses are compressed. Immutable.
 *
 * @param minBytes the smallest response to compress, in bytes; one whose length is not
 * known in advance counts as large
 * @param mediaTypes the media types to compress, as {@code type/subtype}; the subtype may
 * be {@code *} or {@code *+suffix}, and <code>*&#47;*</code> stands for all
 * @param excludedUserAgents parts, in any case, of User-Agent values that get no
 * compressed response
 */
public record CompressionOptions(long minBytes, List<String> mediaTypes, List<String> excludedUserAgents) {

	/** The media types that compress well and are compressed by default. */
	public static final List<String> DEFAULT_MEDIA_TYPES = List.of("text/html", "text/xml", "text/plain", "text/css",
			"text/javascript", "application/javascript", "application/json", "application/xml");

	/** All defaults: from 2 KB on, {@link #DEFAULT_MEDIA_TYPES}, every user agent. */
	public static final CompressionOptions DEFAULTS = new CompressionOptions(2048, DEFAULT_MEDIA_TYPES, List.of());

	/**
	 * Creates options.
	 * @throws IllegalArgumentException if a media type is not of the form
	 * {@code type/subtype} or {@code minBytes} is negative
	 */
	public CompressionOptions {
		if (minBytes < 0) {
			throw new IllegalArgumentException("minBytes must not be negative but is " + minBytes);
		}
		mediaTypes = mediaTypes.stream().map(CompressionOptions::normalized).toList();
		excludedUserAgents = excludedUserAgents.stream().map((part) -> part.toLowerCase(Locale.ROOT)).toList();
	}

	private static String normalized(String mediaType) {
		if (!mediaType.matches("[^/;\\s]+/[^/;\\s]+")) {
			throw new IllegalArgumentException("'" + mediaType + "' is not a media type");
		}
		return mediaType.toLowerCase(Locale.ROOT);
	}

	/**
	 * Returns the content coding that a response gets which is worth compressing. Two
	 * requests with the same one get the same bytes.
	 * @param request the fields of the request
	 * @return the coding as it stands in Content-Encoding, or an empty text for none
	 */
	public String coding(Headers request) {
		ContentCoding coding = choose(request);
		return (coding != null) ? coding.token() : "";
	}

	@Nullable ContentCoding choose(Headers request) {
		return (!excludedUserAgents.isEmpty() && excludesUserAgent(request.get("User-Agent"))) ? null
				: AcceptEncoding.choose(request);
	}

	/** Tells whether a response with a Content-Type is worth compressing. */
	boolean includesType(@Nullable String contentType) {
		if (contentType == null) {
			return false;
		}
		int end = contentType.indexOf(';');
		String type = ((end < 0) ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
		for (String candidate : mediaTypes) {
			if (matches(candidate, type)) {
				return true;
			}
		}
		return false;
	}

	private static boolean matches(String candidate, String type) {
		int star = candidate.indexOf('*');
		if (star <= 0) {
			return star == 0 || candidate.equals(type);
		}
		String suffix = candidate.substring(star + 1);
		return type.length() > star + suffix.length() && type.startsWith(candidate.substring(0, star))
				&& type.endsWith(suffix);
	}

	private boolean excludesUserAgent(@Nullable String userAgent) {
		if (userAgent == null) {
			return false;
		}
		String lowerCase = userAgent.toLowerCase(Locale.ROOT);
		for (String part : excludedUserAgents) {
			if (lowerCase.contains(part)) {
				return true;
			}
		}
		return false;
	}

}
