/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import io.fastwire.http.ResponseHeaders;
import io.fastwire.internal.io.Counter;
import io.fastwire.internal.io.LoopCounters;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Field lines of responses that come again, through the encoder. */
class EncodedFieldCacheTests {

	private static final byte[] DATE = "Sun, 06 Nov 1994 08:49:37 GMT".getBytes(StandardCharsets.US_ASCII);

	private final LoopCounters counters = new LoopCounters(0);

	private final ResponseHeadEncoder encoder = new ResponseHeadEncoder(null, counters);

	private String encode(String... namesAndValues) {
		ResponseHeaders headers = new ResponseHeaders();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			headers.add(namesAndValues[i], namesAndValues[i + 1]);
		}
		ByteBuf out = Unpooled.buffer();
		int length = encoder.encode(200, headers, ResponseHeadEncoder.UNFRAMED, Persistence.KEEP_ALIVE, DATE);
		encoder.writeTo(out);
		assertThat(out.readableBytes()).isEqualTo(length);
		return out.toString(StandardCharsets.ISO_8859_1);
	}

	/** Encodes fields and requires exactly their lines. */
	private void encodes(String... namesAndValues) {
		StringBuilder lines = new StringBuilder("HTTP/1.1 200 OK\r\n");
		for (int i = 0; i < namesAndValues.length; i += 2) {
			lines.append(namesAndValues[i]).append(": ").append(namesAndValues[i + 1]).append("\r\n");
		}
		lines.append("Date: ").append(new String(DATE, StandardCharsets.US_ASCII)).append("\r\n\r\n");
		assertThat(encode(namesAndValues)).isEqualTo(lines.toString());
	}

	private static String copy(String text) {
		return new String(text.toCharArray());
	}

	private List<Long> counts() {
		return List.of(counters.read(Counter.FIELD_CACHE_HITS), counters.read(Counter.FIELD_CACHE_MISSES),
				counters.read(Counter.FIELD_CACHE_REPLACEMENTS));
	}

	@Test
	void lineThatComesAgainIsFoundByItsContent() {
		encodes("Content-Type", "text/plain;charset=UTF-8");
		encodes("Content-Type", "text/plain;charset=UTF-8");
		encodes(copy("Content-Type"), copy("text/plain;charset=UTF-8"));
		assertThat(counts()).containsExactly(2L, 1L, 0L);
	}

	@Test
	void interimResponsesUseItToo() {
		ResponseHeaders headers = new ResponseHeaders().add("Link", "</a.css>; rel=preload");
		for (int i = 0; i < 2; i++) {
			ByteBuf out = Unpooled.buffer();
			encoder.encodeInterim(103, headers);
			encoder.writeTo(out);
			assertThat(out.toString(StandardCharsets.US_ASCII))
				.isEqualTo("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n");
		}
		assertThat(counts()).containsExactly(1L, 1L, 0L);
	}

	@Test
	void fieldsOfTheServerAreNotLookedUp() {
		encode("Content-Length", "1", "Transfer-Encoding", "chunked", "Connection", "close", "Keep-Alive", "1");
		assertThat(counts()).containsExactly(0L, 0L, 0L);
	}

	@Test
	void namesThatDifferInCaseOrInOneByteNeverMix() {
		String name = "X-Name";
		for (int round = 0; round < 2; round++) {
			encodes(name, "v");
			for (int i = 0; i < name.length(); i++) {
				for (char c : new char[] { '!', 'Z', 'z', 'N', 'n', '0' }) {
					String other = name.substring(0, i) + c + name.substring(i + 1);
					encodes(other, "v", name, "v", other, "v");
				}
			}
		}
	}

	@Test
	void namesWithOneHashCodeNeverMix() {
		assertThat("X-Aa").hasSameHashCodeAs("X-BB");
		for (int i = 0; i < 3; i++) {
			encodes("X-Aa", "v", "X-BB", "v");
		}
		assertThat(counts()).containsExactly(0L, 6L, 5L);
	}

	/** They differ where the slot does not look. */
	@Test
	void valuesOfOneSlotNeverMix() {
		assertThat(EncodedFieldCache.slot("X", "a1c2e")).isEqualTo(EncodedFieldCache.slot("X", "a3c4e"));
		for (int i = 0; i < 3; i++) {
			encodes("X", "a1c2e", "X", "a3c4e");
		}
		assertThat(counts()).containsExactly(0L, 6L, 5L);
	}

	@Test
	void namesAndValuesAreNotMistakenForEachOther() {
		for (int i = 0; i < 2; i++) {
			encodes("a", "b", "b", "a", "a", "", "ab", "c", "a", "bc", "a", "b: c");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\rcde", "a\ncde", "a\0cde", "abc\u007Fe" })
	void valueThatWasGoodAndIsChangedIsValidatedAgain(String changed) {
		encodes("X", "abcde");
		encodes("X", "abcde");
		assertThat(counts()).containsExactly(1L, 1L, 0L);
		for (int i = 0; i < 2; i++) {
			assertThatIllegalArgumentException().isThrownBy(() -> encode("X", changed));
		}
		encodes("X", "abcde");
		assertThat(counts()).describedAs("what is refused is not kept").containsExactly(2L, 3L, 0L);
	}

	/** Their low bytes are those of the letters that they stand for here. */
	@ParameterizedTest
	@ValueSource(strings = { "abc\u0164e", "\u0161bcde", "abcd\u0165" })
	void valueWithACharacterThatNoByteStandsForIsNotTakenForOneWithout(String wide) {
		encodes("X", "abcde");
		String sent = wide.replaceAll("[^ -~]", "?");
		for (int i = 0; i < 2; i++) {
			assertThat(encode("X", wide)).contains("X: " + sent + "\r\n");
			encodes("X", "abcde", "X", sent);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Na\re", "Na\ne", "Na e", "Na\u016De", "Na:e" })
	void nameThatWasGoodAndIsChangedIsValidatedAgain(String changed) {
		encodes("Name", "v");
		for (int i = 0; i < 2; i++) {
			assertThatIllegalArgumentException().isThrownBy(() -> encode(changed, "v"));
		}
		encodes("Name", "v");
	}

	@Test
	void linesOfAnyLengthAreRight() {
		for (int length = 0; length < 2 * EncodedFieldCache.MAX_BYTES; length++) {
			String value = "v".repeat(length);
			for (int i = 0; i < 3; i++) {
				encodes("Name", value);
			}
		}
		int kept = EncodedFieldCache.MAX_BYTES - "Name: \r\n".length() + 1;
		assertThat(counters.read(Counter.FIELD_CACHE_HITS)).isEqualTo(2 * kept);
	}

	@Test
	void growingHeadsKeepWhatWasEncodedBefore() {
		String[] fields = new String[400];
		for (int i = 0; i < fields.length; i += 2) {
			fields[i] = "X-" + i % 20;
			fields[i + 1] = "value " + i % 20;
		}
		encodes(fields);
		encodes(fields);
	}

	@Test
	void holdsAFixedNumberOfLines() {
		int count = 10_000;
		for (int i = 0; i < count; i++) {
			encode("ETag", "\"" + i * 7919L + "\"");
		}
		assertThat(count - counters.read(Counter.FIELD_CACHE_REPLACEMENTS)).isBetween(1L,
				(long) EncodedFieldCache.SLOTS);
	}

	/** Few different letters, so that slots are shared and lines come again. */
	@Test
	void anySequenceOfFieldsIsEncodedAsItStands() {
		Random random = new Random(20260101);
		for (int i = 0; i < 20_000; i++) {
			encodes(text(random, 1), text(random, 0), text(random, 1), text(random, 0));
		}
		assertThat(counts()).allMatch((count) -> count > 1000);
	}

	private static String text(Random random, int least) {
		StringBuilder text = new StringBuilder();
		for (int length = least + random.nextInt(5); length > 0; length--) {
			text.append("abAB".charAt(random.nextInt(4)));
		}
		return text.toString();
	}

}
