/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.HttpLimits;
import io.fastwire.testsupport.TestServer;
import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a section keeps of itself: it lives as long as its connection. */
class HeaderSectionTests {

	private static final int MANY = 700;

	private static final AsciiString[] SMALL = lines("small", 4);

	private final HeaderSection section = new HeaderSection();

	private final RequestFields fields = new RequestFields(HttpLimits.DEFAULTS);

	private static AsciiString[] lines(String prefix, int count) {
		AsciiString[] lines = new AsciiString[2 * count];
		for (int i = 0; i < lines.length; i++) {
			lines[i] = new AsciiString(prefix + i);
		}
		return lines;
	}

	private static AsciiString[] request(String path) {
		AsciiString[] lines = lines("x", 5);
		String[] first = { ":method", "GET", ":scheme", "http", ":path", path, ":authority", "t" };
		for (int i = 0; i < first.length; i++) {
			lines[i] = new AsciiString(first[i]);
		}
		return lines;
	}

	private void fill(AsciiString... lines) {
		section.clear();
		for (int i = 0; i < lines.length; i += 2) {
			section.add(lines[i], lines[i + 1]);
		}
	}

	private List<WeakReference<AsciiString>> fillWithMany() {
		AsciiString[] lines = lines("many", MANY);
		fill(lines);
		List<WeakReference<AsciiString>> weak = new ArrayList<>();
		for (AsciiString line : lines) {
			weak.add(new WeakReference<>(line));
		}
		return weak;
	}

	private static void awaitForgotten(List<WeakReference<AsciiString>> lines) {
		TestServer.await("the lines are forgotten", () -> {
			System.gc();
			return lines.stream().allMatch((line) -> line.get() == null);
		});
	}

	private static RequestHead head() {
		HeaderSection lines = new HeaderSection();
		AsciiString[] request = request("/");
		for (int i = 0; i < request.length; i += 2) {
			lines.add(request[i], request[i + 1]);
		}
		RequestHead head = new RequestFields(HttpLimits.DEFAULTS).read(lines, true);
		if (head == null) {
			throw new IllegalStateException("The request is refused");
		}
		return head;
	}

	@Test
	void keepsAnyNumberOfLinesInTheirOrder() {
		fillWithMany();
		assertThat(section.size()).isEqualTo(MANY);
		for (int i = 0; i < MANY; i++) {
			assertThat(section.name(i).toString()).isEqualTo("many" + 2 * i);
			assertThat(section.value(i).toString()).isEqualTo("many" + (2 * i + 1));
		}
		section.clear();
		assertThat(section.isEmpty()).isTrue();
		assertThat(section.iterator().hasNext()).isFalse();
	}

	@Test
	void forgetsItsLinesWhenItIsCleared() {
		List<WeakReference<AsciiString>> lines = fillWithMany();
		section.clear();
		awaitForgotten(lines);
		assertThat(section.size()).isZero();
	}

	@Test
	void forgetsItsLinesAlthoughASmallerSectionIsRememberedAndRepeated() {
		fill(SMALL);
		section.remember(head(), true);
		List<WeakReference<AsciiString>> lines = fillWithMany();
		fill(SMALL);
		assertThat(section.repeated(true)).isNotNull();
		section.clear();
		awaitForgotten(lines);
		fill(SMALL);
		assertThat(section.repeated(true)).isNotNull();
	}

	@Test
	void forgetsWhatItRememberedBefore() {
		List<WeakReference<AsciiString>> lines = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			AsciiString[] generation = lines("generation" + i, 4);
			fill(generation);
			section.remember(head(), true);
			lines.add(new WeakReference<>(generation[0]));
		}
		fill(SMALL);
		section.remember(head(), true);
		section.clear();
		awaitForgotten(lines);
	}

	@Test
	void doesNotRememberMoreLinesThanAnUsualRequestHas() {
		AsciiString[] lines = lines("x", 65);
		fill(lines);
		section.remember(head(), true);
		fill(lines);
		assertThat(section.repeated(true)).isNull();
	}

	@Test
	void isRememberedWithWhatItMeans() {
		AsciiString[] lines = request("/path");
		fill(lines);
		RequestHead read = fields.read(section, true);
		assertThat(read).isNotNull();
		fill(lines);
		assertThat(section.repeated(true)).isSameAs(read);
		assertThat(section.repeated(false)).isNull();
	}

	@Test
	void forgetsEverythingWhenItIsTold() {
		AsciiString[] lines = request("/path");
		fill(lines);
		WeakReference<RequestHead> read = new WeakReference<>(fields.read(section, true));
		section.forget();
		TestServer.await("the head is forgotten", () -> {
			System.gc();
			return read.get() == null;
		});
		fill(lines);
		assertThat(section.repeated(true)).isNull();
		assertThat(fields.read(section, true)).isNotNull();
		fill(lines);
		assertThat(section.repeated(true)).isNotNull();
	}

	/** The path is what clients can make long most easily. */
	@Test
	void isNotRememberedWithALongPath() {
		AsciiString[] lines = request("/" + "p".repeat(5000));
		for (int i = 0; i < 2; i++) {
			fill(lines);
			assertThat(section.repeated(true)).isNull();
			assertThat(fields.read(section, true)).isNotNull();
		}
	}

}
