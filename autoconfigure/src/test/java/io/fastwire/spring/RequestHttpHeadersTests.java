/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Fields that serve for one request after the other. */
class RequestHttpHeadersTests {

	private final TestHeaders fields = new TestHeaders("Host", "t", "Accept", "text/html;q=0.5, application/json",
			"Content-Type", "text/plain;charset=utf-8");

	@Test
	void areTheSameFromTheSecondRequestOn() {
		HttpHeaders first = RequestHttpHeaders.of(fields);
		HttpHeaders second = RequestHttpHeaders.of(fields);
		assertThat(second).isNotSameAs(first).isEqualTo(first);
		assertThat(RequestHttpHeaders.of(fields)).isSameAs(second);
		assertThat(RequestHttpHeaders.of(new TestHeaders("Host", "t"))).isNotSameAs(second);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3 })
	void sayWhatTheClientSentHoweverOften(int requests) {
		HttpHeaders headers = headersOf(fields, requests);
		assertThat(headers.getAccept()).containsExactly(MediaType.parseMediaType("text/html;q=0.5"),
				MediaType.APPLICATION_JSON);
		assertThat(headers.getContentType()).isEqualTo(new MediaType("text", "plain", StandardCharsets.UTF_8));
		assertThat(headers.getFirst("host")).isEqualTo("t");
		HttpHeaders none = headersOf(new TestHeaders("Host", "t"), requests);
		assertThat(none.getAccept()).isEmpty();
		assertThat(none.getContentType()).isNull();
	}

	@Test
	void aListThatOneRequestSortsIsNotThatOfTheNext() {
		headersOf(fields, 2).getAccept().sort((a, b) -> Double.compare(b.getQualityValue(), a.getQualityValue()));
		assertThat(RequestHttpHeaders.of(fields).getAccept()).startsWith(MediaType.parseMediaType("text/html;q=0.5"));
		RequestHttpHeaders.of(fields).getAccept().clear();
		assertThat(RequestHttpHeaders.of(fields).getAccept()).hasSize(2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3 })
	void failForWhatCannotBeParsedOnlyWhenAskedForIt(int requests) {
		HttpHeaders headers = headersOf(new TestHeaders("Accept", "nonsense", "Content-Type", "a b"), requests);
		assertThat(headers.getFirst("Accept")).isEqualTo("nonsense");
		assertThatExceptionOfType(InvalidMediaTypeException.class).isThrownBy(headers::getAccept);
		assertThatExceptionOfType(InvalidMediaTypeException.class).isThrownBy(headers::getContentType);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3 })
	void cannotBeChanged(int requests) {
		HttpHeaders headers = headersOf(fields, requests);
		headers.clearContentHeaders();
		assertThat(headers.getContentType()).isNotNull();
		List<Runnable> changes = List.of(() -> headers.set("A", "b"), () -> headers.add("A", "b"),
				() -> headers.setContentType(MediaType.TEXT_HTML), () -> headers.remove("Host"), headers::clear,
				() -> headers.put("A", List.of("b")), () -> headers.setAll(Map.of("A", "b")));
		assertThat(changes).allSatisfy(
				(change) -> assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(change::run));
	}

	private static HttpHeaders headersOf(TestHeaders fields, int requests) {
		HttpHeaders headers = RequestHttpHeaders.of(fields);
		for (int i = 1; i < requests; i++) {
			headers = RequestHttpHeaders.of(fields);
		}
		return headers;
	}

}
