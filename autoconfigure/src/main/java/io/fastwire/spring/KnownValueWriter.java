/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.Map;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

import org.springframework.core.ResolvableType;
import org.springframework.core.codec.AbstractEncoder;
import org.springframework.core.codec.Encoder;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpLogging;
import org.springframework.http.MediaType;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * Writes what an {@link EncoderHttpMessageWriter} writes. A value that is known already,
 * which is what a controller returns most, is encoded and written when it is subscribed
 * to, by the same encoder and with the same fields, but without the eight operators that
 * Spring Framework assembles around it.
 */
final class KnownValueWriter<T> extends EncoderHttpMessageWriter<T> {

	/*
	 * That encoding a value and encoding a Mono of it is the same is a property of the
	 * encoder, which a subclass may break. So it is only done for encoders of which it is
	 * known; all others, and what is not a known value, go Spring's way.
	 *
	 * It is a writer of Spring's own class because Spring Boot and others look for the
	 * encoders of such writers, in order to give them mappers.
	 *
	 * Spring makes a new media type for each response, if only to add the charset, and
	 * turns it into text. Those made here are kept: a few, because mappings and encoders
	 * hand out the same objects again and again. The array is read and written without
	 * order by all event loops, which is safe because its elements are immutable; what
	 * may be lost is only a spared allocation.
	 */

	private static final Log logger = HttpLogging.forLogName(EncoderHttpMessageWriter.class);

	private static final Set<String> SINGLE_VALUE_ENCODERS = Set.of(
			"org.springframework.core.codec.CharSequenceEncoder", "org.springframework.core.codec.ByteArrayEncoder",
			"org.springframework.http.codec.json.JacksonJsonEncoder");

	private static final int KEPT_TYPES = 16;

	private final Encoder<T> encoder;

	private final @Nullable MediaType defaultMediaType;

	private final @Nullable WithCharset[] kept = new WithCharset[KEPT_TYPES];

	private KnownValueWriter(EncoderHttpMessageWriter<T> delegate) {
		super(delegate.getEncoder());
		this.encoder = delegate.getEncoder();
		this.defaultMediaType = delegate.getWritableMediaTypes()
			.stream()
			.filter(MediaType::isConcrete)
			.findFirst()
			.orElse(null);
	}

	/**
	 * A media type without charset and what becomes of it.
	 *
	 * @param plain without
	 * @param complete with
	 */
	private record WithCharset(MediaType plain, MediaType complete) {
	}

	/** Returns a writer that does what another does, and this if it can. */
	static HttpMessageWriter<?> around(HttpMessageWriter<?> writer) {
		return (writer.getClass() == EncoderHttpMessageWriter.class
				&& writer instanceof EncoderHttpMessageWriter<?> known
				&& SINGLE_VALUE_ENCODERS.contains(known.getEncoder().getClass().getName())) ? of(known) : writer;
	}

	/**
	 * Leaves the logger of the encoder alone, which the constructor of Spring's class
	 * wraps, as that of the other writer has done.
	 */
	private static <V> KnownValueWriter<V> of(EncoderHttpMessageWriter<V> writer) {
		if (!(writer.getEncoder() instanceof AbstractEncoder<?> encoder)) {
			return new KnownValueWriter<>(writer);
		}
		Log wrapped = encoder.getLogger();
		KnownValueWriter<V> ours = new KnownValueWriter<>(writer);
		encoder.setLogger(wrapped);
		return ours;
	}

	@Override
	public Mono<Void> write(Publisher<? extends T> values, ResolvableType actualType, ResolvableType elementType,
			@Nullable MediaType mediaType, ServerHttpRequest request, ServerHttpResponse response,
			Map<String, Object> hints) {
		T value = known(values);
		if (value == null) {
			return super.write(values, actualType, elementType, mediaType, request, response, hints);
		}
		Map<String, Object> all = Hints.merge(hints,
				getWriteHints(actualType, elementType, mediaType, request, response));
		MediaType contentType = updateContentType(response, mediaType);
		return new ValueMono<>(this, value, elementType, contentType, response, all);
	}

	/** Returns the value of {@code Mono.just}, {@code null} for all else. */
	@SuppressWarnings("unchecked")
	private static <V> @Nullable V known(Publisher<? extends V> values) {
		if (!(values instanceof Mono<?> && values instanceof Fuseable.ScalarCallable<?> scalar)) {
			return null;
		}
		try {
			return (V) scalar.call();
		}
		catch (Exception ex) {
			return null; // Mono.error(), which a subscriber will meet again.
		}
	}

	// As in EncoderHttpMessageWriter

	private @Nullable MediaType updateContentType(ServerHttpResponse response, @Nullable MediaType mediaType) {
		MediaType present = response.getHeaders().getContentType();
		if (present != null) {
			return present;
		}
		MediaType fallback = defaultMediaType;
		boolean unfit = mediaType == null || !mediaType.isConcrete()
				|| mediaType.equals(MediaType.APPLICATION_OCTET_STREAM) && fallback != null;
		MediaType chosen = unfit ? fallback : mediaType;
		if (chosen != null) {
			chosen = withCharset(chosen);
			response.getHeaders().setContentType(chosen);
		}
		return chosen;
	}

	@SuppressWarnings("ReferenceEquality") // Equal types may be spelled differently.
	private MediaType withCharset(MediaType type) {
		MediaType fallback = defaultMediaType;
		if (fallback == null || fallback.getCharset() == null || type.getCharset() != null) {
			return type;
		}
		int slot = System.identityHashCode(type) & KEPT_TYPES - 1;
		WithCharset known = kept[slot];
		if (known == null || known.plain != type) {
			known = new WithCharset(type, new MediaType(type, fallback.getCharset()));
			kept[slot] = known;
		}
		return known.complete;
	}

	private static final class ValueMono<V> extends Mono<Void> {

		private final KnownValueWriter<V> writer;

		private final V value;

		private final ResolvableType type;

		private final @Nullable MediaType contentType;

		private final ServerHttpResponse response;

		private final Map<String, Object> hints;

		ValueMono(KnownValueWriter<V> writer, V value, ResolvableType type, @Nullable MediaType contentType,
				ServerHttpResponse response, Map<String, Object> hints) {
			this.writer = writer;
			this.value = value;
			this.type = type;
			this.contentType = contentType;
			this.response = response;
			this.hints = hints;
		}

		@Override
		public void subscribe(CoreSubscriber<? super Void> downstream) {
			DataBuffer buffer;
			try {
				buffer = writer.encoder.encodeValue(value, response.bufferFactory(), type, contentType, hints);
			}
			catch (Throwable ex) {
				encodingFailed(ex, downstream);
				return;
			}
			try {
				Hints.touchDataBuffer(buffer, hints, logger);
				response.getHeaders().setContentLength(buffer.readableByteCount());
			}
			catch (RuntimeException ex) { // The response is committed.
				Throwable failure = Operators.onOperatorError(null, ex, buffer, downstream.currentContext());
				OutboundBuffers.release(buffer);
				Operators.error(downstream, failure);
				return;
			}
			write(buffer, downstream);
		}

		private void write(DataBuffer buffer, CoreSubscriber<? super Void> downstream) {
			if (response instanceof FastwireServerHttpResponse ours) {
				MonoBodyWriter.write(ours, buffer, downstream);
			}
			else {
				// Within, for what stands between; outside, for what a decorator drops.
				response.writeWith(Mono.just(buffer).doOnDiscard(DataBuffer.class, DataBufferUtils::release))
					.doOnDiscard(DataBuffer.class, DataBufferUtils::release)
					.subscribe(downstream);
			}
		}

		/** Fails, unless the application has said that such values are to be dropped. */
		private void encodingFailed(Throwable cause, CoreSubscriber<? super Void> downstream) {
			Throwable failure = Operators.onNextError(value, cause, downstream.currentContext());
			if (failure != null) {
				Operators.error(downstream, failure);
			}
			else {
				writer.write(Mono.empty(), type, contentType, response, hints).subscribe(downstream);
			}
		}

	}

}
