/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/**
 * The close codes that the server itself uses (RFC 6455 section 7.4.1 and the IANA
 * registry).
 */
public final class CloseCode {

	/** All is done. */
	public static final int NORMAL = 1000;

	/** The server shuts down, or the session has reached its maximum lifetime. */
	public static final int GOING_AWAY = 1001;

	/** The peer broke the protocol. */
	public static final int PROTOCOL_ERROR = 1002;

	/** The peer's close frame had no code. Never sent. */
	public static final int NO_STATUS = 1005;

	/** The connection ended without a close handshake. Never sent. */
	public static final int ABNORMAL = 1006;

	/** A text is not UTF-8, or a compressed message cannot be inflated. */
	public static final int INVALID_PAYLOAD = 1007;

	/** The peer did something else that is not tolerated. */
	public static final int POLICY_VIOLATION = 1008;

	/** A message is too long. */
	public static final int TOO_BIG = 1009;

	/** The application failed. */
	public static final int INTERNAL_ERROR = 1011;

	/** The peer read too slowly and has missed a message. */
	public static final int TRY_AGAIN_LATER = 1013;

	private static final int FIRST_PRIVATE = 3000;

	private static final int LAST_PRIVATE = 4999;

	private CloseCode() {
	}

	/**
	 * Tells whether a code may occur in a close frame (RFC 6455 section 7.4).
	 * @param code any number
	 * @return {@code false} for 1004 to 1006, 1015, and what nobody has defined
	 */
	public static boolean isValid(int code) {
		return switch (code) {
			case 1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014 -> true;
			default -> code >= FIRST_PRIVATE && code <= LAST_PRIVATE;
		};
	}

}
