/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;

import io.fastwire.proxy.AddressRanges;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ForwardedFieldsTests {

	private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.9", 4711);

	@Test
	void aRequestWithoutThemHasNone() {
		assertThat(ForwardedFields.read(new TestHeaders("Host", "a"), AddressRanges.ALL, PEER)).isNull();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '\0',
			value = { "2a02:918:175:ab60:45ee:c12c:dac1:808b;2a02:918:175:ab60:45ee:c12c:dac1:808b;4711",
					"[2001:db8::1]:8080;2001:db8:0:0:0:0:0:1;8080", "[2001:db8::1]:dba2;2001:db8:0:0:0:0:0:1;4711",
					"[2001:db8::1];2001:db8:0:0:0:0:0:1;4711", "unknown;192.0.2.9;4711", "_hidden;192.0.2.9;4711",
					", ,1.2.3.4;1.2.3.4;4711", "1.2.3.4:99;1.2.3.4;99", "1.2.3.4, 5.6.7.8;1.2.3.4;4711",
					"1.2.3.4:0;1.2.3.4;4711", "1.2.3.4:70000;1.2.3.4;4711", ",;192.0.2.9;4711", ";192.0.2.9;4711",
					"1.2.3;192.0.2.9;4711", "[::1;192.0.2.9;4711", "::1:50532;192.0.2.9;4711",
					"a.example;192.0.2.9;4711", "1.2.3.4 ;1.2.3.4;4711" })
	void readsTheClientAddressOrLeavesThePeers(@Nullable String field, String address, int port) {
		ForwardedFields fields = read("X-Forwarded-For", (field != null) ? field : "");
		InetSocketAddress client = Objects.requireNonNull(fields.client(PEER));
		assertThat(client.isUnresolved()).isFalse();
		assertThat(client.getAddress().getHostAddress()).isEqualTo(address);
		assertThat(client.getPort()).isEqualTo(port);
	}

	@ParameterizedTest
	@CsvSource({ "https,https", "HTTPS,https", "wss,https", "'HTTPS,http',https", "http,http", "ws,http", "gopher,http",
			"'',http", "'ht tps',http", "',',http" })
	void readsTheScheme(String field, String scheme) {
		assertThat(read("X-Forwarded-Proto", field).scheme("http")).isEqualTo(scheme);
	}

	@ParameterizedTest
	@CsvSource({ "b.example,b.example", "b.example:8443,b.example:8443", "'b.example, c.example',b.example",
			"[2001:db8::1]:99,[2001:db8::1]:99", "[2001:db8::1],[2001:db8::1]", "my_host,my_host" })
	void readsTheHost(String field, String authority) {
		assertThat(read("X-Forwarded-Host", field).authority("a.example:8080")).isEqualTo(authority);
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://cdn.example/", "a b", "a/b", "a:b", "a:", ":8080", "::1", "[::1", "[zz]", "a@b",
			"", ",", "a\"b", "a%20b", "[::1]x" })
	void ignoresAMalformedHost(String field) {
		assertThat(read("X-Forwarded-Host", field).authority("a.example:8080")).isEqualTo("a.example:8080");
	}

	@ParameterizedTest
	@CsvSource({ "'443,8443',a.example:443", "8443,a.example:8443", "abc,a.example:8080", "'',a.example:8080",
			"0,a.example:8080", "65536,a.example:8080", "-1,a.example:8080", "999999999999,a.example:8080" })
	void readsThePort(String field, String authority) {
		assertThat(read("X-Forwarded-Port", field).authority("a.example:8080")).isEqualTo(authority);
	}

	@ParameterizedTest
	@CsvSource({ "/p,/p", "/p/,/p", "'/p/, /q',/p/q", "p,", "/,", "'',", "/p q,", "/%zz,", "/p|q," })
	void readsThePrefix(String field, @Nullable String prefix) {
		assertThat(read("X-Forwarded-Prefix", field).prefix()).isEqualTo(prefix);
	}

	@Test
	void anotherSchemeDropsThePortThatTheProxyUsed() {
		assertThat(read("X-Forwarded-Proto", "https").authority("a.example:8080")).isEqualTo("a.example");
		assertThat(read("X-Forwarded-Ssl", "on").scheme("http")).isEqualTo("https");
		assertThat(read("X-Forwarded-Ssl", "off").scheme("http")).isEqualTo("http");
		assertThat(read("X-Forwarded-Proto", "https").authority(null)).isNull();
		assertThat(read("X-Forwarded-Proto", "https").authority("[::1]:8080")).isEqualTo("[::1]");
	}

	@Test
	void readsTheFirstElementOfForwarded() {
		ForwardedFields fields = read("Forwarded",
				"For=\"[2001:db8::1]:99\";proto=HTTPS; host=\"b.example:8443\" ;by=192.0.2.1;ext=\"a,b;c\", for=1.2.3.4;host=c");
		assertThat(fields.scheme("http")).isEqualTo("https");
		assertThat(fields.authority("a.example")).isEqualTo("b.example:8443");
		assertThat(fields.client(PEER)).isEqualTo(new InetSocketAddress("2001:db8::1", 99));
		assertThat(fields.server(new InetSocketAddress("10.0.0.1", 80)))
			.isEqualTo(new InetSocketAddress("192.0.2.1", 80));
		assertThat(fields.server(null)).isEqualTo(new InetSocketAddress("192.0.2.1", 0));
	}

	@Test
	void firstOfARepeatedParameterCounts() {
		ForwardedFields fields = read("Forwarded",
				"proto=https;proto=http;host=b;host=c;for=1.1.1.1;for=2.2.2.2;by=3.3.3.3;by=4.4.4.4");
		assertThat(fields.scheme("http")).isEqualTo("https");
		assertThat(fields.authority("a")).isEqualTo("b");
		assertThat(fields.client(PEER)).isEqualTo(new InetSocketAddress("1.1.1.1", 4711));
		assertThat(fields.server(PEER)).isEqualTo(new InetSocketAddress("3.3.3.3", 4711));
	}

	@ParameterizedTest
	@ValueSource(strings = { "for=::1:50532", "for=\"", "for", "=", ";;;", "for=;host=;proto=", "host=\"a\\\"b\"",
			"for=unknown", "for=_x", "\"", "a=\"\\", " " })
	void malformedForwardedChangesNothing(String field) {
		ForwardedFields fields = read("Forwarded", field);
		assertThat(fields.scheme("http")).isEqualTo("http");
		assertThat(fields.authority("a.example:8080")).isEqualTo("a.example:8080");
		assertThat(fields.client(PEER)).isEqualTo(PEER);
		assertThat(fields.server(PEER)).isEqualTo(PEER);
		assertThat(fields.prefix()).isNull();
	}

	@Test
	void forwardedWinsOverItsPredecessors() {
		ForwardedFields fields = read("X-Forwarded-Proto", "http", "X-Forwarded-Host", "x.example", "Forwarded",
				"proto=https;host=f.example", "X-Forwarded-For", "1.2.3.4");
		assertThat(fields.scheme("http")).isEqualTo("https");
		assertThat(fields.authority("a.example")).isEqualTo("f.example");
		assertThat(fields.client(PEER)).isEqualTo(new InetSocketAddress("1.2.3.4", 4711));
	}

	private static final AddressRanges PROXIES = AddressRanges.of(List.of("10.0.0.0/8", "fd00::/8"));

	private static final InetSocketAddress PROXY = new InetSocketAddress("10.0.0.1", 4711);

	private static String trusted(InetSocketAddress peer, String... namesAndValues) {
		ForwardedFields fields = ForwardedFields.read(new TestHeaders(namesAndValues), PROXIES, peer);
		return (fields == null) ? "none" : fields.scheme("http") + " " + fields.authority("a.example") + " "
				+ Objects.requireNonNull(fields.client(peer)).getAddress().getHostAddress();
	}

	@Test
	void ignoresWhatOtherPeersThanTrustedProxiesSend() {
		assertThat(trusted(PEER, "X-Forwarded-For", "1.2.3.4", "X-Forwarded-Proto", "https")).isEqualTo("none");
		assertThat(trusted(PEER, "Forwarded", "for=1.2.3.4;proto=https;host=evil")).isEqualTo("none");
		assertThat(ForwardedFields.client(new TestHeaders("X-Forwarded-For", "1.2.3.4"), PROXIES, PEER))
			.isEqualTo(PEER);
		assertThat(ForwardedFields.client(new TestHeaders("X-Forwarded-For", "1.2.3.4"), PROXIES, PROXY))
			.isEqualTo(new InetSocketAddress("1.2.3.4", 4711));
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "1.2.3.4;1.2.3.4", "6.6.6.6, 1.2.3.4;1.2.3.4", "6.6.6.6, 1.2.3.4, 10.1.1.1;1.2.3.4",
					"6.6.6.6, 1.2.3.4, 10.1.1.1, fd00::7;1.2.3.4", "10.3.3.3, 10.2.2.2;10.3.3.3",
					"6.6.6.6, unknown;10.0.0.1", "6.6.6.6, unknown, 10.2.2.2;10.0.0.1", "\"6.6.6.6, 1.2.3.4;1.2.3.4",
					"6.6.6.6, 1.2.3.4:99;1.2.3.4", "6.6.6.6, [2001:db8::1]:8080;2001:db8:0:0:0:0:0:1", ",,;10.0.0.1" })
	void takesTheLastAddressThatIsNotATrustedProxy(String field, String address) {
		assertThat(trusted(PROXY, "X-Forwarded-For", field)).isEqualTo("http a.example " + address);
	}

	@Test
	void readsAllLinesOfAField() {
		assertThat(trusted(PROXY, "X-Forwarded-For", "6.6.6.6", "X-Forwarded-For", "1.2.3.4"))
			.isEqualTo("http a.example 1.2.3.4");
		assertThat(trusted(PROXY, "Forwarded", "for=6.6.6.6;proto=https", "Forwarded", "for=1.2.3.4"))
			.isEqualTo("http a.example 1.2.3.4");
	}

	@Test
	void takesSchemeAndHostFromWhereTheAddressIs() {
		assertThat(trusted(PROXY, "X-Forwarded-For", "6.6.6.6, 1.2.3.4, 10.2.2.2", "X-Forwarded-Proto",
				"ftp, https, http", "X-Forwarded-Host", "evil, b.example, c.example"))
			.isEqualTo("https b.example 1.2.3.4");
		assertThat(trusted(PROXY, "X-Forwarded-For", "1.2.3.4, 10.2.2.2", "X-Forwarded-Proto", "https",
				"X-Forwarded-Host", "b.example"))
			.isEqualTo("https b.example 1.2.3.4");
		assertThat(trusted(PROXY, "X-Forwarded-For", "1.2.3.4", "X-Forwarded-Host", "evil, b.example"))
			.isEqualTo("http b.example 1.2.3.4");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '`',
			value = { "`for=1.2.3.4;proto=https;host=b.example`;https b.example 1.2.3.4",
					"`for=6.6.6.6;host=evil, for=1.2.3.4;proto=https`;https a.example 1.2.3.4",
					"`for=6.6.6.6;host=evil, for=1.2.3.4;host=b.example, for=10.2.2.2;host=c`;http b.example 1.2.3.4",
					"`for=6.6.6.6, for=\"[fd00::1]:5\"`;http a.example 6.6.6.6",
					"`for=6.6.6.6;host=evil, for=_hidden;proto=https`;https a.example 10.0.0.1",
					"`for=6.6.6.6;host=\"evil, for=1.2.3.4`;http a.example 10.0.0.1",
					"`for=6.6.6.6;host=\"evil, for=\"1.2.3.4\"`;http a.example 10.0.0.1" })
	void takesTheLastElementOfForwardedThatIsNotATrustedProxy(String field, String expected) {
		assertThat(trusted(PROXY, "Forwarded", field)).isEqualTo(expected);
	}

	private static ForwardedFields read(String... namesAndValues) {
		return Objects.requireNonNull(ForwardedFields.read(new TestHeaders(namesAndValues), AddressRanges.ALL, PEER));
	}

	/** Which a client has sent, and the proxy has passed on. */
	@ParameterizedTest
	@ValueSource(strings = { "for=6.6.6.6;proto=ftp;host=evil", "for=6.6.6.6;host=evil, for=10.2.2.2", "" })
	void takesWhatTheProxyAppendedRatherThanAForwardedOfTheClient(String forwarded) {
		assertThat(trusted(PROXY, "Forwarded", forwarded, "X-Forwarded-For", "1.2.3.4", "X-Forwarded-Proto", "https",
				"X-Forwarded-Host", "b.example"))
			.isEqualTo("https b.example 1.2.3.4");
		assertThat(trusted(PROXY, "Forwarded", forwarded, "X-Forwarded-For", "1.2.3.4"))
			.isEqualTo("http a.example 1.2.3.4");
	}

}
