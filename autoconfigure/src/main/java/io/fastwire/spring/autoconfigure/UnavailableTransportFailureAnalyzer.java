/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.util.Locale;

import io.fastwire.server.Transport;
import io.fastwire.spring.UnavailableTransportException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;

/**
 * Explains an {@link UnavailableTransportException}.
 */
final class UnavailableTransportFailureAnalyzer extends AbstractFailureAnalyzer<UnavailableTransportException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnavailableTransportException cause) {
		String name = cause.getTransport().name().toLowerCase(Locale.ROOT);
		Throwable reason = NestedExceptionUtils.getMostSpecificCause(cause);
		return new FailureAnalysis(
				"Fastwire cannot use the transport '" + name + "' here, which 'fastwire.transport' asks for: "
						+ reason.getMessage(),
				"Remove 'fastwire.transport', so that the best one that works is used. To get '" + name + "': "
						+ need(cause.getTransport()),
				cause);
	}

	private static String need(Transport transport) {
		return switch (transport) {
			case IO_URING -> "run on Linux 5.14 or later with 'netty-transport-native-io_uring' for this processor, in"
					+ " a container whose seccomp profile permits io_uring; the default profile of Docker does not.";
			case EPOLL -> "run on Linux with 'netty-transport-native-epoll' for this processor.";
			case KQUEUE -> "run on macOS or BSD with 'netty-transport-native-kqueue' for this processor.";
			case NIO, AUTO -> "see the cause.";
		};
	}

}
