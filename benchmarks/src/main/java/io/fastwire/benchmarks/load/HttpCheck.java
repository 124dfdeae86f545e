/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

import io.fastwire.benchmarks.servers.Answers;

/**
 * A request and the answer to it.
 *
 * @param method of the request
 * @param path of the request
 * @param body in JSON, empty for none
 * @param answer every byte of the body of the answer
 * @param fields header fields that the answer must have
 */
record HttpCheck(String method, String path, String body, byte[] answer, Map<String, String> fields) {

	static final String USER_AGENT = "curl/7.68.0";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	static final HttpCheck HELLO = get("/", Answers.HELLO.getBytes(StandardCharsets.US_ASCII));

	static HttpCheck get(String path, byte[] answer) {
		return new HttpCheck("GET", path, "", answer, Map.of());
	}

	static HttpCheck post(String path, String body, String answer) {
		return new HttpCheck("POST", path, body, answer.getBytes(StandardCharsets.US_ASCII), Map.of());
	}

	HttpCheck withField(String name, String value) {
		return new HttpCheck(method, path, body, answer, Map.of(name, value));
	}

	HttpRequest request(ServerProcess server) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url(path)))
			.timeout(Duration.ofSeconds(5))
			.version(HttpClient.Version.HTTP_1_1)
			.header("User-Agent", USER_AGENT)
			.header("Accept", "*/*");
		if (body.isEmpty()) {
			return request.build();
		}
		return request.header("Content-Type", "application/json")
			.method(method, HttpRequest.BodyPublishers.ofString(body))
			.build();
	}

	static HttpResponse<byte[]> send(ServerProcess server, HttpRequest request) throws IOException {
		HttpClient client = server.contender().wire().encrypted()
				? HttpClient.newBuilder().sslContext(ServerKeys.shared().client()).build() : CLIENT;
		try {
			return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

	/**
	 * Compares what a server answers.
	 * @throws IOException if it is not the answer
	 */
	void check(ServerProcess server) throws IOException {
		HttpResponse<byte[]> response = send(server, request(server));
		boolean complete = fields.entrySet()
			.stream()
			.allMatch((field) -> response.headers().firstValue(field.getKey()).orElse("").equals(field.getValue()));
		if (response.statusCode() != 200 || !complete || !Arrays.equals(response.body(), answer)) {
			throw new IOException("%s answers %s %s with %d, %s and %d bytes: %s".formatted(server.contender().name(),
					method, path, response.statusCode(), response.headers().map(), response.body().length,
					new String(response.body(), StandardCharsets.UTF_8)));
		}
	}

}
