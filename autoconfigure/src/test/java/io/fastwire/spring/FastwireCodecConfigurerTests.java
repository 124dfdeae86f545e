/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.List;

import org.apache.commons.logging.Log;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractEncoder;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.http.MediaType;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.LoggingCodecSupport;
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
	void onlyTheReadersOfFormsAreOurs() {
		assertThat(codecs.getReaders()).filteredOn(ForwardingReader.class::isInstance).hasSize(2);
		assertThat(codecs.getReaders()).filteredOn(FormReader.class::isInstance)
			.singleElement()
			.satisfies((reader) -> assertThat(reader.getReadableMediaTypes())
				.containsExactly(MediaType.APPLICATION_FORM_URLENCODED));
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

	/** Spring's writers wrap the logger of their encoder when they are made. */
	@Test
	void askingAgainMakesNothingNew() {
		AbstractEncoder<?> encoder = CharSequenceEncoder.textPlainOnly();
		codecs.customCodecs().register(new EncoderHttpMessageWriter<>(encoder));
		Log logger = encoder.getLogger();
		List<HttpMessageWriter<?>> writers = codecs.getWriters();
		List<HttpMessageReader<?>> readers = codecs.getReaders();
		assertThat(writers.get(0)).isInstanceOf(KnownValueWriter.class);
		assertThat(encoder.getLogger()).isSameAs(logger);
		assertThat(allButTheLast(codecs.getWriters())).isEqualTo(allButTheLast(writers));
		assertThat(codecs.getReaders()).filteredOn(UploadReader.class::isInstance)
			.isEqualTo(readers.stream().filter(UploadReader.class::isInstance).toList());
		assertThat(encoder.getLogger()).isSameAs(logger);
	}

	/** Spring makes the last one, for text of any type, whenever it is asked. */
	private static List<HttpMessageWriter<?>> allButTheLast(List<HttpMessageWriter<?>> writers) {
		return writers.subList(0, writers.size() - 1);
	}

	/** By this, WebFlux decides whether it logs the details of requests. */
	@Test
	void theReadersOfFormsSayWhetherDetailsAreLogged() {
		for (boolean enabled : new boolean[] { true, false }) {
			codecs.defaultCodecs().enableLoggingRequestDetails(enabled);
			assertThat(codecs.getReaders()).filteredOn(ForwardingReader.class::isInstance)
				.asInstanceOf(InstanceOfAssertFactories.list(LoggingCodecSupport.class))
				.hasSize(2)
				.allMatch((reader) -> reader.isEnableLoggingRequestDetails() == enabled);
		}
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
