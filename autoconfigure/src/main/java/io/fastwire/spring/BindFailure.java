/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Locale;

import io.netty.channel.unix.Errors.NativeIoException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.util.ClassUtils;

/**
 * Tells a port that is taken from the other reasons why an address cannot be bound.
 */
final class BindFailure {

	/** EADDRINUSE on Linux and on BSD, as Netty's native transports report it. */
	private static final int IN_USE_LINUX = -98;

	private static final int IN_USE_BSD = -48;

	private static final boolean NATIVE_TRANSPORTS = ClassUtils
		.isPresent("io.netty.channel.unix.Errors$NativeIoException", BindFailure.class.getClassLoader());

	private BindFailure() {
	}

	/**
	 * Makes the exception that Spring Boot explains to the user.
	 * @param address what could not be bound
	 * @param failure why
	 * @return a {@link PortInUseException} if the port is taken, else an
	 * {@link UnavailableAddressException}
	 */
	static WebServerException exception(InetSocketAddress address, Exception failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (saysInUse(cause) || (NATIVE_TRANSPORTS && NativeErrors.saysInUse(cause))) {
				return new PortInUseException(address.getPort(), failure);
			}
		}
		return new UnavailableAddressException(text(address), failure);
	}

	/**
	 * A bind exception also stands for an address that is not local, or a refused port.
	 */
	private static boolean saysInUse(Throwable failure) {
		return failure instanceof BindException && mentionsInUse(failure.getMessage());
	}

	private static boolean mentionsInUse(@Nullable String message) {
		return message != null && message.toLowerCase(Locale.ROOT).contains("in use");
	}

	private static String text(InetSocketAddress address) {
		if (address.isUnresolved()) {
			return address.getHostString() + " port " + address.getPort();
		}
		return address.getAddress().isAnyLocalAddress() ? "port " + address.getPort()
				: address.getAddress().getHostAddress() + " port " + address.getPort();
	}

	/** Loaded only where a native transport is on the class path. */
	private static final class NativeErrors {

		static boolean saysInUse(Throwable failure) {
			return failure instanceof NativeIoException nativeFailure
					&& (nativeFailure.expectedErr() == IN_USE_LINUX || nativeFailure.expectedErr() == IN_USE_BSD);
		}

	}

}
