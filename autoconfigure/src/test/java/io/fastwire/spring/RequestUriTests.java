/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.Objects;

import io.fastwire.http.RequestTarget;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestUriTests {

	@ParameterizedTest
	@CsvSource(delimiter = ' ', quoteCharacter = '\0',
			value = { "/ http://a.example/", "/a/b?c=d http://a.example/a/b?c=d", "// http://a.example//",
					"//a//b http://a.example//a//b", "//evil.example/x http://a.example//evil.example/x",
					"/a; http://a.example/a;", "/a%2Fb/%2e%2e/a%252Fb http://a.example/a%2Fb/%2e%2e/a%252Fb",
					"/%C3%A9 http://a.example/%C3%A9", "/a:b@c&d=e+f$g,h http://a.example/a:b@c&d=e+f$g,h",
					"/(a)*b!c'd~e http://a.example/(a)*b!c'd~e", "/? http://a.example/?",
					"/a??b=/c http://a.example/a??b=/c" })
	void keepsTheTargetAsItWasSent(String target, String uri) {
		assertThat(text(RequestTarget.origin(target))).isEqualTo(uri);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ' ', quoteCharacter = '\0', value = { "a[]=1 a[]=1", "x={\"a\":1} x=%7B%22a%22:1%7D",
			"a|b a%7Cb", "a^b`c\\d a%5Eb%60c%5Cd", "<a> %3Ca%3E", "%7Ba|b %7Ba%7Cb", "a|%7Bb a%7C%7Bb", "\u00e9 %E9" })
	void encodesInQueriesWhatRealClientsSend(String query, String encoded) {
		RequestTarget target = RequestTarget.origin("/a?" + query);
		assertThat(text(target)).isEqualTo("http://a.example/a?" + encoded);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a%", "/a%zz", "/a%2", "/a%2g", "/<>", "/[", "/{a}", "/a|b", "/a\\b", "/a^b", "/a`b",
			"/a\"b", "/a#b", "/a b", "/a\u00e9", "/\u4e2d", "/?a=%", "/?a=100%&b=2", "/?a=%u0041", "/?a b", "/?a#b",
			"/?\u4e2d", "/?{}%" })
	void refusesWhatCannotBeAUri(String target) {
		assertThat(RequestUri.of(RequestTarget.origin(target), "http", "a.example", null)).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "http,a.example:80,http://a.example/", "https,a.example:443,https://a.example/",
			"http,a.example:443,http://a.example:443/", "https,a.example:80,https://a.example:80/",
			"http,a.example:8080,http://a.example:8080/", "http,[::1]:80,http://[::1]/",
			"http,[fe80::a%25en1],http://[fe80::a%25en1]/", "http,my_host:8080,http://my_host:8080/",
			"http,192.0.2.1,http://192.0.2.1/", "http,a.example:,http://a.example:/",
			"http,-a-.:99999,http://-a-.:99999/", "http,user@a.example,http://user@a.example/", "http,,http:///" })
	void leavesOutDefaultPorts(String scheme, @Nullable String authority, String uri) {
		RequestUri built = Objects.requireNonNull(RequestUri.of(RequestTarget.origin("/"), scheme, authority, null));
		assertThat(built.uri()).hasToString(uri);
	}

	@ParameterizedTest
	@ValueSource(strings = { "[::1", "[zz]", "a b", "a\"b", "a/b", "a%zz", "[::1]x" })
	void refusesAnAuthorityThatCannotBePartOfAUri(String authority) {
		RequestUri built = RequestUri.of(RequestTarget.origin("/p"), "http", authority, null);
		assertThat((built == null) || built.uri().getRawPath().endsWith("/p")).isTrue();
	}

	@Test
	void authorityOfAnAbsoluteTargetIsNotPartOfThePath() {
		RequestTarget target = RequestTarget.absolute("http://t:8080/api/a?q=1", 7, 13);
		RequestUri uri = Objects.requireNonNull(RequestUri.of(target, "http", target.authority(), null));
		assertThat(uri.uri()).hasToString("http://t:8080/api/a?q=1");
		assertThat(uri.path().value()).isEqualTo("/api/a");
	}

	@Test
	void absoluteTargetWithoutPathHasTheRootPath() {
		RequestTarget target = RequestTarget.absolute("HTTP://T", 7, 8);
		RequestUri uri = Objects.requireNonNull(RequestUri.of(target, "http", target.authority(), null));
		assertThat(uri.uri()).hasToString("http://T/");
	}

	@Test
	void isBuiltOnceForAllRequestsWithTheSameTarget() {
		RequestTarget target = RequestTarget.origin("/a");
		RequestUri first = Objects.requireNonNull(RequestUri.of(target, "http", new String("a.example"), null));
		RequestUri second = RequestUri.of(target, "http", new String("a.example"), null);
		assertThat(first).isSameAs(second);
		assertThat(first.uri()).isSameAs(first.uri());
		assertThat(first.path()).isSameAs(first.path());
	}

	@Test
	void isBuiltAnewForAnotherHostSchemeOrPrefix() {
		RequestTarget target = RequestTarget.origin("/a");
		assertThat(text(target, "http", "a.example", null)).isEqualTo("http://a.example/a");
		assertThat(text(target, "http", "b.example", null)).isEqualTo("http://b.example/a");
		assertThat(text(target, "https", "b.example", null)).isEqualTo("https://b.example/a");
		assertThat(text(target, "https", "b.example", "/p")).isEqualTo("https://b.example/p/a");
		assertThat(text(target, "https", "b.example", null)).isEqualTo("https://b.example/a");
		assertThat(text(target, "https", null, null)).isEqualTo("https:///a");
		assertThat(text(target, "https", "b.example", null)).isEqualTo("https://b.example/a");
	}

	@Test
	void prefixIsTheContextPath() {
		RequestUri uri = Objects.requireNonNull(RequestUri.of(RequestTarget.origin("/a"), "http", "a.example", "/p"));
		assertThat(uri.path().contextPath().value()).isEqualTo("/p");
		assertThat(uri.path().pathWithinApplication().value()).isEqualTo("/a");
	}

	private static String text(RequestTarget target) {
		return text(target, "http", "a.example", null);
	}

	private static String text(RequestTarget target, String scheme, @Nullable String authority,
			@Nullable String prefix) {
		RequestUri uri = Objects.requireNonNull(RequestUri.of(target, scheme, authority, prefix));
		assertThat(uri.uri()).hasToString(uri.toString());
		return uri.toString();
	}

}
