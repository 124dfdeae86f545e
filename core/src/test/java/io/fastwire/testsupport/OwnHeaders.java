/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A client with header sections of its own: alike enough to those of others that a server
 * that mixes them up is caught. Names are shared with other clients, in several cases;
 * values are not. Every other section repeats the one before. Not thread-safe.
 */
public final class OwnHeaders {

	private static final List<String> NAMES = List.of("X-Tenant", "x-tenant", "X-TENANT", "X-Tenanu", "App-Version",
			"app-version", "X-Trace-Sampled", "Accept", "User-Agent", "Cookie", "Authorization",
			"X-" + "Long-".repeat(14) + "Name");

	private final int client;

	private final Random random;

	private final List<List<String>> sent = new ArrayList<>();

	/**
	 * Creates a client.
	 * @param client its number
	 * @param seed makes the sections and their pieces
	 */
	public OwnHeaders(int client, long seed) {
		this.client = client;
		this.random = new Random(seed + client);
	}

	/**
	 * Makes the next request.
	 * @return its bytes, cut at random into pieces, none of them empty
	 */
	public List<byte[]> next() {
		List<String> lines = (sent.size() % 2 == 1) ? sent.get(sent.size() - 1) : lines();
		sent.add(lines);
		String head = "GET /" + sent.size() + " HTTP/1.1\r\n" + String.join("\r\n", lines) + "\r\n\r\n";
		byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
		int[] cuts = IntStream.concat(random.ints(random.nextInt(6), 1, bytes.length), IntStream.of(bytes.length))
			.sorted()
			.distinct()
			.toArray();
		List<byte[]> pieces = new ArrayList<>();
		int from = 0;
		for (int to : cuts) {
			pieces.add(Arrays.copyOfRange(bytes, from, to));
			from = to;
		}
		return pieces;
	}

	private List<String> lines() {
		List<String> lines = new ArrayList<>(List.of("Host: client" + client));
		for (int count = random.nextInt(10); count > 0; count--) {
			String name = NAMES.get(random.nextInt(NAMES.size()));
			lines.add(name + ": " + client + "-" + random.nextInt(4));
		}
		return lines;
	}

	/**
	 * Answers with the header section of the request, as fields and as the body.
	 * @param exchange the request
	 */
	public static void echo(Exchange exchange) {
		List<String> lines = lines(exchange.headers());
		for (int i = 0; i < lines.size(); i++) {
			exchange.responseHeaders().add("Echo-" + i, lines.get(i));
		}
		exchange.end(String.join("\n", lines));
	}

	/** Returns each line; a known name comes in canonical case. */
	private static List<String> lines(Headers headers) {
		List<String> lines = new ArrayList<>();
		for (int i = 0; i < headers.size(); i++) {
			lines.add(headers.name(i) + ": " + headers.value(i));
		}
		return lines;
	}

	/**
	 * Checks the answer to one of the requests.
	 * @param request its index
	 * @param response the answer to it
	 */
	public void check(int request, WireResponse response) {
		List<String> expected = sent.get(request);
		assertThat(response.text().lines()).describedAs("client %s, request %s", client, request)
			.containsExactlyElementsOf(expected);
		List<String> fields = response.fields()
			.stream()
			.filter((field) -> field.name().startsWith("Echo-"))
			.map(WireResponse.Field::value)
			.toList();
		assertThat(fields).containsExactlyElementsOf(expected);
	}

}
