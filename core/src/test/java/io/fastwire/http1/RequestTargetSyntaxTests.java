/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.fastwire.http.RequestTarget;
import io.fastwire.http.RequestTarget.Form;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Forms and bytes of request targets (RFC 9112 section 3.2; cases U01 to U08).
 */
class RequestTargetSyntaxTests {

	private static final String REST = " HTTP/1.1\r\nHost: t\r\n\r\n";

	private static RequestTarget accepted(String target) {
		RequestTarget parsed = HeadArrivals.accepted("GET " + target + REST).head().target();
		assertThat(parsed.raw()).isEqualTo(target);
		return parsed;
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "//", "//a//b", "/a;", "/a;v=1/b", "/api/a%2Fb/foo", "/api/%2e%2e/foo", "/a%252Fb",
			"/../..", "/a:b@c", "/-._~!$&'()*+,;=", "/%00", "/%C3%28", "/a/", "/0123456789/abcdefghij/0123456789/abc" })
	void keepsPathsAsTheyWereSent(String path) {
		RequestTarget target = accepted(path);
		assertThat(target.form()).isEqualTo(Form.ORIGIN);
		assertThat(target.path()).isEqualTo(path);
		assertThat(target.query()).isNull();
		assertThat(target.authority()).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "/?,/,''", "/a?b,/a,b", "/a?b?c,/a,b?c", "/a?b=/c&d=%20,/a,b=/c&d=%20", "/a?a[]=1,/a,a[]=1",
			"/?a|b,/,a|b", "/?{a},/,{a}", "//?//,//,//", "/?a=%C3%28,/,a=%C3%28" })
	void splitsTheQueryOff(String raw, String path, String query) {
		RequestTarget target = accepted(raw);
		assertThat(target.path()).isEqualTo(path);
		assertThat(target.query()).isEqualTo(query);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/<>", "/[", "/]", "/{a}", "/}", "/a|b", "/a\\b", "/a^b", "/a`b", "/a\"b", "/a#b",
			"/?x={\"a\":1}", "/?a#b", "/?<", "/?>", "/?\\", "/?^", "/?`", "/\u00e9", "/?\u00e9", "/\0", "/\t",
			"/?\u007f", "/a\u0001" })
	void rejectsForbiddenBytes(String target) {
		assertThat(HeadArrivals.rejected("GET " + target + REST)).isEqualTo(Rejection.TARGET_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a%", "/a%zz", "/%2", "/%2g", "/%g2", "/%%20", "/?a=%", "/?a=100%&b=2", "/?a=%u0041",
			"/?%4", "http://a%2/", "http://a%/", "http://a%2", "http://a/%" })
	void rejectsMalformedEscapes(String target) {
		assertThat(HeadArrivals.rejected("GET " + target + REST)).isEqualTo(Rejection.TARGET_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/?[", "/?]", "/?a|b", "/?{", "/?}" })
	void strictQueryRejectsWhatTheLenientOneTolerates(String target) {
		assertThat(HeadArrivals.rejected("GET " + target + REST,
				HttpLimits.DEFAULTS.toBuilder().lenientQuery(false).build()))
			.isEqualTo(Rejection.TARGET_MALFORMED);
	}

	@ParameterizedTest
	@CsvSource({ "http://t:8080/api/a?q=1,http,t:8080,/api/a,q=1", "HTTP://T,HTTP,T,/,",
			"https://a.example?x,https,a.example,/,x", "http://[::1]:80/,http,[::1]:80,/,", "hTTpS://a//b,hTTpS,a,//b,",
			"http://a?b/c,http,a,/,b/c", "http://a%20b/,http,a%20b,/,", "http://a:/x,http,a:,/x," })
	void splitsAbsoluteForm(String raw, String scheme, String authority, String path, String query) {
		RequestTarget target = accepted(raw);
		assertThat(target.form()).isEqualTo(Form.ABSOLUTE);
		assertThat(target.scheme()).isEqualTo(scheme);
		assertThat(target.authority()).isEqualTo(authority);
		assertThat(target.path()).isEqualTo(path);
		assertThat(target.query()).isEqualTo(query);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http:", "http:/a", "http:///a", "http://", "http://?a", "http://u@a/", "http://u:p@a/",
			"ftp://a/", "httpx://a/", "http://:80/", "http://a:99999/", "http://a:b/", "http://[::1/", "http://a]b/",
			"http://[a]/", "h", "a", "a/b", "a:1", "http//a", "httpss://a", "http://a\\b", "http://a<", "x://a", "**",
			"*a", "%2F", "?a", "http" })
	void rejectsOtherForms(String target) {
		assertThat(HeadArrivals.rejected("GET " + target + REST)).isEqualTo(Rejection.TARGET_MALFORMED);
	}

	@Test
	void asteriskIsForOptionsOnly() {
		RequestTarget target = HeadArrivals.accepted("OPTIONS *" + REST).head().target();
		assertThat(target.form()).isEqualTo(Form.ASTERISK);
		assertThat(target.path()).isEqualTo("*");
		assertThat(HeadArrivals.rejected("GET *" + REST)).isEqualTo(Rejection.TARGET_MALFORMED);
		assertThat(HeadArrivals.rejected("OPTIONX *" + REST)).isEqualTo(Rejection.TARGET_MALFORMED);
		assertThat(HeadArrivals.rejected("OPTIONS **" + REST)).isEqualTo(Rejection.TARGET_MALFORMED);
		assertThat(HeadArrivals.rejected("OPTIONS *?a" + REST)).isEqualTo(Rejection.TARGET_MALFORMED);
	}

	@Test
	void asteriskIsNotRememberedForOtherMethods() {
		RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS);
		RequestHead head = new RequestHead();
		byte[] options = HeadArrivals.latin1("OPTIONS *" + REST);
		assertThat(parser.parse(options, 0, options.length, head, null)).isEqualTo(options.length);
		head.reset();
		byte[] get = HeadArrivals.latin1("GET *" + REST);
		assertThat(parser.parse(get, 0, get.length, head, null)).isEqualTo(RequestHeadParser.REJECTED);
		assertThat(head.rejection()).isEqualTo(Rejection.TARGET_MALFORMED);
	}

	@Test
	void everyByteIsEitherKeptOrRefused() {
		for (int b = 0; b < 256; b++) {
			String path = "/a" + (char) b + "b";
			boolean legal = b < 0x7F && b > ' ' && "\"#<>[\\]^`{|}%".indexOf(b) < 0;
			byte[] bytes = HeadArrivals.latin1("GET " + path + REST);
			RequestHead head = new RequestHead();
			int result = new RequestHeadParser(HttpLimits.DEFAULTS).parse(bytes, 0, bytes.length, head, null);
			assertThat(result > 0).describedAs("byte %s", b).isEqualTo(legal);
		}
	}

}
