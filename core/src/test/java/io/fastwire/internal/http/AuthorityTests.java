/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.internal.http;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AuthorityTests {

	private static boolean isValid(String authority) {
		byte[] bytes = ("[:" + authority + ":1]").getBytes(StandardCharsets.ISO_8859_1);
		return Authority.isValid(bytes, 2, bytes.length - 3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "t", "a.example", "A.EXAMPLE:80", "127.0.0.1", "127.0.0.1:8080", "999.1.1.1", "a:0",
			"a:65535", "a:", "a:00080", "xn--bcher-kva.example", "a_b", "a~b", "a%20b", "a!$&'()*+,;=", "-", "1",
			"localhost:1", "a:0000000000000000000000000000000080" })
	void acceptsNamesAndPorts(String authority) {
		assertThat(isValid(authority)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "[::]", "[::1]", "[1::]", "[2001:db8::1]:443", "[1:2:3:4:5:6:7:8]", "[::ffff:1.2.3.4]",
			"[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[AbCd::Ef01]", "[1::8]:",
			"[::255.255.255.0]" })
	void acceptsIpv6Literals(String authority) {
		assertThat(isValid(authority)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ":", ":80", "a b", " a", "a ", "a/b", "a/../b", "a:99999", "a:65536", "a:-1", "a:+1",
			"a:8x", "a:80:80", "u@a", "u:p@a", "a?b", "a#b", "a\\b", "a%", "a%2", "a%zz", "a%2:80", "a\u00e9", "a\0",
			"a\t", "a\"", "a<", "a[", "a]", "[", "]", "a:99999999999999999999", "a:4294967376", "a\u007f", "a,b c",
			"%" })
	void rejectsOtherText(String authority) {
		assertThat(isValid(authority)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "[]", "[:]", "[1]", "[:::]", "[1:::2]", "[1::2::3]", "[1:2:3:4:5:6:7]",
			"[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7:8::]", "[::1:2:3:4:5:6:7:8]", "[12345::]", "[g::]", "[1:]", "[:1]",
			"[1:2:3:4:5:6:7:]", "[::1", "[::1]a", "[::1]:a", "[::1]:99999", "[::1%25eth0]", "[v1.a]", "[::1.2.3]",
			"[::1.2.3.4.5]", "[::1.2.3.256]", "[::01.2.3.4]", "[::1.2.3.4:1]", "[::.1.2.3]", "[::1.2..3]", "[1.2.3.4]",
			"[::1] ", "[::1]]", "[1.2.3.4::]", "[1:2:3:4:5:6:7:1.2.3.4]" })
	void rejectsMalformedLiterals(String authority) {
		assertThat(isValid(authority)).isFalse();
	}

}
