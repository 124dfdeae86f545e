/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClientFrameTests {

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
			"{\"subscribe\":\"a\",\"more\":\"b\"}", "{\"subscribe\":[\"a\"]}", "{\"subscribe\":\"a\nb\"}",
			"{\"subscribe\":\"\\x\"}", "{\"subscribe\":\"\\u12\"}", "{\"subscribe\":\"\\u12g4\"}",
			"{\"subscribe\":\"\\", "{subscribe:\"a\"}", "{\"publish\":\"a\"}", "{\"subscribe\":\"a\"}\u0000" })
	void refusesAnythingElse(String text) {
		assertThat(ClientFrame.parse(text)).isNull();
	}

}
