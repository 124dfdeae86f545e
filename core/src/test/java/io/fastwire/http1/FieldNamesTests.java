/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FieldNamesTests {

	static List<String> names() {
		List<String> names = new ArrayList<>();
		for (int id = 1; id < FieldNames.count(); id++) {
			names.add(FieldNames.name(id));
		}
		return names;
	}

	private static int find(String name) {
		byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
		return FieldNames.find(bytes, 0, bytes.length);
	}

	/** A collision would leave the first of the two names without its slot. */
	@ParameterizedTest
	@MethodSource("names")
	void findsEachNameInEachCase(String name) {
		int id = FieldNames.idOf(name);
		assertThat(FieldNames.name(id)).isEqualTo(name);
		String lower = name.toLowerCase(Locale.ROOT);
		String upper = name.toUpperCase(Locale.ROOT);
		String mixed = upper.substring(0, 1) + lower.substring(1, name.length() - 1)
				+ upper.substring(name.length() - 1);
		for (String spelling : List.of(name, lower, upper, mixed)) {
			assertThat(find(spelling)).describedAs(spelling).isEqualTo(id);
			assertThat(FieldNames.idOf(spelling)).describedAs(spelling).isEqualTo(id);
		}
	}

	@ParameterizedTest
	@MethodSource("names")
	void findsEachNameInTheMiddleOfAnArray(String name) {
		int length = name.length();
		for (String behind : List.of("", ":", ": value value value")) {
			byte[] bytes = ("before" + name + behind).getBytes(StandardCharsets.US_ASCII);
			assertThat(FieldNames.find(bytes, 6, 6 + length)).isEqualTo(FieldNames.idOf(name));
		}
	}

	/** All neighbours: each byte of each name replaced by each other byte. */
	@ParameterizedTest
	@MethodSource("names")
	void findsNothingForANameThatDiffersInOneByte(String name) {
		byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
		Set<String> known = new HashSet<>();
		names().forEach((each) -> known.add(each.toLowerCase(Locale.ROOT)));
		for (int i = 0; i < bytes.length; i++) {
			byte original = bytes[i];
			for (int b = 0; b < 256; b++) {
				bytes[i] = (byte) b;
				String changed = new String(bytes, StandardCharsets.ISO_8859_1);
				boolean expected = known.contains(changed.toLowerCase(Locale.ROOT));
				assertThat(FieldNames.find(bytes, 0, bytes.length) != 0).isEqualTo(expected);
				assertThat(FieldNames.idOf(changed) != 0).isEqualTo(expected);
			}
			bytes[i] = original;
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "X", "Hos", "Hosts", "x-forwarded-fo", "Content_Length", "Content-Length ",
			"\u212aeep-alive", "Ho\u017ft", "Expect\u0000", "Access-Control-Request-Private-Network",
			"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX" })
	void findsNothingForOtherNames(String name) {
		assertThat(FieldNames.idOf(name)).isZero();
		assertThat(find(name)).isZero();
	}

	@Test
	void findsNothingForRandomBytes() {
		Random random = new Random(20260101);
		for (int i = 0; i < 200_000; i++) {
			byte[] bytes = new byte[random.nextInt(40)];
			random.nextBytes(bytes);
			assertThat(FieldNames.find(bytes, 0, bytes.length)).isZero();
		}
	}

	@Test
	void namesFitTheComparisonByWords() {
		assertThat(names()).hasSizeBetween(80, 127)
			.allMatch((name) -> name.length() <= FieldNames.MAX_LENGTH)
			.allMatch((name) -> name.matches("[A-Za-z0-9-]+"));
	}

	@Test
	void idsOfFramingFieldsNameThem() {
		assertThat(FieldNames.name(FieldNames.HOST)).isEqualTo("Host");
		assertThat(FieldNames.name(FieldNames.CONTENT_LENGTH)).isEqualTo("Content-Length");
		assertThat(FieldNames.name(FieldNames.TRANSFER_ENCODING)).isEqualTo("Transfer-Encoding");
		assertThat(FieldNames.name(FieldNames.CONNECTION)).isEqualTo("Connection");
		assertThat(FieldNames.name(FieldNames.EXPECT)).isEqualTo("Expect");
		assertThat(FieldNames.name(FieldNames.UPGRADE)).isEqualTo("Upgrade");
	}

}
