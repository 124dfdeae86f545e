/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;

/**
 * The codecs of an application, with three differences: temporary files of a multipart
 * request are removed also if its client leaves before it has been handled, a form with
 * malformed escapes is answered 400 instead of 500, and a value that is known already is
 * written without Reactor's operators, with the same result. Everything else is that of
 * the configurer behind it, and so are the thread rules.
 */
public final class FastwireCodecConfigurer implements ServerCodecConfigurer {

	/*
	 * Spring Framework removes the files when the handler ends, but not when it is
	 * cancelled, which is how a handler learns that its client has gone. Here the reader
	 * knows the files, so that requests of other kinds pay nothing for it.
	 *
	 * Readers and writers are asked for at startup, readers also by the exchange of each
	 * request that has a form, both by whatever an application does in its handlers. So
	 * each is replaced once, as long as the delegate has it.
	 */

	private final ServerCodecConfigurer delegate;

	private final Replaced<HttpMessageReader<?>> readers = new Replaced<>(
			(reader) -> FormReader.around(UploadReader.around(reader)));

	private final Replaced<HttpMessageWriter<?>> writers = new Replaced<>(KnownValueWriter::around);

	/**
	 * Creates codecs.
	 * @param delegate those of the application
	 */
	public FastwireCodecConfigurer(ServerCodecConfigurer delegate) {
		this.delegate = delegate;
	}

	@Override
	public ServerDefaultCodecs defaultCodecs() {
		return delegate.defaultCodecs();
	}

	@Override
	public CustomCodecs customCodecs() {
		return delegate.customCodecs();
	}

	@Override
	public void registerDefaults(boolean registerDefaults) {
		delegate.registerDefaults(registerDefaults);
	}

	@Override
	public List<HttpMessageReader<?>> getReaders() {
		return readers.of(delegate.getReaders());
	}

	@Override
	public List<HttpMessageWriter<?>> getWriters() {
		return writers.of(delegate.getWriters());
	}

	@Override
	public ServerCodecConfigurer clone() {
		return new FastwireCodecConfigurer(delegate.clone());
	}

	/** What takes the place of codecs, the same as long as there is the same codec. */
	private static final class Replaced<T> {

		private final UnaryOperator<T> replacement;

		/** Replacements by codec, of the last list. Never changed. */
		private volatile Map<T, T> last = Map.of();

		Replaced(UnaryOperator<T> replacement) {
			this.replacement = replacement;
		}

		/** Returns a list that is the caller's. */
		List<T> of(List<T> codecs) {
			Map<T, T> known = last;
			Map<T, T> current = new IdentityHashMap<>();
			for (T codec : codecs) {
				current.put(codec, Objects.requireNonNullElseGet(known.get(codec), () -> replacement.apply(codec)));
			}
			last = current;
			List<T> replaced = new ArrayList<>(codecs);
			replaced.replaceAll((codec) -> Objects.requireNonNull(current.get(codec)));
			return replaced;
		}

	}

}
