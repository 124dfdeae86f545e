/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How Content-Length and Transfer-Encoding frame a body, or are refused (RFC 9112 section
 * 6; case G01).
 */
class MessageFramingTests {

	private static final String START = "POST / HTTP/1.1\r\nHost: t\r\n";

	private static CompleteHead accepted(String lines) {
		return HeadArrivals.accepted(START + lines + "\r\n").head();
	}

	private static Rejection rejected(String lines) {
		return HeadArrivals.rejected(START + lines + "\r\n");
	}

	@Test
	void headWithoutFramingFieldsHasNoBody() {
		CompleteHead head = accepted("");
		assertThat(head.bodyFraming()).isEqualTo(BodyFraming.NONE);
		assertThat(head.contentLength()).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "0,0", "5,5", "' 5 ',5", "00000005,5", "999999999999999999,999999999999999999" })
	void contentLengthFramesTheBody(String value, long length) {
		CompleteHead head = accepted("content-LENGTH:" + value + "\r\n");
		assertThat(head.bodyFraming()).isEqualTo(BodyFraming.LENGTH);
		assertThat(head.contentLength()).isEqualTo(length);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "-5", "+5", "5 5", "0x5", "5.0", "5_0", "a", "1000000000000000000",
			"9223372036854775808", "0000000000000000005", "5;a", "\u0665", "5\t5", "\"5\"", "18446744073709551621" })
	void rejectsContentLengthThatIsNoNumber(String value) {
		assertThat(rejected("Content-Length: " + value + "\r\n")).isEqualTo(Rejection.CONTENT_LENGTH_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5\r\ncontent-length: 6\r\n",
			"Content-Length: 5, 5\r\n", "Content-Length: 5,6\r\n", "Content-Length: ,5\r\n", "Content-Length: 5,\r\n",
			"Content-Length: 5\r\nX: a\r\nContent-Length:\r\n" })
	void rejectsSeveralContentLengths(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.CONTENT_LENGTH_REPEATED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Transfer-Encoding: chunked", "transfer-encoding:CHUNKED", "Transfer-Encoding:\tchunked",
			"TRANSFER-ENCODING: Chunked " })
	void chunkedFramesTheBody(String line) {
		CompleteHead head = accepted(line + "\r\n");
		assertThat(head.bodyFraming()).isEqualTo(BodyFraming.CHUNKED);
		assertThat(head.contentLength()).isEqualTo(-1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
			"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
			"Content-Length: 4\r\nX: a\r\nTransfer-Encoding: identity\r\n",
			"Transfer-Encoding: gzip\r\nContent-Length: x\r\n", "Content-Length: 0\r\nTransfer-Encoding:\r\n" })
	void rejectsTransferEncodingWithContentLength(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.CONTENT_LENGTH_WITH_TRANSFER_ENCODING);
	}

	@ParameterizedTest
	@ValueSource(strings = { "chunked, x", "chunked, chunked", "chunked,chunked", "xchunked", "identity", "gzip",
			"chunkedx", "", "chunked,", ",chunked", "chunked;a=b", "\"chunked\"", "chunked, identity", "gzip, x",
			"chunked\u00a0", "chunke\u0130d", "chun\u212aed", "gzip;a=\"chunked", "chunked gzip", "chunked\t;" })
	void rejectsTransferEncodingThatDoesNotEndInOneChunked(String value) {
		assertThat(rejected("Transfer-Encoding: " + value + "\r\n")).isEqualTo(Rejection.TRANSFER_ENCODING_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
			"Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n",
			"Transfer-Encoding: chunked\r\nTransfer-Encoding:\r\n",
			"Transfer-Encoding: gzip\r\nTransfer-Encoding: identity\r\n" })
	void readsSeveralTransferEncodingLinesAsOneList(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.TRANSFER_ENCODING_MALFORMED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: x;a=b , Chunked\r\n",
			"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: identity, chunked\r\n" })
	void rejectsCodingsThatItCannotDecode(String lines) {
		assertThat(rejected(lines)).isEqualTo(Rejection.TRANSFER_ENCODING_UNKNOWN);
		assertThat(Rejection.TRANSFER_ENCODING_UNKNOWN.status()).isEqualTo(501);
	}

	@ParameterizedTest
	@ValueSource(strings = { "chunked", "gzip, chunked", "gzip" })
	void rejectsTransferEncodingInHttp10(String value) {
		assertThat(HeadArrivals.rejected("POST / HTTP/1.0\r\nTransfer-Encoding: " + value + "\r\n\r\n"))
			.isEqualTo(Rejection.TRANSFER_ENCODING_IN_HTTP_1_0);
	}

	@Test
	void rejectsContentLengthAboveTheLimit() {
		HttpLimits limits = HttpLimits.builder().maxBodyBytes(10).build();
		assertThat(HeadArrivals.accepted(START + "Content-Length: 10\r\n\r\n", limits).head().contentLength())
			.isEqualTo(10);
		assertThat(HeadArrivals.rejected(START + "Content-Length: 11\r\n\r\n", limits))
			.isEqualTo(Rejection.BODY_TOO_LARGE);
	}

	@Test
	void malformedHeadIsRefusedBeforeOneThatAsksTooMuch() {
		HttpLimits limits = HttpLimits.builder().maxBodyBytes(10).build();
		String lines = "Content-Length: 11\r\nExpect: x\r\n\r\n";
		assertThat(HeadArrivals.rejected("POST / HTTP/1.1\r\n" + lines, limits)).isEqualTo(Rejection.HOST_MISSING);
		assertThat(HeadArrivals.rejected(START + lines, limits)).isEqualTo(Rejection.BODY_TOO_LARGE);
	}

}
