/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The current time as an IMF-fixdate (RFC 9110 section 5.6.7), formatted once a second.
 * Loop only.
 */
public final class DateClock {

	/** Not RFC_1123_DATE_TIME, which writes days below ten with one digit. */
	private static final DateTimeFormatter FORMAT = DateTimeFormatter
		.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
		.withZone(ZoneOffset.UTC);

	private long second = Long.MIN_VALUE;

	private byte[] bytes = {};

	/**
	 * Returns the date.
	 * @return 29 bytes of ASCII; must not be changed, good for this second
	 */
	public byte[] bytes() {
		long now = System.currentTimeMillis() / 1000;
		if (now != second) {
			second = now;
			bytes = format(Instant.ofEpochSecond(now)).getBytes(StandardCharsets.US_ASCII);
		}
		return bytes;
	}

	/** Formats a point in time. */
	static String format(Instant instant) {
		return FORMAT.format(instant);
	}

}
