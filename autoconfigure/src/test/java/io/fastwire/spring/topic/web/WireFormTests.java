/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.fastwire.testsupport.CollectingSink;
import io.fastwire.topic.PayloadKind;
import io.fastwire.topic.PublishOptions;
import io.fastwire.topic.TopicOptions;
import io.fastwire.topic.Topics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class WireFormTests {

	private static final String ALL;

	static {
		StringBuilder all = new StringBuilder();
		for (int unit = 0; unit < 0x300; unit++) {
			all.append((char) unit);
		}
		ALL = all.append("\u20ac\ud83d\ude00\uffff").toString();
	}

	@Test
	void escapesWhatJsonAsksFor() {
		ByteBuf target = Unpooled.buffer();
		JsonText.write(target, ALL);
		assertThat(JsonMapper.shared().readValue(target.toString(StandardCharsets.UTF_8), String.class)).isEqualTo(ALL);
		target.clear();
		JsonText.write(target, "a\"b\\c\nd\u0001");
		assertThat(target.toString(StandardCharsets.UTF_8)).isEqualTo("\"a\\\"b\\\\c\\nd\\u0001\"");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "a|data: a^^", "''|data: ^^", "a~b|data: a^data: b^^", "a~|data: a^data: ^^", "~|data: ^data: ^^",
					"a!b|data: a^data: b^^", "a!~b|data: a^data: b^^", "a~!b|data: a^data: ^data: b^^",
					": x|data: : x^^" })
	void givesEachLineOfTextAFieldOfItsOwn(String text, String event) {
		String payload = text.replace('~', '\n').replace('!', '\r');
		assertThat(event(PayloadKind.TEXT, payload.getBytes(StandardCharsets.UTF_8)))
			.isEqualTo(event.replace('^', '\n'));
	}

	@Test
	void sendsBytesAsBase64() {
		byte[] bytes = { 0, 10, -1, 13 };
		assertThat(event(PayloadKind.BINARY, bytes))
			.isEqualTo("data: " + Base64.getEncoder().encodeToString(bytes) + "\n\n");
	}

	private static String event(PayloadKind kind, byte[] payload) {
		CollectingSink sink = new CollectingSink("1",
				(message) -> message.encoded(Events.MESSAGE).toString(StandardCharsets.UTF_8));
		try (Topics topics = new Topics(TopicOptions.DEFAULTS)) {
			topics.join(sink).subscribe("a");
			topics.publish("a", kind, payload, PublishOptions.NONE);
		}
		return sink.messages().get(0);
	}

}
