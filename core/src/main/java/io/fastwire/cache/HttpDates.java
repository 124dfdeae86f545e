/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Reads dates in the three forms of RFC 9110 section 5.6.7. */
final class HttpDates {

	/** In place of a point in time: there is none, or it cannot be read. */
	static final long NONE = Long.MIN_VALUE;

	private static final List<DateTimeFormatter> FORMS = List.of(
			form("EEE, dd MMM yyyy HH:mm:ss 'GMT'").toFormatter(Locale.ENGLISH),
			form("EEEE, dd-MMM-").appendValueReduced(ChronoField.YEAR, 2, 2, LocalDate.of(1970, 1, 1))
				.appendPattern(" HH:mm:ss 'GMT'")
				.toFormatter(Locale.ENGLISH),
			form("EEE MMM ppd HH:mm:ss yyyy").toFormatter(Locale.ENGLISH));

	private HttpDates() {
	}

	private static DateTimeFormatterBuilder form(String pattern) {
		return new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(pattern);
	}

	/**
	 * Reads a date.
	 * @return seconds since 1970, or {@link #NONE}
	 */
	static long seconds(@Nullable String value) {
		if (value == null) {
			return NONE;
		}
		for (DateTimeFormatter form : FORMS) {
			try {
				return Instant.from(form.withZone(ZoneOffset.UTC).parse(value)).getEpochSecond();
			}
			catch (DateTimeException ex) {
				// another form, or none
			}
		}
		return NONE;
	}

}
