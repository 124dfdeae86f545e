/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.util.List;

import io.fastwire.http.Headers;
import org.junit.jupiter.api.Test;
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
		assertThat(AcceptEncoding.choose(new Lines(List.of(field)))).isEqualTo(expected);
	}

	/** Case O10. */
	@Test
	void readsSeveralLinesAsOneList() {
		assertThat(AcceptEncoding.choose(new Lines(List.of("deflate", "gzip")))).isEqualTo(ContentCoding.GZIP);
		assertThat(AcceptEncoding.choose(new Lines(List.of("gzip;q=0", "deflate")))).isEqualTo(ContentCoding.DEFLATE);
		assertThat(AcceptEncoding.choose(new Lines(List.of("deflate", "*;q=0")))).isEqualTo(ContentCoding.DEFLATE);
	}

	private record Lines(List<String> values) implements Headers {

		@Override
		public int size() {
			return values.size();
		}

		@Override
		public String name(int index) {
			return "accept-encoding";
		}

		@Override
		public String value(int index) {
			return values.get(index);
		}

		@Override
		public int indexOf(String name, int from) {
			return (from < values.size() && name.equalsIgnoreCase("accept-encoding")) ? from : -1;
		}

	}

}
