/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.core.ResolvableType;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.http.MediaType;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.ServerSentEventHttpMessageWriter;

import static org.assertj.core.api.Assertions.assertThat;

class FastwireCodecConfigurerTests {

	private final ServerCodecConfigurer springs = ServerCodecConfigurer.create();

	private final ServerCodecConfigurer codecs = new FastwireCodecConfigurer(springs);

	/** Writers that are, or stand for, an encoder's. */
	private static List<Class<?>> kinds(List<HttpMessageWriter<?>> writers) {
		return writers.stream()
			.<Class<?>>map((writer) -> (writer instanceof KnownValueWriter) ? EncoderHttpMessageWriter.class
					: writer.getClass())
			.toList();
	}

	@Test
	void readersAndWritersKeepTheirOrder() {
		assertThat(codecs.getReaders()).hasSameSizeAs(springs.getReaders());
		assertThat(kinds(codecs.getWriters())).isEqualTo(kinds(springs.getWriters()));
	}

	@Test
	void textBytesAndJsonAreWrittenByOurs() {
		for (Class<?> type : new Class<?>[] { String.class, byte[].class, List.class }) {
			HttpMessageWriter<?> first = codecs.getWriters()
				.stream()
				.filter((writer) -> writer.canWrite(ResolvableType.forClass(type), null))
				.findFirst()
				.orElseThrow();
			assertThat(first).as(type.getName()).isInstanceOf(KnownValueWriter.class);
		}
	}

	@Test
	void onlyTheReaderOfFormsIsOurs() {
		assertThat(codecs.getReaders()).filteredOn(UploadReader.class::isInstance)
			.singleElement()
			.satisfies((reader) -> assertThat(reader.getReadableMediaTypes()).contains(MediaType.MULTIPART_FORM_DATA));
	}

	@Test
	void whatTheApplicationChangesLaterCounts() {
		HttpMessageWriter<?> mine = new ServerSentEventHttpMessageWriter();
		codecs.customCodecs().register(mine);
		codecs.registerDefaults(false);
		assertThat(springs.getWriters()).isEqualTo(List.of(mine));
		assertThat(codecs.getWriters()).isEqualTo(List.of(mine));
	}

	@Test
	void aCloneIsIndependent() {
		ServerCodecConfigurer clone = codecs.clone();
		clone.registerDefaults(false);
		clone.customCodecs().register(new EncoderHttpMessageWriter<>(CharSequenceEncoder.textPlainOnly()));
		assertThat(clone.getWriters()).singleElement().isInstanceOf(KnownValueWriter.class);
		assertThat(codecs.getWriters()).hasSizeGreaterThan(1);
	}

}
