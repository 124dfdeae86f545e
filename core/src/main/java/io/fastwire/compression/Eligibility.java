/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.util.Locale;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/** Decides about one response when its head is about to be committed. */
final class Eligibility {

	private static final long NO_LENGTH = -1;

	private static final long MALFORMED_LENGTH = -2;

	private Eligibility() {
	}

	/**
	 * Chooses the coding of a response, and says so if that depends on the client.
	 * @param known the length of the whole body in bytes, or -1
	 * @return the coding, or {@code null} if the body goes as it is
	 */
	static @Nullable ContentCoding choose(Exchange exchange, CompressionOptions options, long known) {
		ResponseHeaders fields = exchange.responseHeaders();
		if (exchange.status() == 304) {
			confirmWeakTag(exchange.headers(), fields);
			return null;
		}
		long length = length(exchange, known);
		if (length <= 0 || length < options.minBytes() || !compressible(exchange.status(), fields)
				|| !options.includesType(fields.get("Content-Type"))) {
			return null;
		}
		vary(fields);
		return options.choose(exchange.headers());
	}

	/**
	 * Adjusts the fields for a coding. Ranges are not offered any more: they would be
	 * parts of the plain bytes.
	 */
	static void announce(ResponseHeaders fields, ContentCoding coding) {
		fields.set("Content-Encoding", coding.token());
		fields.remove("Content-Length");
		fields.remove("Accept-Ranges");
		weakenTag(fields);
	}

	private static boolean compressible(int status, ResponseHeaders fields) {
		return switch (status) {
			case 204, 205, 206, 304 -> false;
			default -> !fields.contains("Content-Encoding") && !fields.contains("Content-Range") && !digested(fields)
					&& !noTransform(fields);
		};
	}

	/** RFC 9530: both digests are of the bytes with their content coding. */
	private static boolean digested(ResponseHeaders fields) {
		return fields.contains("Content-Digest") || fields.contains("Repr-Digest");
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

	/** A length that is false is left to the server, which refuses the response. */
	private static long length(Exchange exchange, long known) {
		long declared = declaredLength(exchange.responseHeaders());
		if (declared == NO_LENGTH) {
			return (known >= 0) ? known : Long.MAX_VALUE;
		}
		boolean tooShort = known >= 0 && known < declared && !exchange.method().equals("HEAD");
		return tooShort ? MALFORMED_LENGTH : declared;
	}

	/**
	 * Returns the Content-Length that the application set.
	 * @return bytes, or a negative number if there is none
	 */
	static long declaredLength(ResponseHeaders fields) {
		String value = fields.get("Content-Length");
		if (value == null) {
			return NO_LENGTH;
		}
		try {
			return value.startsWith("+") ? MALFORMED_LENGTH : Long.parseLong(value);
		}
		catch (NumberFormatException ex) {
			return MALFORMED_LENGTH;
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

	/**
	 * A client that knows the weak form of a strong tag has a compressed response. Only
	 * that form selects it to be freshened (RFC 9111 section 4.3.4).
	 */
	private static void confirmWeakTag(Headers request, ResponseHeaders fields) {
		String tag = fields.get("ETag");
		if (tag == null || !tag.startsWith("\"")) {
			return;
		}
		for (int i = request.indexOf("If-None-Match", 0); i >= 0; i = request.indexOf("If-None-Match", i + 1)) {
			if (request.value(i).contains("W/" + tag)) {
				vary(fields);
				weakenTag(fields);
				return;
			}
		}
	}

	/** RFC 9110 section 8.8.3.3. */
	private static void weakenTag(ResponseHeaders fields) {
		String tag = fields.get("ETag");
		if (tag != null && tag.startsWith("\"")) {
			fields.set("ETag", "W/" + tag);
		}
	}

}
