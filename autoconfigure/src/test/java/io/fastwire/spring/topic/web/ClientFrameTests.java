/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class ClientFrameTests {

	private static final int CASES = 100_000;

	private static final Set<String> NAMES = Set.of("subscribe", "unsubscribe", "since");

	/** No minus: that a number must not be negative is ours. */
	private static final List<String> TOKENS = List.of("{", "}", "[", "]", ":", ",", "\"", "\\", " ", "\t", "\n", "\r",
			"\u0000", "\u0001", "\u007f", "\ufeff", "\u00e9", "\ud83d", "\ude00", "\\n", "\\u00e9", "\\uD83D", "\\u",
			"\\/", "u", "0", "1", "e", ".", "+", "null", "true", "subscribe", "unsubscribe", "\"since\"", "\"more\":1",
			"/", "*", "\"unsubscribe\":\"b\"", ",\"since\":\"17\"");

	private static final JsonMapper STRICT = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	@Test
	void readsWhatTheProtocolHas() {
		assertThat(ClientFrame.parse("{\"subscribe\":\"orders/*\",\"since\":\"17\"}"))
			.isEqualTo(new ClientFrame("orders/*", null, "17"));
		assertThat(ClientFrame.parse(" { \"since\" : 17 ,\r\n\t\"subscribe\" : \"a\" } "))
			.isEqualTo(new ClientFrame("a", null, "17"));
		assertThat(ClientFrame.parse("{\"unsubscribe\":\"a\"}")).isEqualTo(new ClientFrame(null, "a", null));
	}

	@Test
	void readsEscapes() {
		assertThat(ClientFrame.parse("{\"subscribe\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00\"}"))
			.isEqualTo(new ClientFrame("\"\\/\b\f\n\r\t\u00e9\ud83d\ude00", null, null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "null", "[]", "{}", "{", "{\"subscribe\"", "{\"subscribe\":", "{\"subscribe\":\"a\"",
			"{\"subscribe\":\"a\"}x", "{\"subscribe\":\"a\"}{}", "{\"subscribe\":\"a\",}", "{\"subscribe\":1}",
			"{\"subscribe\":null}", "{\"subscribe\":\"a\",\"unsubscribe\":\"a\"}", "{\"since\":\"1\"}",
			"{\"unsubscribe\":\"a\",\"since\":\"1\"}", "{\"subscribe\":\"a\",\"subscribe\":\"b\"}",
			"{\"subscribe\":\"a\",\"since\":-1}", "{\"subscribe\":\"a\",\"since\":1.5}",
			"{\"subscribe\":\"a\",\"since\":012}", "{\"subscribe\":\"a\",\"more\":\"b\"}", "{\"subscribe\":[\"a\"]}",
			"{\"subscribe\":\"a\nb\"}", "{\"subscribe\":\"\\x\"}", "{\"subscribe\":\"\\u12\"}",
			"{\"subscribe\":\"\\u12g4\"}", "{\"subscribe\":\"\\", "{subscribe:\"a\"}", "{\"publish\":\"a\"}",
			"{\"subscribe\":\"a\"}\u0000" })
	void refusesAnythingElse(String text) {
		assertThat(ClientFrame.parse(text)).isNull();
	}

	/** What JSON is, Jackson says; what a frame is, this says once more. */
	private static @Nullable ClientFrame model(String text) {
		try {
			JsonNode frame = STRICT.readTree(text);
			if (!frame.isObject() || !NAMES.containsAll(frame.propertyNames())) {
				return null;
			}
			JsonNode since = frame.get("since");
			boolean valid = Stream.of(frame.get("subscribe"), frame.get("unsubscribe"))
				.allMatch((name) -> name == null || name.isString())
					&& (since == null || since.isString() || since.isIntegralNumber())
					&& frame.has("subscribe") != frame.has("unsubscribe") && (since == null || frame.has("subscribe"));
			return valid ? new ClientFrame(text(frame, "subscribe"), text(frame, "unsubscribe"), text(frame, "since"))
					: null;
		}
		catch (JacksonException ex) {
			return null;
		}
	}

	private static @Nullable String text(JsonNode frame, String name) {
		JsonNode value = frame.get(name);
		return (value != null) ? value.asString() : null;
	}

	private static String random(Random random) {
		StringBuilder text = new StringBuilder();
		if (random.nextInt(4) > 0) {
			text.append("{\"subscribe\":\"a\",\"since\":12}");
		}
		for (int edits = random.nextInt(4); edits >= 0; edits--) {
			int at = random.nextInt(text.length() + 1);
			int end = Math.min(text.length(), at + random.nextInt(3));
			text.replace(at, random.nextBoolean() ? at : end, TOKENS.get(random.nextInt(TOKENS.size())));
		}
		return text.toString();
	}

	@Test
	void agreesWithAJsonLibraryOnWhateverComes() {
		Random random = new Random(20261130);
		int frames = 0;
		for (int i = 0; i < CASES; i++) {
			String text = random(random);
			ClientFrame expected = model(text);
			assertThat(ClientFrame.parse(text)).as(text).isEqualTo(expected);
			frames += (expected != null) ? 1 : 0;
		}
		assertThat(frames).as("of them valid").isGreaterThan(CASES / 200);
	}

}
