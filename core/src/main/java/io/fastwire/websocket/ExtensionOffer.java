/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One element of Sec-WebSocket-Extensions (RFC 6455 section 9.1).
 *
 * @param name as sent
 * @param parameters in order
 */
record ExtensionOffer(String name, List<Parameter> parameters) {

	/**
	 * A parameter.
	 *
	 * @param value without quotes, or {@code null} if there is none
	 */
	record Parameter(String name, @Nullable String value) {
	}

	long occurrences(String parameter) {
		return parameters.stream().filter((one) -> one.name().equals(parameter)).count();
	}

	/** Reads all offers that are well-formed. */
	static List<ExtensionOffer> parse(List<String> lines) {
		List<ExtensionOffer> offers = new ArrayList<>();
		for (String line : lines) {
			for (String element : split(line, ',')) {
				ExtensionOffer offer = parse(element);
				if (offer != null) {
					offers.add(offer);
				}
			}
		}
		return offers;
	}

	private static @Nullable ExtensionOffer parse(String element) {
		List<String> parts = split(element, ';');
		String name = parts.get(0).strip();
		List<Parameter> parameters = new ArrayList<>();
		for (String part : parts.subList(1, parts.size())) {
			Parameter parameter = parameter(part.strip());
			if (parameter == null) {
				return null;
			}
			parameters.add(parameter);
		}
		return Tokens.isToken(name) ? new ExtensionOffer(name, parameters) : null;
	}

	private static @Nullable Parameter parameter(String text) {
		int equals = text.indexOf('=');
		String name = (equals < 0) ? text : text.substring(0, equals).strip();
		if (!Tokens.isToken(name)) {
			return null;
		}
		if (equals < 0) {
			return new Parameter(name, null);
		}
		String value = text.substring(equals + 1).strip();
		if (value.length() > 2 && value.startsWith("\"") && value.endsWith("\"")) {
			value = value.substring(1, value.length() - 1);
		}
		return Tokens.isToken(value) ? new Parameter(name, value) : null;
	}

	/** Splits at a separator outside of quotes. */
	private static List<String> split(String text, char separator) {
		List<String> parts = new ArrayList<>();
		boolean quoted = false;
		int from = 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '"') {
				quoted = !quoted;
			}
			else if (c == separator && !quoted) {
				parts.add(text.substring(from, i));
				from = i + 1;
			}
		}
		parts.add(text.substring(from));
		return parts;
	}

}
