/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

class ResponseHeadersTests {

	private final ResponseHeaders headers = new ResponseHeaders();

	@Test
	void linesKeepTheirOrderAndCase() {
		for (int i = 0; i < 20; i++) {
			headers.add("X-" + i, "" + i);
		}
		assertThat(headers.size()).isEqualTo(20);
		assertThat(headers.name(19)).isEqualTo("X-19");
		assertThat(headers.value(0)).isEqualTo("0");
		assertThat(headers.get("x-7")).isEqualTo("7");
	}

	@Test
	void setReplacesAllLinesAtThePlaceOfTheFirst() {
		headers.add("A", "1").add("b", "2").add("a", "3").add("a", "4").add("C", "5").set("A", "6");
		assertThat(headers).hasToString("[A: 6, b: 2, C: 5]");
		headers.set("d", "7");
		assertThat(headers).hasToString("[A: 6, b: 2, C: 5, d: 7]");
	}

	@Test
	void removeTakesAllLinesOfAName() {
		headers.add("A", "1").add("a", "2").add("B", "3").add("a", "4");
		assertThat(headers.remove("a")).isTrue();
		assertThat(headers.remove("a")).isFalse();
		assertThat(headers).hasToString("[B: 3]");
	}

	@Test
	void getAllFindsEachLine() {
		headers.add("A", "1").add("B", "2").add("a", "3");
		assertThat(headers.getAll("A")).containsExactly("1", "3");
		assertThat(headers.getAll("C")).isEmpty();
		assertThat(headers.contains("b")).isTrue();
		assertThat(headers.contains("c")).isFalse();
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusedLineLeavesNothing() {
		headers.add("A", "1");
		assertThatNullPointerException().isThrownBy(() -> headers.add("B", null)).withMessage("value");
		assertThatNullPointerException().isThrownBy(() -> headers.add(null, "2")).withMessage("name");
		assertThatNullPointerException().isThrownBy(() -> headers.set("A", null)).withMessage("value");
		assertThat(headers).hasToString("[A: 1]");
	}

	@Test
	void clearLeavesNothing() {
		headers.add("A", "1").clear();
		assertThat(headers.size()).isZero();
		assertThat(headers.get("A")).isNull();
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> headers.name(0));
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> headers.value(0));
	}

}
