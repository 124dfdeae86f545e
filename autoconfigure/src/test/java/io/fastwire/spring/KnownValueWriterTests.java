/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ResolvableType;
import org.springframework.core.codec.ByteArrayEncoder;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.core.codec.Encoder;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.json.JacksonJsonEncoder;
import org.springframework.http.server.reactive.HttpHeadResponseDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.util.MimeType;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares with the writer of Spring Framework wherever it can. */
class KnownValueWriterTests {

	private static final MediaType LATIN_1 = new MediaType("text", "plain", StandardCharsets.ISO_8859_1);

	private final FakeExchange exchange = FakeExchange.get("/");

	private final FastwireServerHttpResponse response = Responses.of(exchange);

	@AfterEach
	void nothingLeaks() {
		exchange.assertNoLeak();
	}

	/** A thing with a JSON form. */
	record Person(String name, int age) {
	}

	/** One whose JSON form fails. */
	record Failing() {

		public String getName() {
			throw new IllegalStateException("no name");
		}

	}

	/** What is written, and by which encoder. */
	enum Sample {

		TEXT("hällo", MediaType.TEXT_PLAIN, CharSequenceEncoder.textPlainOnly()),

		TEXT_OF_ANY_TYPE("hello", MediaType.TEXT_HTML, CharSequenceEncoder.allMimeTypes()),

		TEXT_OF_NO_TYPE("hello", null, CharSequenceEncoder.textPlainOnly()),

		TEXT_OF_A_WILDCARD("hello", MediaType.ALL, CharSequenceEncoder.textPlainOnly()),

		TEXT_AS_BYTES("hello", MediaType.APPLICATION_OCTET_STREAM, CharSequenceEncoder.textPlainOnly()),

		TEXT_IN_LATIN_1("hällo", LATIN_1, CharSequenceEncoder.textPlainOnly()),

		EMPTY_TEXT("", MediaType.TEXT_PLAIN, CharSequenceEncoder.textPlainOnly()),

		BYTES("hello".getBytes(StandardCharsets.UTF_8), MediaType.APPLICATION_OCTET_STREAM, new ByteArrayEncoder()),

		JSON(new Person("Änn", 1), MediaType.APPLICATION_JSON, new JacksonJsonEncoder()),

		JSON_OF_NO_TYPE(List.of(1, 2), null, new JacksonJsonEncoder()),

		JSON_OF_A_PROBLEM(new Person("Ann", 1), MediaType.APPLICATION_PROBLEM_JSON, new JacksonJsonEncoder()),

		JSON_THAT_FAILS(new Failing(), MediaType.APPLICATION_JSON, new JacksonJsonEncoder());

		private final Object value;

		private final @Nullable MediaType mediaType;

		private final Encoder<?> encoder;

		Sample(Object value, @Nullable MediaType mediaType, Encoder<?> encoder) {
			this.value = value;
			this.mediaType = mediaType;
			this.encoder = encoder;
		}

		EncoderHttpMessageWriter<?> spring() {
			return new EncoderHttpMessageWriter<>(encoder);
		}

		HttpMessageWriter<?> ours() {
			HttpMessageWriter<?> writer = KnownValueWriter.around(spring());
			assertThat(writer).isInstanceOf(KnownValueWriter.class);
			return writer;
		}

		Mono<Void> write(HttpMessageWriter<?> writer, ServerHttpResponse response) {
			return KnownValueWriterTests.write(writer, Mono.just(value), value.getClass(), mediaType, response);
		}

	}

	@SuppressWarnings("unchecked")
	private static Mono<Void> write(HttpMessageWriter<?> writer, Publisher<?> values, Class<?> type,
			@Nullable MediaType mediaType, ServerHttpResponse response) {
		ResolvableType resolved = ResolvableType.forClass(type);
		return ((HttpMessageWriter<Object>) writer).write(values, resolved, resolved, mediaType,
				MockServerHttpRequest.get("/").build(), response, Hints.none());
	}

	/** A response of Spring's making, and what became of it. */
	private static List<List<String>> outcome(Sample sample, HttpMessageWriter<?> writer, boolean head,
			@Nullable MediaType preset) {
		FakeExchange exchange = FakeExchange.get("/");
		FastwireServerHttpResponse response = Responses.of(exchange);
		if (preset != null) {
			response.getHeaders().setContentType(preset);
		}
		List<String> signals = Responses
			.subscribe(sample.write(writer, head ? new HttpHeadResponseDecorator(response) : response))
			.signals();
		exchange.assertNoLeak();
		return List.of(signals, exchange.wire(), List.of(response.getHeaders().toString()));
	}

	@ParameterizedTest
	@EnumSource
	void aKnownValueIsWrittenAsSpringDoesIt(Sample sample) {
		assertThat(outcome(sample, sample.ours(), false, null))
			.isEqualTo(outcome(sample, sample.spring(), false, null));
	}

	@ParameterizedTest
	@EnumSource
	void theTypeThatTheApplicationHasSetStays(Sample sample) {
		assertThat(outcome(sample, sample.ours(), false, LATIN_1))
			.isEqualTo(outcome(sample, sample.spring(), false, LATIN_1));
	}

	@ParameterizedTest
	@EnumSource
	void aDecoratedResponseGetsTheBody(Sample sample) {
		assertThat(outcome(sample, sample.ours(), true, null)).isEqualTo(outcome(sample, sample.spring(), true, null));
	}

	@ParameterizedTest
	@EnumSource(names = { "TEXT", "BYTES", "JSON" })
	void aBodyThatADecoratorDropsIsReleased(Sample sample) {
		DataBufferFactory buffers = new NettyDataBufferFactory(response.exchange().allocator());
		ServerHttpResponse replacing = new ServerHttpResponseDecorator(response) {

			@Override
			public DataBufferFactory bufferFactory() {
				return buffers;
			}

			@Override
			public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
				return Flux.from(body).then(super.writeWith(Mono.fromSupplier(() -> Responses.buffer(response, "x"))));
			}

		};
		assertThat(Responses.subscribe(sample.write(sample.ours(), replacing)).signals()).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void theSecondResponseIsAsTheFirst(Sample sample) {
		HttpMessageWriter<?> writer = sample.ours();
		assertThat(outcome(sample, writer, false, null)).isEqualTo(outcome(sample, writer, false, null));
	}

	@ParameterizedTest
	@EnumSource
	void whatItCanWriteIsWhatTheOtherCan(Sample sample) {
		ResolvableType type = ResolvableType.forClass(sample.value.getClass());
		HttpMessageWriter<?> spring = sample.spring();
		HttpMessageWriter<?> ours = sample.ours();
		assertThat(ours.getWritableMediaTypes()).isEqualTo(spring.getWritableMediaTypes());
		assertThat(ours.getWritableMediaTypes(type)).isEqualTo(spring.getWritableMediaTypes(type));
		assertThat(ours.canWrite(type, sample.mediaType)).isEqualTo(spring.canWrite(type, sample.mediaType));
	}

	@Test
	void equalTypesKeepTheirSpelling() {
		HttpMessageWriter<?> writer = Sample.TEXT.ours();
		for (String type : new String[] { "text/plain;a=1;b=2", "text/plain;b=2;a=1" }) {
			FakeExchange fresh = FakeExchange.get("/");
			Responses.subscribe(
					write(writer, Mono.just("x"), String.class, MediaType.parseMediaType(type), Responses.of(fresh)));
			assertThat(fresh.wire())
				.containsExactly("200 [Content-Type: " + type + ";charset=UTF-8, Content-Length: 1] x|");
		}
	}

	@Test
	void nothingIsEncodedBeforeSubscription() {
		Mono<Void> write = Sample.TEXT.write(Sample.TEXT.ours(), response);
		assertThat(response.getHeaders().containsHeader(HttpHeaders.CONTENT_LENGTH)).isFalse();
		assertThat(exchange.wire()).isEmpty();
		Responses.subscribe(write);
		assertThat(exchange.wire()).hasSize(1);
	}

	@Test
	void whatIsNoKnownValueGoesSpringsWay() {
		List<Publisher<String>> unknown = List.of(Mono.empty(), Mono.fromSupplier(() -> "late"), Flux.just("a", "b"),
				Flux.just("a"), Mono.error(new IllegalStateException("planned")));
		for (Publisher<String> values : unknown) {
			FakeExchange ours = FakeExchange.get("/");
			FakeExchange springs = FakeExchange.get("/");
			assertThat(Responses.subscribe(write(Sample.TEXT.ours(), values, String.class, null, Responses.of(ours)))
				.signals())
				.isEqualTo(Responses
					.subscribe(write(Sample.TEXT.spring(), values, String.class, null, Responses.of(springs)))
					.signals());
			assertThat(ours.wire()).isEqualTo(springs.wire());
		}
	}

	@Test
	void commitActionsRunFirst() {
		response.beforeCommit(() -> Mono.fromRunnable(() -> response.getHeaders().set("A", "b")));
		Responses.Result result = Responses.subscribe(Sample.TEXT.write(Sample.TEXT.ours(), response));
		assertThat(result.signals()).containsExactly("complete");
		assertThat(exchange.wire().toString()).contains("A: b");
	}

	@Test
	void anotherThreadWritesByWayOfTheLoop() {
		Responses.Result result = new Responses.Result();
		OtherThread.run(() -> Sample.TEXT.write(Sample.TEXT.ours(), response).subscribe(result));
		assertThat(exchange.wire()).isEmpty();
		exchange.runTasks();
		assertThat(result.signals()).containsExactly("complete");
		assertThat(exchange.wire()).hasSize(1);
	}

	@Test
	void aCommittedResponseRefusesTheValue() {
		Responses.subscribe(response.setComplete());
		Mono<Void> write = KnownValueWriterTests.write(
				KnownValueWriter.around(new EncoderHttpMessageWriter<>(CharSequenceEncoder.textPlainOnly())),
				Mono.just("x"), String.class, LATIN_1, presetType(response));
		assertThat(Responses.subscribe(write).failure()).isInstanceOf(UnsupportedOperationException.class);
	}

	/**
	 * Lets the type of a committed response be there, so that only the length is refused.
	 */
	private static ServerHttpResponse presetType(FastwireServerHttpResponse response) {
		response.exchange().responseHeaders().set(HttpHeaders.CONTENT_TYPE, LATIN_1.toString());
		return response;
	}

	@Test
	void aValueThatIsToBeDroppedLeavesAnEmptyBody() {
		AtomicReference<@Nullable Object> dropped = new AtomicReference<>();
		Failing value = new Failing();
		Mono<Void> write = KnownValueWriterTests
			.write(Sample.JSON_THAT_FAILS.ours(), Mono.just(value), Failing.class, MediaType.APPLICATION_JSON, response)
			.onErrorContinue((cause, element) -> dropped.set(element));
		assertThat(Responses.subscribe(write).signals()).containsExactly("complete");
		assertThat(dropped.get()).isSameAs(value);
		assertThat(response.getHeaders().getContentLength()).isZero();
	}

	@Test
	void anEncoderOfTheApplicationGoesSpringsWay() {
		HttpMessageWriter<?> writer = new EncoderHttpMessageWriter<>(new JacksonJsonEncoder() {
			@Override
			public DataBuffer encodeValue(Object value, DataBufferFactory bufferFactory, ResolvableType valueType,
					@Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
				return super.encodeValue("mine", bufferFactory, valueType, mimeType, hints);
			}
		});
		assertThat(KnownValueWriter.around(writer)).isSameAs(writer);
		HttpMessageWriter<?> subclass = new EncoderHttpMessageWriter<>(CharSequenceEncoder.textPlainOnly()) {
		};
		assertThat(KnownValueWriter.around(subclass)).isSameAs(subclass);
	}

}
