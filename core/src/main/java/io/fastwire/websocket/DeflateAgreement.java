/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a client and the server have agreed on about permessage-deflate (RFC 7692 section
 * 7.1).
 *
 * @param serverTakeover whether messages to the client refer to the ones before them
 * @param clientTakeover whether messages from the client may
 * @param serverWindowBits the window of messages to the client
 * @param response value of the response field
 */
record DeflateAgreement(boolean serverTakeover, boolean clientTakeover, int serverWindowBits, String response) {

	private static final String NAME = "permessage-deflate";

	private static final String SERVER_NO_TAKEOVER = "server_no_context_takeover";

	private static final String CLIENT_NO_TAKEOVER = "client_no_context_takeover";

	private static final String SERVER_WINDOW = "server_max_window_bits";

	private static final String CLIENT_WINDOW = "client_max_window_bits";

	private static final int MIN_WINDOW_BITS = 8;

	/**
	 * Accepts the first offer that can be honoured. A malformed one is passed over like
	 * an unknown one: the session works without it.
	 * @param lines of the field Sec-WebSocket-Extensions
	 * @param mode what the server wants
	 * @return {@code null} if there is none
	 */
	static @Nullable DeflateAgreement negotiate(List<String> lines, CompressionMode mode) {
		if (mode == CompressionMode.OFF || lines.isEmpty()) {
			return null;
		}
		for (ExtensionOffer offer : ExtensionOffer.parse(lines)) {
			DeflateAgreement agreement = offer.name().equals(NAME) ? accept(offer, mode) : null;
			if (agreement != null) {
				return agreement;
			}
		}
		return null;
	}

	private static @Nullable DeflateAgreement accept(ExtensionOffer offer, CompressionMode mode) {
		boolean serverTakeover = mode == CompressionMode.DEDICATED;
		boolean clientTakeover = mode == CompressionMode.DEDICATED;
		int window = 0;
		for (ExtensionOffer.Parameter parameter : offer.parameters()) {
			String value = parameter.value();
			boolean valid = switch (parameter.name()) {
				case SERVER_NO_TAKEOVER, CLIENT_NO_TAKEOVER -> value == null;
				case SERVER_WINDOW -> bits(value) != 0;
				case CLIENT_WINDOW -> value == null || bits(value) != 0;
				default -> false;
			};
			if (!valid || offer.occurrences(parameter.name()) > 1) {
				return null;
			}
			switch (parameter.name()) {
				case SERVER_NO_TAKEOVER -> serverTakeover = false;
				case CLIENT_NO_TAKEOVER -> clientTakeover = false;
				case SERVER_WINDOW -> window = bits(value);
				default -> {
					// the inflater has the largest window
				}
			}
		}
		return agree(serverTakeover, clientTakeover, window);
	}

	/** Says all that the server does, so that the client can save memory as well. */
	private static DeflateAgreement agree(boolean serverTakeover, boolean clientTakeover, int window) {
		boolean whole = window == 0 || window == MessageDeflater.MAX_WINDOW_BITS;
		StringBuilder response = new StringBuilder(NAME);
		if (!serverTakeover || !whole) {
			response.append("; ").append(SERVER_NO_TAKEOVER);
		}
		if (!clientTakeover) {
			response.append("; ").append(CLIENT_NO_TAKEOVER);
		}
		if (window != 0) {
			response.append("; ").append(SERVER_WINDOW).append('=').append(window);
		}
		return new DeflateAgreement(serverTakeover && whole, clientTakeover,
				whole ? MessageDeflater.MAX_WINDOW_BITS : window, response.toString());
	}

	/** Returns 0 unless the value is a number from 8 to 15 (RFC 7692 section 7.1.2). */
	private static int bits(@Nullable String value) {
		if (value == null || value.isEmpty() || value.length() > 2 || value.charAt(0) == '0') {
			return 0;
		}
		int bits = 0;
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c < '0' || c > '9') {
				return 0;
			}
			bits = bits * 10 + c - '0';
		}
		return (bits >= MIN_WINDOW_BITS && bits <= MessageDeflater.MAX_WINDOW_BITS) ? bits : 0;
	}

}
