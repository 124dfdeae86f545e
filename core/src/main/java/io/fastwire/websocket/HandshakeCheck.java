/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import org.jspecify.annotations.Nullable;

/** The server's part in the opening handshake (RFC 6455 section 4.2). */
final class HandshakeCheck {

	static final String PROTOCOL = "websocket";

	static final String KEY = "Sec-WebSocket-Key";

	static final String VERSION = "Sec-WebSocket-Version";

	static final String SUB_PROTOCOL = "Sec-WebSocket-Protocol";

	static final String EXTENSIONS = "Sec-WebSocket-Extensions";

	private static final String SUPPORTED_VERSION = "13";

	private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

	/** Sixteen bytes in Base64. */
	private static final int KEY_LENGTH = 24;

	private HandshakeCheck() {
	}

	/**
	 * Answers a handshake that is not valid.
	 * @return whether it is valid and was not answered
	 */
	static boolean pass(Exchange exchange, WebSocketOptions options) {
		Headers headers = exchange.headers();
		if (!exchange.upgradeRequested() || !exchange.method().equals("GET") || !asksForWebSocket(headers)) {
			return upgradeRequired(exchange);
		}
		List<String> versions = headers.getAll(VERSION);
		if (versions.size() != 1 || !versions.get(0).equals(SUPPORTED_VERSION)) {
			exchange.responseHeaders().set(VERSION, SUPPORTED_VERSION);
			return upgradeRequired(exchange);
		}
		List<String> keys = headers.getAll(KEY);
		if (keys.size() != 1 || !isKey(keys.get(0)) || exchange.contentLength() != 0) {
			return answer(exchange, 400);
		}
		if (!options.allowsOrigin(headers.get("Origin"), headers.get("Host"))) {
			return answer(exchange, 403);
		}
		return true;
	}

	private static boolean asksForWebSocket(Headers headers) {
		return Tokens.list(headers.getAll("Upgrade")).stream().anyMatch(PROTOCOL::equalsIgnoreCase);
	}

	/** RFC 9110 section 15.5.22 wants Upgrade; the server adds Connection. */
	private static boolean upgradeRequired(Exchange exchange) {
		exchange.responseHeaders().set("Upgrade", PROTOCOL);
		return answer(exchange, 426);
	}

	/** Answers without a body, and returns {@code false}. */
	static boolean answer(Exchange exchange, int status) {
		exchange.status(status).end();
		return false;
	}

	private static boolean isKey(String key) {
		if (key.length() != KEY_LENGTH || !key.endsWith("==")) {
			return false;
		}
		for (int i = 0; i < KEY_LENGTH - 2; i++) {
			char c = key.charAt(i);
			boolean base64 = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+'
					|| c == '/';
			if (!base64) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Computes the value of Sec-WebSocket-Accept.
	 * @param key of the client, or {@code null}, which counts as empty
	 */
	static String accept(@Nullable String key) {
		try {
			MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
			String text = ((key != null) ? key : "") + GUID;
			return Base64.getEncoder().encodeToString(sha1.digest(text.getBytes(StandardCharsets.ISO_8859_1)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Each Java platform has SHA-1", ex);
		}
	}

}
