/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Host, Connection, Expect and Upgrade (cases G06, G07, H01, I02).
 */
class HeadSemanticsTests {

	private static CompleteHead accepted(String lines) {
		return HeadArrivals.accepted("POST / HTTP/1.1\r\nHost: t\r\n" + lines + "\r\n").head();
	}

	private static CompleteHead accepted10(String lines) {
		return HeadArrivals.accepted("POST / HTTP/1.0\r\n" + lines + "\r\n").head();
	}

	@Test
	void rejectsMissingHost() {
		assertThat(HeadArrivals.rejected("GET / HTTP/1.1\r\n\r\n")).isEqualTo(Rejection.HOST_MISSING);
		assertThat(HeadArrivals.rejected("GET / HTTP/1.1\r\nX-Host: t\r\n\r\n")).isEqualTo(Rejection.HOST_MISSING);
		assertThat(HeadArrivals.rejected("GET http://t/ HTTP/1.1\r\n\r\n")).isEqualTo(Rejection.HOST_MISSING);
	}

	@Test
	void hostMayBeMissingInHttp10() {
		assertThat(accepted10("").headers().host()).isNull();
		assertThat(accepted10("Host: t\r\n").headers().host()).isEqualTo("t");
	}

	@ParameterizedTest
	@ValueSource(strings = { "HTTP/1.0", "HTTP/1.1" })
	void rejectsRepeatedHost(String version) {
		assertThat(HeadArrivals.rejected("GET / " + version + "\r\nHost: t\r\nhost: t\r\n\r\n"))
			.isEqualTo(Rejection.HOST_REPEATED);
		assertThat(HeadArrivals.rejected("GET / " + version + "\r\nHost: t\r\nX: a\r\nHOST: \r\n\r\n"))
			.isEqualTo(Rejection.HOST_REPEATED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "a:99999", "a/../b", "u@a", "a\tb", "http://a", "a,b:c", "\u00e9", "[::1",
			":80", "a?", "a%2" })
	void rejectsMalformedHost(String host) {
		assertThat(HeadArrivals.rejected("GET / HTTP/1.1\r\nHost:" + host + "\r\n\r\n"))
			.isEqualTo(Rejection.HOST_MALFORMED);
		assertThat(HeadArrivals.rejected("GET / HTTP/1.0\r\nHost:" + host + "\r\n\r\n"))
			.isEqualTo(Rejection.HOST_MALFORMED);
	}

	@Test
	void authorityOfTheTargetStandsBesideAHostThatDisagrees() {
		CompleteHead head = HeadArrivals.accepted("GET http://a.example/x HTTP/1.1\r\nHost: b.example\r\n\r\n").head();
		assertThat(head.target().authority()).isEqualTo("a.example");
		assertThat(head.headers().host()).isEqualTo("b.example");
		assertThat(HeadArrivals.rejected("GET http://a.example/x HTTP/1.1\r\nHost: b c\r\n\r\n"))
			.isEqualTo(Rejection.HOST_MALFORMED);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "''|true", "Connection: close|false", "connection:CLOSE|false", "Connection: a, close|false",
					"Connection: close,a|false", "Connection: ,, close ,|false", "Connection: keep-alive|true",
					"Connection: keep-alive, close|false", "Connection: closed|true", "Connection: clos|true",
					"Connection:|true", "Connection: keep-alive;close|true", "Connection: a\tclose|true",
					"Keep-Alive: close|true" })
	void http11PersistsUnlessClosed(String line, boolean keepAlive) {
		assertThat(accepted(line.isEmpty() ? "" : line + "\r\n").keepAlive()).isEqualTo(keepAlive);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "''|false", "Connection: Keep-Alive|true", "Connection: close|false",
					"Connection: keep-alive, close|false", "Connection: upgrade,keep-alive|true",
					"Keep-Alive: timeout=5|false" })
	void http10PersistsOnlyIfAsked(String line, boolean keepAlive) {
		assertThat(accepted10(line.isEmpty() ? "" : line + "\r\n").keepAlive()).isEqualTo(keepAlive);
	}

	@Test
	void readsSeveralConnectionLinesAsOneList() {
		assertThat(accepted("Connection: a\r\nX: y\r\nConnection: close\r\n").keepAlive()).isFalse();
		assertThat(accepted10("Connection: a\r\nConnection: keep-alive\r\nConnection: b\r\n").keepAlive()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Upgrade: websocket\r\nConnection: Upgrade\r\n",
			"Connection: keep-alive, UPGRADE\r\nupgrade: WebSocket\r\n",
			"Connection: keep-alive\r\nConnection: upgrade\r\nUpgrade: a\r\nUpgrade: websocket\r\n",
			"Connection:upgrade ,\t\r\nUpgrade:h2c,websocket\r\n" })
	void upgradeNeedsBothFields(String lines) {
		assertThat(accepted(lines).upgradeRequested()).isTrue();
		assertThat(accepted10(lines).upgradeRequested()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Upgrade: websocket\r\n", "Connection: upgrade\r\n", "Upgrade:\r\nConnection: upgrade\r\n",
			"Upgrade: websocket\r\nConnection: upgraded\r\n", "Upgrade: websocket\r\nConnection: no-upgrade\r\n" })
	void oneUpgradeFieldAloneIsNoRequest(String lines) {
		assertThat(accepted(lines).upgradeRequested()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Expect: 100-continue\r\n", "expect:100-CONTINUE\r\n",
			"Expect: 100-continue, 100-continue\r\n", "Expect: 100-continue\r\nExpect: 100-continue\r\n" })
	void expectsContinueBeforeABody(String lines) {
		assertThat(accepted("Content-Length: 1\r\n" + lines).expectContinue()).isTrue();
		assertThat(accepted(lines + "Transfer-Encoding: chunked\r\n").expectContinue()).isTrue();
		assertThat(accepted(lines).expectContinue()).isFalse();
		assertThat(accepted(lines + "Content-Length: 0\r\n").expectContinue()).isFalse();
		assertThat(accepted10(lines + "Content-Length: 1\r\n").expectContinue()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Expect: 200-ok\r\n", "Expect:\r\n", "Expect: 100-continue, x\r\n",
			"Expect: 100-continue;a\r\n", "Expect: 100-continue\r\nExpect: x\r\n", "Expect: 100\r\n",
			"Expect: 100-continue,\r\n" })
	void rejectsOtherExpectations(String lines) {
		assertThat(HeadArrivals.rejected("POST / HTTP/1.1\r\nHost: t\r\n" + lines + "\r\n"))
			.isEqualTo(Rejection.EXPECTATION_UNKNOWN);
		assertThat(accepted10(lines).expectContinue()).isFalse();
	}

}
