/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;

import io.fastwire.http.HttpLimits;
import io.fastwire.http1.ChunkArrivals.Outcome;
import io.netty.handler.codec.http.HttpRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Netty's decoder must read the same out of generated valid requests.
 */
class SecondOpinionTests {

	private static final String TOKENS = "!#$%&'*+-.^_`|~0123456789abcXYZ";

	private static final String PATHS = "abcXYZ019-._~!$&'()*+,;=:@/";

	private static final int REQUESTS = 3000;

	private Random random = new Random();

	private String framing = "";

	private String body = "";

	private String encodedBody = "";

	@ParameterizedTest
	@ValueSource(longs = { 1, 20260101, 6455 })
	void readsTheSameOutOfAnyValidRequest(long seed) {
		random = new Random(seed);
		RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS);
		for (int i = 0; i < REQUESTS; i++) {
			makeBody();
			String method = pick("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "A", text(TOKENS, 1, 20));
			String target = target();
			String request = method + " " + target + " HTTP/1.1\r\n" + fields() + "\r\n" + encodedBody;
			byte[] bytes = HeadArrivals.latin1(request);
			RequestHead parsed = new RequestHead();
			int consumed = parser.parse(bytes, 0, bytes.length, parsed, null);
			CompleteHead head = parsed.complete(null);
			String label = "seed " + seed + ", request " + i + ": " + request;
			assertThat(consumed).describedAs(label).isPositive();
			NettyDecoder netty = NettyDecoder.decode(bytes);
			HttpRequest other = Objects.requireNonNull(netty.request(), label);
			assertThat(netty.complete()).describedAs(label).isTrue();
			assertThat(head.method()).describedAs(label).isEqualTo(other.method().name()).isEqualTo(method);
			assertThat(head.target().raw()).describedAs(label).isEqualTo(other.uri()).isEqualTo(target);
			assertThat(lower(HeadArrivals.lines(head.headers()))).describedAs(label).isEqualTo(lower(netty.lines()));
			checkBody(head, request.substring(consumed), netty, label);
		}
	}

	private void checkBody(CompleteHead head, String rest, NettyDecoder netty, String label) {
		assertThat(netty.body()).describedAs(label).isEqualTo(body);
		if (head.bodyFraming() != BodyFraming.CHUNKED) {
			assertThat(head.contentLength()).describedAs(label).isEqualTo(body.length());
			assertThat(rest).describedAs(label).isEqualTo(body);
			return;
		}
		Outcome decoded = ChunkArrivals.decode(new ChunkDecoder(HttpLimits.DEFAULTS),
				List.of(HeadArrivals.latin1(rest)));
		assertThat(decoded.data()).describedAs(label).isEqualTo(body);
		assertThat(decoded.settledAt()).describedAs(label).isEqualTo(rest.length());
		assertThat(decoded.trailers()).describedAs(label).isEqualTo(netty.trailers().toString());
	}

	private void makeBody() {
		body = "";
		encodedBody = "";
		int kind = random.nextInt(3);
		framing = "";
		if (kind == 1) {
			body = bytes(200);
			encodedBody = body;
			framing = pick("Content-Length: ", "content-length:") + body.length() + "\r\n";
		}
		else if (kind == 2) {
			framing = pick("Transfer-Encoding: chunked\r\n", "transfer-encoding:CHUNKED \r\n");
			makeChunks();
		}
	}

	private void makeChunks() {
		StringBuilder chunks = new StringBuilder();
		StringBuilder data = new StringBuilder();
		for (int i = random.nextInt(5); i > 0; i--) {
			String chunk = bytes(40) + "z";
			chunks.append(pick("", "0", "000"))
				.append(Integer.toHexString(chunk.length()))
				.append(pick("", "", ";a", ";a=b", ";a=\"b c\""))
				.append("\r\n")
				.append(chunk)
				.append("\r\n");
			data.append(chunk);
		}
		chunks.append("0\r\n");
		for (int i = random.nextInt(3); i > 0; i--) {
			chunks.append("X-").append(i).append(": ").append(text(TOKENS, 0, 10)).append("\r\n");
		}
		encodedBody = chunks + "\r\n";
		body = data.toString();
	}

	private String target() {
		String path = "/" + text(PATHS, 0, 30) + pick("", "%20", "%C3%A9/");
		String query = pick("", "", "?", "?" + text(PATHS + "?", 0, 30), "?a[]=1");
		return pick("", "", "http://a.example:80", "HTTPS://[::1]") + path + query;
	}

	private String fields() {
		List<String> lines = new ArrayList<>();
		lines
			.add(pick("Host", "host", "HOST") + pick(": ", ":", ":\t") + pick("a.example", "t:80", "[::1]:1") + "\r\n");
		for (int i = random.nextInt(10); i > 0; i--) {
			String name = pick("Accept", "cookie", "USER-AGENT", "X-Forwarded-For", "x", "Q" + text(TOKENS, 0, 40));
			lines.add(random.nextInt(lines.size() + 1),
					name + ":" + pick("", " ", "\t ") + value() + pick("", " ", " \t") + "\r\n");
		}
		return framing + String.join("", lines);
	}

	private String value() {
		return pick("", "a", "gzip, br", "a\tb  c", "S\u00c3\u00a3o", text(PATHS + "\"<>{}\u0080\u00ff", 0, 60));
	}

	private String bytes(int max) {
		StringBuilder bytes = new StringBuilder();
		for (int i = random.nextInt(max); i > 0; i--) {
			bytes.append((char) random.nextInt(256));
		}
		return bytes.toString();
	}

	private String text(String alphabet, int min, int max) {
		StringBuilder text = new StringBuilder();
		for (int i = min + random.nextInt(max - min + 1); i > 0; i--) {
			text.append(alphabet.charAt(random.nextInt(alphabet.length())));
		}
		return text.toString();
	}

	private String pick(String... choices) {
		return choices[random.nextInt(choices.length)];
	}

	/** Well-known names come in canonical case from us and as sent from Netty. */
	private static List<String> lower(List<String> lines) {
		return lines.stream().map((line) -> {
			int colon = line.indexOf(':');
			return line.substring(0, colon).toLowerCase(Locale.ROOT) + line.substring(colon);
		}).toList();
	}

}
