/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.HttpLimits;
import io.fastwire.http.Rejection;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that no application sees (RFC 9113 section 8.1.1). */
@ExtendWith(LeakFree.class)
class Http2RejectionTests {

	private static final int PROTOCOL_ERROR = (int) Http2Error.PROTOCOL_ERROR.code();

	private final AtomicInteger handled = new AtomicInteger();

	private TestServer start(HttpLimits limits) {
		return TestServer.start(TestServer.options().limits(limits).http2(Http2Options.DEFAULTS), (exchange) -> {
			handled.incrementAndGet();
			BodyCollector.collect(exchange, 1 << 20, exchange::end);
		});
	}

	private static Http2Client connect(TestServer server) throws IOException {
		return Http2Client.over(server.connect());
	}

	/** Fields in place of, behind or without those of a good request, or moved there. */
	@ParameterizedTest
	@ValueSource(strings = { ":method=", ":path=", ":scheme=", ":authority=", ":path=nowhere", ":path=?q",
			"+connection=close", "+keep-alive=1", "+proxy-connection=close", "+transfer-encoding=chunked",
			"+upgrade=websocket", "+te=gzip", "+X-Upper=1", "+x y=1", "+=1", "+x=a\u0000b", "+x=a\nb", "+x=a\rb",
			"+x= a", "+x=a\t", "+x=\u007f", "+content-length=5", "+content-length=x", "+host=other", "+:status=200",
			"+:protocol=websocket", "+:unknown=1", "+:=1", "+:path=/again", ">:path", ">:authority", ":method=G T",
			":method=CONNECT", "-:method", "-:scheme", "-:path" })
	void resetsTheStreamOfAMalformedRequest(String change) throws IOException {
		try (TestServer server = start(HttpLimits.DEFAULTS); Http2Client client = connect(server)) {
			client.headers(1, true, changed(change));
			assertThat(client.response(1).reset()).isEqualTo(PROTOCOL_ERROR);
			assertThat(handled).hasValue(0);
			assertThat(server.statistics().rejections(Rejection.FIELDS_MALFORMED)).isEqualTo(1);
			assertThat(client.get(3, "/").response(3).status()).isEqualTo(200);
		}
	}

	private static String[] changed(String change) {
		List<String> fields = new ArrayList<>(
				List.of(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "t"));
		int equals = change.indexOf('=');
		if (change.startsWith("-")) {
			int at = fields.indexOf(change.substring(1));
			fields.remove(at + 1);
			fields.remove(at);
		}
		else if (change.startsWith(">")) {
			int at = fields.indexOf(change.substring(1));
			fields.addAll(List.of("x", "1", fields.remove(at), fields.remove(at)));
		}
		else if (change.startsWith("+")) {
			fields.add(change.substring(1, equals));
			fields.add(change.substring(equals + 1));
		}
		else {
			fields.set(fields.indexOf(change.substring(0, equals)) + 1, change.substring(equals + 1));
		}
		return fields.toArray(String[]::new);
	}

	@ParameterizedTest
	@CsvSource({ ":path=/a b, 400, TARGET_MALFORMED", ":path=/%4, 400, TARGET_MALFORMED",
			":path=/%zz, 400, TARGET_MALFORMED", ":authority=a b, 400, HOST_MALFORMED",
			":authority=u@t, 400, HOST_MALFORMED", "-:authority, 400, HOST_MISSING",
			"+expect=something, 417, EXPECTATION_UNKNOWN",
			":method=ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ, 501, METHOD_TOO_LONG" })
	void answersAsHttp11WouldWhatIsWellFormed(String change, int status, Rejection reason) throws IOException {
		try (TestServer server = start(HttpLimits.DEFAULTS); Http2Client client = connect(server)) {
			client.headers(1, true, changed(change));
			Http2Client.Response response = client.response(1);
			assertThat(response.status()).isEqualTo(status);
			assertThat(response.text()).isEqualTo(status + " " + reason.reason() + "\n");
			assertThat(server.statistics().rejections(reason)).isEqualTo(1);
			assertThat(handled).hasValue(0);
			assertThat(client.get(3, "/").response(3).status()).isEqualTo(200);
		}
	}

	@Test
	void isNoProxy() throws IOException {
		try (TestServer server = start(HttpLimits.DEFAULTS); Http2Client client = connect(server)) {
			client.headers(1, false, ":method", "CONNECT", ":authority", "t:443");
			assertThat(client.response(1).status()).isEqualTo(501);
		}
	}

	@Test
	void refusesWebSocketThatWasNotOffered() throws IOException {
		try (TestServer server = start(HttpLimits.DEFAULTS); Http2Client client = connect(server)) {
			client.headers(1, false, ":method", "CONNECT", ":protocol", "websocket", ":scheme", "http", ":path", "/",
					":authority", "t");
			assertThat(client.response(1).reset()).isEqualTo(PROTOCOL_ERROR);
			assertThat(client.get(3, "/").response(3).status()).isEqualTo(200);
		}
	}

	/** The same limits, and the same sizes, as those of HTTP/1.1. */
	@ParameterizedTest
	@CsvSource({ "8000, 200", "8100, 200", "8200, 431", "12000, 431", "100000, 431", "400000, 431" })
	void limitsTheSizeOfAHeadAsHttp11Does(int bytes, int status) throws IOException {
		String cookie = "c".repeat(bytes);
		try (TestServer server = start(HttpLimits.DEFAULTS); Http2Client client = connect(server)) {
			assertThat(server.connect()
				.send("GET / HTTP/1.1\r\nhost: t\r\ncookie: " + cookie + "\r\n\r\n")
				.read()
				.status()).isEqualTo(status);
			byte[] block = client.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "t", "cookie",
					cookie);
			int first = Math.min(block.length, 16_384);
			client.frame(Http2Client.HEADERS, Http2Client.END_STREAM | ((first == block.length) ? 4 : 0), 1,
					Arrays.copyOf(block, first));
			for (int at = first; at < block.length; at += 16_384) {
				int end = Math.min(block.length, at + 16_384);
				client.frame(Http2Client.CONTINUATION, (end == block.length) ? 4 : 0, 1,
						Arrays.copyOfRange(block, at, end));
			}
			if (bytes < 200_000) {
				assertThat(client.response(1).status()).isEqualTo(status);
				assertThat(client.get(3, "/").response(3).status()).isEqualTo(200);
			}
			else {
				assertThat(client.awaitError()).isEqualTo(PROTOCOL_ERROR);
			}
		}
	}

	@Test
	void acceptsManySmallFieldsUpToTheLimits() throws IOException {
		HttpLimits limits = HttpLimits.builder().maxHeadBytes(20_000).maxHeaderFields(500).build();
		try (TestServer server = start(limits); Http2Client client = connect(server)) {
			assertThat(client.request(1, true, "GET", "/", fields(499)).response(1).status()).isEqualTo(200);
			assertThat(client.request(3, true, "GET", "/", fields(500)).response(3).status()).isEqualTo(431);
			assertThat(server.statistics().rejections(Rejection.TOO_MANY_FIELDS)).isEqualTo(1);
		}
	}

	private static String[] fields(int count) {
		String[] fields = new String[2 * count];
		for (int i = 0; i < fields.length; i += 2) {
			fields[i] = "x-" + i;
			fields[i + 1] = "v";
		}
		return fields;
	}

	@Test
	void limitsTheLengthOfATarget() throws IOException {
		HttpLimits limits = HttpLimits.builder().maxRequestLineBytes(100).build();
		try (TestServer server = start(limits); Http2Client client = connect(server)) {
			assertThat(client.get(1, "/" + "a".repeat(86)).response(1).status()).isEqualTo(200);
			assertThat(client.get(3, "/" + "a".repeat(87)).response(3).status()).isEqualTo(414);
			assertThat(server.connect().get("/" + "a".repeat(86)).status()).isEqualTo(200);
			assertThat(server.connect().get("/" + "a".repeat(87)).status()).isEqualTo(414);
		}
	}

	@Test
	void limitsTheLengthOfABody() throws IOException {
		HttpLimits limits = HttpLimits.builder().maxBodyBytes(10).build();
		try (TestServer server = start(limits); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/", "content-length", "11");
			assertThat(client.response(1).status()).isEqualTo(413);
			client.request(3, false, "POST", "/").data(3, false, "12345").data(3, false, "123456");
			assertThat(client.response(3).status()).isEqualTo(413);
			client.request(5, false, "POST", "/").data(5, false, "12345").data(5, true, "12345");
			assertThat(client.response(5).status()).isEqualTo(200);
			assertThat(server.statistics().rejections(Rejection.BODY_TOO_LARGE)).isEqualTo(2);
			assertThat(server.statistics().http2ResetsByServer()).isEqualTo(2);
		}
	}

	@ParameterizedTest
	@CsvSource({ "5, 123456, true", "5, 123456, false", "5, 1234, true", "1, '', true" })
	void resetsAStreamWhoseBodyIsNotAsLongAsItSaid(String length, String body, boolean ends) throws IOException {
		try (TestServer server = start(HttpLimits.DEFAULTS); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/", "content-length", length).data(1, ends, body);
			assertThat(client.response(1).reset()).isEqualTo(PROTOCOL_ERROR);
			assertThat(server.statistics().rejections(Rejection.CONTENT_LENGTH_MISMATCH)).isEqualTo(1);
			TestServer.await("the request is given up", () -> server.statistics().requestsActive() == 0);
			assertThat(client.get(3, "/").response(3).status()).isEqualTo(200);
		}
	}

	@Test
	void refusesTrailersThatAreNone() throws IOException {
		try (TestServer server = start(HttpLimits.DEFAULTS); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/").headers(1, true, ":path", "/");
			assertThat(client.response(1).reset()).isEqualTo(PROTOCOL_ERROR);
			client.request(3, false, "POST", "/").headers(3, false, "x", "y");
			assertThat(client.response(3).reset()).isEqualTo(PROTOCOL_ERROR);
			client.request(5, false, "POST", "/").headers(5, true, "x", "v".repeat(9000));
			assertThat(client.response(5).reset()).isEqualTo(PROTOCOL_ERROR);
			client.request(7, false, "POST", "/").headers(7, true, ":unknown", "1");
			assertThat(client.response(7).reset()).isEqualTo(PROTOCOL_ERROR);
			client.request(9, false, "POST", "/").headers(9, true, "x", "y", ":status", "200");
			assertThat(client.response(9).reset()).isEqualTo(PROTOCOL_ERROR);
			assertThat(client.request(11, false, "POST", "/").headers(11, true, "x", "y").response(11).status())
				.isEqualTo(200);
		}
	}

	@Test
	void refusesStreamsAboveTheLimitAndTakesThemLater() throws IOException {
		List<Exchange> waiting = new CopyOnWriteArrayList<>();
		Http2Options options = Http2Options.builder().maxConcurrentStreams(2).build();
		try (TestServer server = TestServer.start(TestServer.options().http2(options), waiting::add);
				Http2Client client = connect(server)) {
			client.get(1, "/").get(3, "/").get(5, "/");
			assertThat(client.response(5).reset()).isEqualTo((int) Http2Error.REFUSED_STREAM.code());
			waiting.get(0).execute(() -> waiting.get(0).end("x"));
			assertThat(client.response(1).text()).isEqualTo("x");
			client.get(7, "/");
			TestServer.await("the stream is taken", () -> waiting.size() == 3);
			waiting.get(2).execute(() -> waiting.get(2).end("y"));
			assertThat(client.response(7).text()).isEqualTo("y");
		}
	}

	/** However many they were, what is late on one of them is no error. */
	@Test
	void remembersAllStreamsThatItResetTogether() throws IOException {
		Http2Options options = Http2Options.builder().maxConcurrentStreams(600).maxResets(10_000).build();
		try (TestServer server = TestServer.start(TestServer.options().http2(options), (exchange) -> {
		}); Http2Client client = connect(server)) {
			for (int stream = 1; stream < 1200; stream += 2) {
				client.request(stream, false, "POST", "/").window(stream, 0);
			}
			client.data(1, true, "late").request(1201, true, "GET", "/", "expect", "something");
			assertThat(client.response(1201).status()).isEqualTo(417);
		}
	}

}
