/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import tools.jackson.databind.json.JsonMapper;

/** What servers are asked, and what they must answer. */
public final class Answers {

	/** The body of {@code GET /}. */
	public static final String HELLO = "Hello World!";

	/** The body of {@code GET /quote}, 91 bytes that may be kept for a second. */
	public static final String QUOTE = "{\"symbol\":\"FAST\",\"bid\":\"101.25\",\"ask\":\"101.75\",\"currency\":\"EUR\",\"venue\":\"XETRA\",\"lot\":1000}";

	/** Posted to {@code /key}, which answers {@value #KEY}. */
	public static final String SMALL_JSON = "{\"key\":13}";

	/** The same in 1 KB. */
	public static final String LARGE_JSON = largeJson();

	/** The value of {@code key} in both. */
	public static final String KEY = "13";

	/** Where servers find the folder with {@value #FILE}. */
	public static final String FILES_PROPERTY = "fastwire.benchmarks.files";

	/** A file of 64 KB, served under this name. */
	public static final String FILE = "64k.bin";

	/** The object that {@code GET /json} answers as JSON. */
	public static final Feed FEED = feed();

	static final JsonMapper JSON = new JsonMapper();

	private Answers() {
	}

	/** Returns the body of {@code GET /json}, 8 KB in UTF-8. */
	public static byte[] json() {
		return JSON.writeValueAsBytes(FEED);
	}

	/** Returns the content of {@value #FILE}. */
	public static byte[] fileContent() {
		byte[] content = new byte[64 * 1024];
		for (int i = 0; i < content.length; i++) {
			content[i] = (byte) (i * 31 + (i >> 8));
		}
		return content;
	}

	/** Returns what {@code POST /key} answers. */
	static String key(byte[] body) {
		return String.valueOf(JSON.readValue(body, Map.class).get("key"));
	}

	/** Returns what {@code GET /headers} answers. */
	static String headers(String target, String userAgent, String accept) {
		return target + ' ' + userAgent + ' ' + accept;
	}

	private static Feed feed() {
		String text = "東京は晴れ、大阪は曇り時々雨。明日の最高気温は二十五度です 🌤️🚆。価格は変わらず、数量は三百を超えた 📈。";
		List<Item> items = IntStream.range(0, 40).mapToObj((i) -> new Item(i, "商品 " + i + " 📦", text)).toList();
		return new Feed("ニュース 🗞️", items);
	}

	private static String largeJson() {
		String items = String.join(",", IntStream.range(0, 12)
			.mapToObj((i) -> "{\"id\":%d,\"name\":\"item number %d\",\"price\":%d.95,\"tags\":[\"alpha\",\"beta\"]}"
				.formatted(1000 + i, 1000 + i, 10 + i))
			.toList());
		String json = "{\"items\":[" + items + "],\"key\":13,\"note\":\"\"}";
		int missing = 1024 - json.getBytes(StandardCharsets.US_ASCII).length;
		return json.replace("\"note\":\"\"", "\"note\":\"" + "n".repeat(missing) + "\"");
	}

	/**
	 * A document of some length.
	 *
	 * @param title above all
	 * @param items below it
	 */
	public record Feed(String title, List<Item> items) {
	}

	/**
	 * A part of it.
	 *
	 * @param id from 0
	 * @param name short
	 * @param text long
	 */
	public record Item(int id, String name, String text) {
	}

}
