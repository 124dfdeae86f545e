/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpCookie;
import org.springframework.util.MultiValueMap;

import static org.assertj.core.api.Assertions.assertThat;

class CookieParserTests {

	@Test
	void oddCookiesDoNotHideTheRest() {
		MultiValueMap<String, HttpCookie> cookies = parse(
				"a=1; b=\"x y\"; c=he,llo; d=\u00c3\u00a9; e; =f; g=a=b==; h=\"q\\\"uote\"; SID=ok; SID=second");
		assertThat(cookies.keySet()).containsExactly("a", "b", "c", "d", "g", "h", "SID");
		assertThat(value(cookies, "a")).isEqualTo("1");
		assertThat(value(cookies, "b")).isEqualTo("x y");
		assertThat(value(cookies, "c")).isEqualTo("he,llo");
		assertThat(value(cookies, "d")).isEqualTo("\u00c3\u00a9");
		assertThat(value(cookies, "g")).isEqualTo("a=b==");
		assertThat(value(cookies, "h")).isEqualTo("q\\\"uote");
		assertThat(value(cookies, "SID")).isEqualTo("ok");
		assertThat(cookies.get("SID")).extracting(HttpCookie::getValue).containsExactly("ok", "second");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ";", ";;;", "=", " = ; = ", "a", "\"", "a\"b;c", "; ,", "\t" })
	void whatHasNoNameAndValueIsSkipped(String line) {
		assertThat(parse(line)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "x=\"open; SID=ok", "x=a\"; SID=ok", "x=\"; SID=ok", "$Version=1; SID=ok", "x y=1;SID=ok",
			";SID=ok;", "SID=ok; x=\"", "  SID  =  ok  ", "SID=\"ok\"", "x={\"a\":1,\"b\":[2]}; SID=ok",
			"SID=ok,x=1;" + "SID=late" })
	void aCookieIsFoundWhateverStandsBesideIt(String line) {
		assertThat(value(parse(line), "SID")).startsWith("ok");
	}

	@Test
	void namesKeepTheirCase() {
		assertThat(parse("a=1; A=2").keySet()).containsExactly("a", "A");
	}

	@Test
	void severalLinesAreOneList() {
		MultiValueMap<String, HttpCookie> cookies = CookieParser
			.parse(new TestHeaders("Cookie", "a=1", "X", "a=0", "cookie", "b=2; a=3"));
		assertThat(cookies.get("a")).extracting(HttpCookie::getValue).containsExactly("1", "3");
		assertThat(value(cookies, "b")).isEqualTo("2");
	}

	private static MultiValueMap<String, HttpCookie> parse(String line) {
		return CookieParser.parse(new TestHeaders("Cookie", line));
	}

	private static String value(MultiValueMap<String, HttpCookie> cookies, String name) {
		List<HttpCookie> sameName = cookies.getOrDefault(name, List.of());
		assertThat(sameName).isNotEmpty();
		return sameName.get(0).getValue();
	}

}
