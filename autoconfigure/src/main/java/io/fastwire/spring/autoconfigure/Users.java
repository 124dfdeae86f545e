/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.security.Principal;
import java.util.function.Function;

import io.fastwire.spring.RemoteUser;
import org.jspecify.annotations.Nullable;
import reactor.core.Fuseable;
import reactor.core.publisher.Mono;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;

/** Watches principals as they come to be known. */
final class Users {

	/*
	 * To find out who the user is can mean to load a session or to ask another server. A
	 * line in a log is not worth that. So nothing here subscribes: what the application
	 * finds out is noted as it passes by, and what has been found out already, which is
	 * to say a Mono that has its value, is looked at.
	 */

	private static final String ANONYMOUS = "org.springframework.security.authentication.AnonymousAuthenticationToken";

	private static final boolean SECURITY = ClassUtils.isPresent(ANONYMOUS, null);

	private Users() {
	}

	/** Returns the same principal, which is noted when it is known. */
	static Mono<Principal> noting(ServerWebExchange exchange, Mono<Principal> principal) {
		return noting(exchange, principal, (known) -> known);
	}

	/** Returns the same value, the user in which is noted when it is known. */
	static <T> Mono<T> noting(ServerWebExchange exchange, Mono<T> value, Function<T, @Nullable Principal> user) {
		if (value instanceof Fuseable.ScalarCallable<?>) {
			value.subscribe((known) -> note(exchange, user.apply(known)), Users::ignore);
			return value;
		}
		return value.doOnNext((known) -> note(exchange, user.apply(known)));
	}

	/** Whoever asks for the principal meets the error himself. */
	private static void ignore(Throwable cause) {
	}

	private static void note(ServerWebExchange exchange, @Nullable Principal user) {
		if (user != null && !(SECURITY && Anonymous.is(user))) {
			RemoteUser.note(exchange, user);
		}
	}

	/**
	 * What a native image must keep so that it knows whether Spring Security is there.
	 */
	static final class Hints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.reflection().registerTypeIfPresent(classLoader, ANONYMOUS);
		}

	}

	/** Loaded only if Spring Security is there. */
	private static final class Anonymous {

		static boolean is(Principal user) {
			return user instanceof AnonymousAuthenticationToken;
		}

	}

}
