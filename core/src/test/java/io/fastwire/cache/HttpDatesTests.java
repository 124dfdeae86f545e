/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HttpDatesTests {

	@ParameterizedTest
	@ValueSource(strings = { "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
			"Sun Nov  6 08:49:37 1994", "sun, 06 NOV 1994 08:49:37 gmt" })
	void areReadInThreeForms(String date) {
		assertThat(HttpDates.seconds(date)).isEqualTo(784111777);
	}

	@ParameterizedTest
	@NullAndEmptySource
	@ValueSource(strings = { "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
			"Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT" })
	void areNothingElse(String date) {
		assertThat(HttpDates.seconds(date)).isEqualTo(HttpDates.NONE);
	}

}
