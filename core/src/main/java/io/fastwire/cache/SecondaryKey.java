/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Which requests for a target a response answers: those whose fields that it varies by
 * are the same (RFC 9111 section 4.1). Immutable.
 */
final class SecondaryKey {

	/*
	 * A response varies by more than it says in Vary, where leaving that out would let
	 * one client choose what others get, or see what only one should:
	 *
	 * - the fields by which proxies tell scheme, host and prefix, because links are made
	 * of them; - Accept and Accept-Language, because frameworks choose by them what they
	 * answer, an event stream or an error page for example, and seldom say so; - Cookie,
	 * unless the response says that it is for everybody; - Origin, if the response admits
	 * an origin by name.
	 *
	 * Accept-Encoding is compared by the coding that the handler chooses for it, because
	 * browsers spell it in many ways. That is right only as long as the response was
	 * coded by that choice or not at all. Where the application chose another coding, the
	 * value is compared as it was sent.
	 */

	private static final String ACCEPT_ENCODING = "Accept-Encoding";

	private static final List<String> NEGOTIATION = List.of("Accept", "Accept-Language");

	private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-Host", "X-Forwarded-Port",
			"X-Forwarded-Prefix", "X-Forwarded-Proto", "X-Forwarded-Ssl");

	private final boolean forwarded;

	private final String[] names;

	private final @Nullable String[] values;

	private final @Nullable Function<Headers, String> codings;

	private SecondaryKey(boolean forwarded, List<String> names, Headers request,
			@Nullable Function<Headers, String> codings) {
		this.forwarded = forwarded;
		this.names = names.toArray(String[]::new);
		this.codings = codings;
		this.values = new @Nullable String[this.names.length];
		for (int i = 0; i < values.length; i++) {
			values[i] = value(this.names[i], request);
		}
	}

	/**
	 * Makes the key of a response.
	 * @param facts the {@link RequestFacts} of the request
	 * @param shared whether the response says that it is for everybody
	 * @param codings tells which coding the handler chooses for a request
	 * @return {@code null} if no other request may be answered by it
	 */
	static @Nullable SecondaryKey of(Headers request, int facts, ResponseHeaders response, boolean shared,
			Function<Headers, String> codings) {
		List<String> names = new ArrayList<>();
		boolean forwarded = (facts & RequestFacts.FORWARDED) != 0;
		if (forwarded) {
			names.addAll(FORWARDED);
		}
		names.addAll(NEGOTIATION);
		if (!shared) {
			names.add("Cookie");
		}
		String origin = response.get("Access-Control-Allow-Origin");
		if (origin != null && !origin.equals("*")) {
			names.add("Origin");
		}
		for (String value : response.getAll("Vary")) {
			for (String element : value.split(",", -1)) {
				String name = element.trim();
				if (name.equals("*")) {
					return null;
				}
				if (!name.isEmpty() && names.stream().noneMatch(name::equalsIgnoreCase)) {
					names.add(name.equalsIgnoreCase(ACCEPT_ENCODING) ? ACCEPT_ENCODING : name);
				}
			}
		}
		String coding = response.get("Content-Encoding");
		boolean chosen = coding == null || coding.toLowerCase(Locale.ROOT).equals(codings.apply(request));
		return new SecondaryKey(forwarded, names, request, chosen ? codings : null);
	}

	/**
	 * Tells whether a request has the same fields.
	 * @param facts its {@link RequestFacts}
	 */
	boolean matches(Headers request, int facts) {
		if (forwarded != ((facts & RequestFacts.FORWARDED) != 0)) {
			return false;
		}
		for (int i = 0; i < names.length; i++) {
			if (!Objects.equals(values[i], value(names[i], request))) {
				return false;
			}
		}
		return true;
	}

	/** Whether only requests with that very cookie match. */
	boolean personal() {
		for (int i = 0; i < names.length; i++) {
			if (values[i] != null && names[i].equalsIgnoreCase("Cookie")) {
				return true;
			}
		}
		return false;
	}

	@SuppressWarnings("ReferenceEquality") // the constant, put there by of()
	private @Nullable String value(String name, Headers request) {
		if (codings != null && name == ACCEPT_ENCODING) {
			return codings.apply(request);
		}
		int line = request.indexOf(name, 0);
		if (line < 0) {
			return null;
		}
		return (request.indexOf(name, line + 1) < 0) ? request.value(line) : String.join(", ", request.getAll(name));
	}

	/** Returns about how many bytes of memory it takes. */
	int bytes() {
		int bytes = 80;
		for (String value : values) {
			bytes += 8 + ((value != null) ? value.length() + 56 : 0);
		}
		return bytes;
	}

}
