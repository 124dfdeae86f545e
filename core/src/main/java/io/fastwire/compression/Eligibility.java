/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.util.Locale;

import io.fastwire.http.Exchange;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/** Decides about one response when its head is about to be committed. */
final class Eligibility {

	private Eligibility() {
	}

	/**
	 * Adjusts the fields of a response for the coding that it gets.
	 * @param known the length of the whole body in bytes, or -1
	 * @return the coding, or {@code null} if the body goes as it is
	 */
	static @Nullable ContentCoding apply(Exchange exchange, CompressionOptions options, long known) {
		ResponseHeaders fields = exchange.responseHeaders();
		long length = length(fields, known);
		if (length <= 0 || length < options.minBytes() || !compressible(exchange.status(), fields)
				|| !options.includesType(fields.get("Content-Type"))) {
			return null;
		}
		vary(fields);
		ContentCoding coding = options.excludesUserAgent(exchange.headers().get("User-Agent")) ? null
				: AcceptEncoding.choose(exchange.headers());
		if (coding != null) {
			fields.set("Content-Encoding", coding.token());
			fields.remove("Content-Length");
			weakenTag(fields);
		}
		return coding;
	}

	private static boolean compressible(int status, ResponseHeaders fields) {
		return switch (status) {
			case 204, 205, 206, 304 -> false;
			default ->
				!fields.contains("Content-Encoding") && !fields.contains("Content-Range") && !noTransform(fields);
		};
	}

	/** RFC 9111 section 5.2.2.6. */
	private static boolean noTransform(ResponseHeaders fields) {
		for (String value : fields.getAll("Cache-Control")) {
			if (value.toLowerCase(Locale.ROOT).contains("no-transform")) {
				return true;
			}
		}
		return false;
	}

	/** A length that cannot be read is left to the server, which refuses the response. */
	private static long length(ResponseHeaders fields, long known) {
		String declared = fields.get("Content-Length");
		if (declared == null) {
			return (known >= 0) ? known : Long.MAX_VALUE;
		}
		try {
			return Long.parseLong(declared);
		}
		catch (NumberFormatException ex) {
			return -1;
		}
	}

	/** RFC 9110 section 12.5.5. */
	private static void vary(ResponseHeaders fields) {
		for (String value : fields.getAll("Vary")) {
			if (value.contains("*") || value.toLowerCase(Locale.ROOT).contains("accept-encoding")) {
				return;
			}
		}
		fields.add("Vary", "Accept-Encoding");
	}

	/** RFC 9110 section 8.8.3.3. */
	private static void weakenTag(ResponseHeaders fields) {
		String tag = fields.get("ETag");
		if (tag != null && tag.startsWith("\"")) {
			fields.set("ETag", "W/" + tag);
		}
	}

}
