/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.util.Arrays;
import java.util.regex.Pattern;

import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/** The Accept-Encoding field of a request (RFC 9110 section 12.5.3). */
final class AcceptEncoding {

	private static final String NAME = "Accept-Encoding";

	private static final Pattern WEIGHT = Pattern.compile("[qQ]\\s*=\\s*(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)");

	private static final int UNSAID = -1;

	private static final int MAX_WEIGHT = 1000;

	private static final ContentCoding[] CODINGS = ContentCoding.values();

	/** Longest value that is remembered. */
	private static final int MAX_REMEMBERED = 128;

	/**
	 * What values have come to. There are hardly more than the browsers in use, and
	 * reading one costs more than all else that compression decides. Written by all
	 * loops: an element is complete whenever it is seen, and losing one costs a reading.
	 */
	private static final @Nullable Choice[] CHOICES = new @Nullable Choice[64];

	/** Thousandths by ordinal, or {@link #UNSAID}. */
	private final int[] weights = new int[CODINGS.length];

	private int identity = UNSAID;

	private int others = UNSAID;

	private AcceptEncoding() {
		Arrays.fill(weights, UNSAID);
	}

	/**
	 * Chooses the coding of a response.
	 * @return {@code null} for none: the client did not ask, or prefers none
	 */
	static @Nullable ContentCoding choose(Headers headers) {
		int line = headers.indexOf(NAME, 0);
		if (line < 0) {
			return null;
		}
		String value = headers.value(line);
		return (value.length() <= MAX_REMEMBERED && headers.indexOf(NAME, line + 1) < 0) ? remembered(value)
				: read(headers, line);
	}

	private static @Nullable ContentCoding remembered(String value) {
		int slot = (value.hashCode() * 0x9E3779B9) >>> 26;
		Choice choice = CHOICES[slot];
		if (choice == null || !choice.value().equals(value)) {
			AcceptEncoding accepted = new AcceptEncoding();
			accepted.read(value);
			choice = new Choice(value, accepted.best());
			CHOICES[slot] = choice;
		}
		return choice.coding();
	}

	private static @Nullable ContentCoding read(Headers headers, int first) {
		AcceptEncoding accepted = new AcceptEncoding();
		for (int line = first; line >= 0; line = headers.indexOf(NAME, line + 1)) {
			accepted.read(headers.value(line));
		}
		return accepted.best();
	}

	private void read(String value) {
		int from = 0;
		while (from <= value.length()) {
			int comma = value.indexOf(',', from);
			int end = (comma < 0) ? value.length() : comma;
			readElement(value.substring(from, end));
			from = end + 1;
		}
	}

	private void readElement(String element) {
		int semicolon = element.indexOf(';');
		String token = ((semicolon < 0) ? element : element.substring(0, semicolon)).trim();
		int weight = (semicolon < 0) ? MAX_WEIGHT : weight(element.substring(semicolon + 1).trim());
		if (token.equals("*")) {
			others = weight;
		}
		else if (token.equalsIgnoreCase("identity")) {
			identity = weight;
		}
		else {
			for (ContentCoding coding : CODINGS) {
				if (token.equalsIgnoreCase(coding.token()) || token.equalsIgnoreCase("x-" + coding.token())) {
					weights[coding.ordinal()] = weight;
				}
			}
		}
	}

	/**
	 * Reads {@code q=0.5} (RFC 9110 section 12.4.2). What is malformed counts as a no: to
	 * send what the client cannot read is the worse mistake.
	 */
	private static int weight(String parameter) {
		if (!WEIGHT.matcher(parameter).matches()) {
			return 0;
		}
		return (int) Math.round(Double.parseDouble(parameter.substring(parameter.indexOf('=') + 1)) * MAX_WEIGHT);
	}

	private @Nullable ContentCoding best() {
		ContentCoding best = null;
		int bestWeight = Math.max(identity, 0);
		for (ContentCoding coding : CODINGS) {
			int said = weights[coding.ordinal()];
			int weight = (said != UNSAID) ? said : others;
			boolean better = (best == null) ? weight > 0 && weight >= bestWeight : weight > bestWeight;
			if (coding.available() && better) {
				best = coding;
				bestWeight = weight;
			}
		}
		return best;
	}

	private record Choice(String value, @Nullable ContentCoding coding) {
	}

}
