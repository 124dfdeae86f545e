/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What an access log says, and where. Immutable.
 */
public final class AccessLogOptions {

	/** Name of the logger that lines go to by default. */
	public static final String LOGGER = "io.fastwire.access";

	/** Names of parameters that hold secrets more often than not. */
	public static final List<String> SECRETS = List.of("*token", "*secret", "*password", "*passwd", "*apikey",
			"*accesskey", "*signature", "*credential", "*credentials", "*authorization", "*sessionid", "auth", "code",
			"jwt", "key", "otp", "pwd", "sid", "sig", "ticket");

	private final AccessPattern pattern;

	private final int capacity;

	private final Consumer<String> sink;

	private final @Nullable BiFunction<Headers, @Nullable InetSocketAddress, @Nullable InetSocketAddress> client;

	private AccessLogOptions(AccessPattern pattern, int capacity, Consumer<String> sink,
			@Nullable BiFunction<Headers, @Nullable InetSocketAddress, @Nullable InetSocketAddress> client) {
		this.pattern = pattern;
		this.capacity = capacity;
		this.sink = sink;
		this.client = client;
	}

	/**
	 * Starts from the defaults.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	AccessPattern pattern() {
		return pattern;
	}

	/**
	 * Returns whether lines say who the user is, which nobody need find out otherwise.
	 * @return whether {@link io.fastwire.http.Exchange#remoteUser} has an effect
	 */
	public boolean needsRemoteUser() {
		return pattern.needsRemoteUser();
	}

	int capacity() {
		return capacity;
	}

	Consumer<String> sink() {
		return sink;
	}

	/** Returns the address that is logged. */
	@Nullable InetSocketAddress client(Headers headers, @Nullable InetSocketAddress peer) {
		return (client != null) ? client.apply(headers, peer) : peer;
	}

	/**
	 * Sets who is taken for the client if that has not been set.
	 * @param client as for {@link Builder#client}
	 * @return these options, or others
	 */
	public AccessLogOptions clientIfUnset(
			BiFunction<Headers, @Nullable InetSocketAddress, @Nullable InetSocketAddress> client) {
		return (this.client != null) ? this : new AccessLogOptions(pattern, capacity, sink, client);
	}

	/**
	 * Collects values; each starts at its default.
	 */
	public static final class Builder {

		private String pattern = "common";

		private List<String> maskedParameters = SECRETS;

		private int capacity = 16_384;

		private Consumer<String> sink = systemLogger();

		private @Nullable BiFunction<Headers, @Nullable InetSocketAddress, @Nullable InetSocketAddress> client;

		private Builder() {
		}

		private static Consumer<String> systemLogger() {
			Logger logger = System.getLogger(LOGGER);
			return (line) -> logger.log(Level.INFO, line);
		}

		/**
		 * Sets what a line says: {@code common}, {@code combined}, {@code json}, or a
		 * pattern with the conversions of Apache's log format that docs/access-log.md
		 * lists.
		 * @param pattern by default {@code common}
		 * @return this
		 * @throws IllegalArgumentException if it has an unknown conversion
		 */
		public Builder pattern(String pattern) {
			AccessPattern.compile(pattern, SecretParameters.NONE);
			this.pattern = pattern;
			return this;
		}

		/**
		 * Sets which query parameters have secret values, of which the log says
		 * {@code ***}.
		 * @param maskedParameters names in any case, without {@code - _ .}; one that
		 * begins with a star stands for all that end so; none to log everything
		 * @return this
		 */
		public Builder maskedParameters(List<String> maskedParameters) {
			this.maskedParameters = List.copyOf(maskedParameters);
			return this;
		}

		/**
		 * Sets how many requests may wait to be written. Those beyond it are dropped.
		 * @param capacity 2 or more; rounded up to a power of 2
		 * @return this
		 */
		public Builder capacity(int capacity) {
			if (capacity < 2 || capacity > 1 << 24) {
				throw new IllegalArgumentException("capacity must be from 2 to 16777216 but is " + capacity);
			}
			this.capacity = capacity;
			return this;
		}

		/**
		 * Sets where lines go.
		 * @param sink called by one thread, which may be blocked
		 * @return this
		 */
		public Builder sink(Consumer<String> sink) {
			this.sink = sink;
			return this;
		}

		/**
		 * Sets who is taken for the client, where proxies tell of it in fields.
		 * @param client makes the address to be logged from the fields of the request and
		 * the address of the peer; called by one thread
		 * @return this
		 */
		public Builder client(BiFunction<Headers, @Nullable InetSocketAddress, @Nullable InetSocketAddress> client) {
			this.client = client;
			return this;
		}

		/**
		 * Makes the values final.
		 * @return immutable options
		 */
		public AccessLogOptions build() {
			return new AccessLogOptions(AccessPattern.compile(pattern, new SecretParameters(maskedParameters)),
					capacity, sink, client);
		}

	}

}
