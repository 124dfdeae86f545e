/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.util.Locale;
import java.util.stream.Stream;

import io.fastwire.server.Transport;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Supplies each {@link Transport} that works on this machine; on Linux a missing one is a
 * failure: {@code @ParameterizedTest @ArgumentsSource(Transports.class)}.
 */
public final class Transports implements ArgumentsProvider {

	@Override
	public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
		return available().map(Arguments::of);
	}

	/**
	 * Returns the transports.
	 * @return on Linux all three
	 */
	public static Stream<Transport> available() {
		if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
			return Stream.of(Transport.NIO);
		}
		Epoll.ensureAvailability();
		IoUring.ensureAvailability();
		return Stream.of(Transport.IO_URING, Transport.EPOLL, Transport.NIO);
	}

}
