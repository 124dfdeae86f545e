/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The reasons of refusals, and that users can read of them.
 */
class RejectionTests {

	private static final Pattern ROW = Pattern
		.compile("(?m)^\\| `([a-z0-9-]+)` \\| (\\d+) \\| (RFC [^|]+) \\| [^|]+ \\|$");

	@Test
	void areTheRowsOfTheDocumentInTheirOrder() throws IOException {
		String document = Files.readString(Path.of("../docs/http.md"));
		List<String> rows = ROW.matcher(document).results().map(RejectionTests::row).toList();
		assertThat(rows).containsExactlyElementsOf(Stream.of(Rejection.values()).map(RejectionTests::row).toList());
	}

	private static String row(MatchResult cells) {
		return cells.group(1) + ' ' + cells.group(2) + ' ' + cells.group(3);
	}

	private static String row(Rejection rejection) {
		return rejection.reason() + ' ' + rejection.status() + ' ' + rejection.section();
	}

	@ParameterizedTest
	@EnumSource
	void haveAStatusOfErrorsAndASection(Rejection rejection) {
		assertThat(rejection.status()).isBetween(400, 599);
		assertThat(rejection.section()).matches("RFC \\d{4} \\d+(\\.\\d+)*");
	}

}
