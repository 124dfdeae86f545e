/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/** The conditions of a request against a stored response (RFC 9110 section 13). */
final class Conditions {

	private Conditions() {
	}

	/** Tells whether the client has what is stored. */
	static boolean notModified(Headers request, StoredResponse stored) {
		if (stored.status() != 200) {
			return false;
		}
		int line = request.indexOf("If-None-Match", 0);
		if (line < 0) {
			return notModifiedSince(request.get("If-Modified-Since"), stored);
		}
		for (; line >= 0; line = request.indexOf("If-None-Match", line + 1)) {
			if (lists(request.value(line), stored.entityTag())) {
				return true;
			}
		}
		return false;
	}

	/** Looks for a tag by weak comparison (RFC 9110 section 8.8.3.2). */
	private static boolean lists(String tags, @Nullable String tag) {
		if (tags.equals("*")) {
			return true;
		}
		if (tag == null) {
			return false;
		}
		String opaque = opaque(tag);
		int at = tags.indexOf(opaque);
		while (at >= 0) {
			if (isElement(tags, at, at + opaque.length())) {
				return true;
			}
			at = tags.indexOf(opaque, at + 1);
		}
		return false;
	}

	/**
	 * Tells whether what stands at a place is a whole element of a list. A tag holds no
	 * quotes, so a quote, tag and quote that begin and end at commas are one.
	 */
	private static boolean isElement(String tags, int from, int to) {
		int start = tags.startsWith("W/", from - 2) ? from - 2 : from;
		String before = tags.substring(0, start).trim();
		String after = tags.substring(to).trim();
		return (before.isEmpty() || before.endsWith(",")) && (after.isEmpty() || after.startsWith(","));
	}

	private static String opaque(String tag) {
		return tag.startsWith("W/") ? tag.substring(2) : tag;
	}

	private static boolean notModifiedSince(@Nullable String since, StoredResponse stored) {
		if (since == null || stored.lastModifiedSeconds() == HttpDates.NONE) {
			return false;
		}
		return since.equals(stored.lastModified()) || HttpDates.seconds(since) >= stored.lastModifiedSeconds();
	}

	/** Tells whether two tags are the same by weak comparison, or one is not known. */
	static boolean compatible(@Nullable String tag, @Nullable String other) {
		return tag == null || other == null || opaque(tag).equals(opaque(other));
	}

}
