/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.io;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DateClockTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "1994-11-06T08:49:37Z|Sun, 06 Nov 1994 08:49:37 GMT",
			"2026-01-01T00:00:00Z|Thu, 01 Jan 2026 00:00:00 GMT", "2024-02-29T23:59:59Z|Thu, 29 Feb 2024 23:59:59 GMT",
			"2038-01-19T03:14:08Z|Tue, 19 Jan 2038 03:14:08 GMT" })
	void writesImfFixdate(String instant, String expected) {
		assertThat(DateClock.format(Instant.parse(instant))).isEqualTo(expected).hasSize(29);
	}

	@Test
	void tellsTheCurrentTimeAndFormatsItOnceASecond() {
		DateClock clock = new DateClock();
		Instant before = Instant.now();
		byte[] bytes = clock.bytes();
		Instant told = ZonedDateTime
			.parse(new String(bytes, StandardCharsets.US_ASCII), DateTimeFormatter.RFC_1123_DATE_TIME)
			.toInstant();
		assertThat(told).isBetween(before.minusSeconds(1), Instant.now());
		byte[] again = clock.bytes();
		if (Instant.now().getEpochSecond() == told.getEpochSecond()) {
			assertThat(again).isSameAs(bytes);
		}
	}

}
