/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.ArrayList;
import java.util.List;

import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;

/**
 * The codecs of an application, with two differences: temporary files of a multipart
 * request are removed also if its client leaves before it has been handled, and a value
 * that is known already is written without Reactor's operators, with the same result.
 * Everything else is that of the configurer behind it, and so are the thread rules.
 */
public final class FastwireCodecConfigurer implements ServerCodecConfigurer {

	/*
	 * Spring Framework removes the files when the handler ends, but not when it is
	 * cancelled, which is how a handler learns that its client has gone. Here the reader
	 * knows the files, so that requests of other kinds pay nothing for it.
	 *
	 * Readers and writers are asked for at startup, readers also by the exchange of each
	 * request that has a form.
	 */

	private final ServerCodecConfigurer delegate;

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
		List<HttpMessageReader<?>> readers = new ArrayList<>(delegate.getReaders());
		readers.replaceAll(UploadReader::around);
		return readers;
	}

	@Override
	public List<HttpMessageWriter<?>> getWriters() {
		List<HttpMessageWriter<?>> writers = new ArrayList<>(delegate.getWriters());
		writers.replaceAll(KnownValueWriter::around);
		return writers;
	}

	@Override
	public ServerCodecConfigurer clone() {
		return new FastwireCodecConfigurer(delegate.clone());
	}

}
