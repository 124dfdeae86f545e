/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

import static org.assertj.core.api.Assertions.assertThat;

class QueryParserTests {

	@Test
	void noQueryHasNoParameters() {
		assertThat(QueryParser.parse(null)).isEmpty();
		assertThat(QueryParser.parse("")).isEmpty();
	}

	@Test
	void tellsNoValueFromAnEmptyOne() {
		assertThat(QueryParser.parse("a&b=")).containsEntry("a", Arrays.asList((String) null))
			.containsEntry("b", Arrays.asList(""));
	}

	@Test
	void keepsAllValuesInOrder() {
		assertThat(QueryParser.parse("a=1&b=2&a=3").get("a")).containsExactly("1", "3");
	}

	@Test
	void decodesEscapesAndPlus() {
		assertThat(QueryParser.parse("a+b=%20%2B+%C3%A0").getFirst("a b")).isEqualTo(" + \u00e0");
	}

	@Test
	void bytesThatAreNotUtf8AreReplaced() {
		assertThat(QueryParser.parse("a=%C3%28").getFirst("a")).isEqualTo("\ufffd(");
	}

	@Test
	void splitsAsOtherServersOfWebFluxDo() {
		Random random = new Random(42);
		for (int round = 0; round < 20_000; round++) {
			StringBuilder query = new StringBuilder();
			for (int i = random.nextInt(12); i > 0; i--) {
				query.append("ab&=+".charAt(random.nextInt(5)));
			}
			assertThat(QueryParser.parse(query.toString())).as(query.toString()).isEqualTo(expected(query.toString()));
		}
	}

	/** What the documentation of WebFlux says, as a regular expression. */
	private static MultiValueMap<String, String> expected(String query) {
		MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
		Matcher matcher = Pattern.compile("(?<name>[^&=]+)(?<equals>=?)(?<value>[^&]+)?").matcher(query);
		while (matcher.find()) {
			String value = matcher.group("value");
			String empty = matcher.group("equals").isEmpty() ? null : "";
			parameters.add(decode(matcher.group("name")), (value != null) ? decode(value) : empty);
		}
		return parameters;
	}

	private static String decode(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}
