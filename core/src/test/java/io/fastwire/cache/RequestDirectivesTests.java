/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.io.IOException;
import java.time.Duration;

import io.fastwire.testsupport.LeakFree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class RequestDirectivesTests {

	/** For a response that is 30 s old and fresh for 30 s more. */
	@ParameterizedTest
	@CsvSource({ "'Cache-Control: no-cache',2", "'Pragma: no-cache',2", "'Cache-Control: max-age=0',2",
			"'Cache-Control: max-age=29',2", "'Cache-Control: max-age=30',1", "'Cache-Control: min-fresh=31',2",
			"'Cache-Control: min-fresh=30',1", "'Cache-Control: only-if-cached',1", "'Cache-Control: max-stale=5',1",
			"'Cache-Control: unknown',1", "'Cache-Control: max-age=x',2" })
	void areHonoured(String field, int calls) throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60")) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			site.get(field);
			assertThat(site.calls()).isEqualTo(calls);
		}
	}

	@Test
	void ofPragmaCountOnlyWithoutCacheControl() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60")) {
			site.get();
			site.get("Cache-Control: max-age=60", "Pragma: no-cache");
			assertThat(site.calls()).isEqualTo(1);
		}
	}

	@Test
	void letNoCacheReplaceWhatIsStored() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60")) {
			site.get();
			site.pass(Duration.ofSeconds(30));
			site.get("Cache-Control: no-cache");
			assertThat(site.get().field("Age")).contains("0");
			assertThat(site.calls()).isEqualTo(2);
		}
	}

	@Test
	void answerOnlyIfCachedWith504() throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: max-age=60")) {
			assertThat(site.get("Cache-Control: only-if-cached").status()).isEqualTo(504);
			assertThat(site.calls()).isZero();
		}
	}

	@ParameterizedTest
	@CsvSource({ "max-age=60,max-stale,1", "max-age=60,max-stale=11,1", "max-age=60,max-stale=10,2",
			"'max-age=60, must-revalidate',max-stale,2", "s-maxage=60,max-stale,2" })
	void letTheClientTakeStaleResponses(String said, String asked, int calls) throws IOException {
		try (CachedSite site = CachedSite.answering("Cache-Control: " + said)) {
			site.get();
			site.pass(Duration.ofSeconds(70));
			site.get("Cache-Control: " + asked);
			assertThat(site.calls()).isEqualTo(calls);
		}
	}

}
