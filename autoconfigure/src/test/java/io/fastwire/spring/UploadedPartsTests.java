/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.publisher.PublisherProbe;

import org.springframework.http.codec.multipart.Part;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class UploadedPartsTests {

	@Test
	void partThatCannotBeDeletedKeepsNoOtherFromIt() {
		Part throwing = mock(Part.class);
		Part failing = mock(Part.class);
		Part good = mock(Part.class);
		PublisherProbe<Void> deleted = PublisherProbe.empty();
		given(throwing.delete()).willThrow(new IllegalStateException("planted"));
		given(failing.delete()).willReturn(Mono.error(new IllegalStateException("planted")));
		given(good.delete()).willReturn(deleted.mono());
		UploadedParts parts = new UploadedParts();
		parts.keep(Map.of("name", List.of(throwing, failing, good)));
		assertThatNoException().isThrownBy(parts::abandon);
		deleted.assertWasSubscribed();
	}

}
