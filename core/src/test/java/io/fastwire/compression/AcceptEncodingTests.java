/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import io.fastwire.http.Headers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AcceptEncodingTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			gzip                              | GZIP
			x-gzip                            | GZIP
			GZip                              | GZIP
			deflate                           | DEFLATE
			gzip, deflate, br, zstd           | BROTLI
			gzip, zstd                        | ZSTD
			gzip;q=0.5, deflate;q=0.8         | DEFLATE
			gzip;q=0.5 , deflate ; q = 0.501  | DEFLATE
			br;q=0, gzip                      | GZIP
			*                                 | BROTLI
			br;q=0, zstd;q=0, *;q=0.1         | GZIP
			gzip;q=0.3, *;q=0                 | GZIP
			identity;q=0.5, gzip;q=0.5        | GZIP
			identity, gzip;q=0.9              |
			gzip;q=0                          |
			gzip;q=0.000                      |
			*;q=0                             |
			identity                          |
			compress                          |
			gzip;q=2                          |
			gzip;q=x                          |
			gzip;quality=1                    |
			,,gzip,                           | GZIP
			''                                |
			""")
	void choosesByWeightThenByPreference(String field, ContentCoding expected) {
		assertThat(AcceptEncoding.choose(new OneField(field))).isEqualTo(expected);
	}

	private record OneField(String value) implements Headers {

		@Override
		public int size() {
			return 1;
		}

		@Override
		public String name(int index) {
			return "accept-encoding";
		}

		@Override
		public String value(int index) {
			return value;
		}

		@Override
		public int indexOf(String name, int from) {
			return (from == 0 && name.equalsIgnoreCase("accept-encoding")) ? 0 : -1;
		}

	}

}
