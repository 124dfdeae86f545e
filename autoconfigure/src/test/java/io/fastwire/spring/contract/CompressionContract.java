/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.reactive.AbstractReactiveWebServerFactory;
import org.springframework.boot.web.server.Compression;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code server.compression.*} promises. */
abstract class CompressionContract extends WebServerHarness {

	private static final byte[] BODY = "0123456789".repeat(300).getBytes(StandardCharsets.UTF_8);

	CompressionContract(Servers kind) {
		super(kind);
	}

	@Test
	void compressesTheResponsesToGetAndPost() throws Exception {
		start(factory((compression) -> {
		}), answering("text/plain"));
		for (String method : new String[] { "GET", "POST" }) {
			HttpResponse<byte[]> response = request(method, "curl/8");
			assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
			assertThat(response.body()).hasSizeLessThan(BODY.length / 2);
			assertThat(decoded(response.body())).isEqualTo(BODY);
		}
	}

	@Test
	void compressesAStreamedResponse() throws Exception {
		start(factory((compression) -> {
		}), (request, response) -> {
			response.getHeaders().set(HttpHeaders.CONTENT_TYPE, "text/plain");
			return response.writeWith(Flux.range(0, 300)
				.map((i) -> response.bufferFactory().wrap("0123456789".getBytes(StandardCharsets.UTF_8))));
		});
		assertThat(decoded(request("GET", "curl/8").body())).isEqualTo(BODY);
	}

	@Test
	void sendsASmallResponseAsItIs() throws Exception {
		start(factory((compression) -> compression.setMinResponseSize(DataSize.ofBytes(3001))),
				answering("text/plain"));
		assertUncompressed("curl/8");
	}

	@Test
	void sendsOtherMediaTypesAsTheyAre() throws Exception {
		start(factory((compression) -> compression.setMimeTypes(new String[] { "application/json" })),
				answering("text/plain"));
		assertUncompressed("curl/8");
	}

	@Test
	void sendsAMalformedMediaTypeAsItIs() throws Exception {
		start(factory((compression) -> {
		}), answering("test~plain"));
		assertUncompressed("curl/8");
	}

	@Test
	void sendsNothingCompressedToAnExcludedUserAgent() throws Exception {
		start(factory((compression) -> compression.setExcludedUserAgents(new String[] { "testUserAgent" })),
				answering("text/plain"));
		assertUncompressed("TestUserAgent");
		assertThat(request("GET", "curl/8").headers().firstValue("Content-Encoding")).contains("gzip");
	}

	private AbstractReactiveWebServerFactory factory(Consumer<Compression> settings) {
		Compression compression = new Compression();
		compression.setEnabled(true);
		settings.accept(compression);
		AbstractReactiveWebServerFactory factory = factory();
		factory.setCompression(compression);
		return factory;
	}

	/** With its length, in a buffer that is not Netty's. */
	private static HttpHandler answering(String contentType) {
		return (request, response) -> {
			response.getHeaders().set(HttpHeaders.CONTENT_TYPE, contentType);
			response.getHeaders().setContentLength(BODY.length);
			DataBuffer body = new DefaultDataBufferFactory().wrap(BODY);
			return response.writeWith(Mono.just(body));
		};
	}

	private HttpResponse<byte[]> request(String method, String userAgent) throws Exception {
		return send(request("/").method(method, BodyPublishers.noBody())
			.header("User-Agent", userAgent)
			.header("Accept-Encoding", "gzip"), BodyHandlers.ofByteArray());
	}

	private void assertUncompressed(String userAgent) throws Exception {
		HttpResponse<byte[]> response = request("GET", userAgent);
		assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
		assertThat(response.body()).isEqualTo(BODY);
	}

	private static byte[] decoded(byte[] body) throws IOException {
		try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
			return in.readAllBytes();
		}
	}

}
