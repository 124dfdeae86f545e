/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

/** What a peer can do wrong, and with which code it is told. */
enum Violation {

	/** RFC 6455 section 5.2, RFC 7692 section 6.1. */
	RESERVED_BITS(CloseCode.PROTOCOL_ERROR, "Reserved bits are set"),

	/** RFC 6455 section 5.2. */
	RESERVED_OPCODE(CloseCode.PROTOCOL_ERROR, "Reserved opcode"),

	/** RFC 6455 section 5.1. */
	NOT_MASKED(CloseCode.PROTOCOL_ERROR, "Frame is not masked"),

	/** RFC 6455 section 5.2. */
	LENGTH_NOT_MINIMAL(CloseCode.PROTOCOL_ERROR, "Length is not in its shortest form"),

	/** RFC 6455 section 5.5. */
	CONTROL_FRAGMENTED(CloseCode.PROTOCOL_ERROR, "Control frame is fragmented"),

	/** RFC 6455 section 5.5. */
	CONTROL_TOO_LONG(CloseCode.PROTOCOL_ERROR, "Control frame is longer than 125 bytes"),

	/** RFC 6455 section 5.4. */
	NOTHING_TO_CONTINUE(CloseCode.PROTOCOL_ERROR, "Continuation without a message"),

	/** RFC 6455 section 5.4. */
	MESSAGE_UNFINISHED(CloseCode.PROTOCOL_ERROR, "Message begins inside another one"),

	/** RFC 6455 section 5.5.1. */
	CLOSE_TOO_SHORT(CloseCode.PROTOCOL_ERROR, "Close code has one byte"),

	/** RFC 6455 section 7.4. */
	CLOSE_CODE(CloseCode.PROTOCOL_ERROR, "Close code is not valid"),

	/** RFC 6455 section 8.1. */
	NOT_UTF8(CloseCode.INVALID_PAYLOAD, "Text is not UTF-8"),

	/** RFC 7692 section 7.2.2. */
	NOT_DEFLATE(CloseCode.INVALID_PAYLOAD, "Message cannot be inflated"),

	/** {@link WebSocketOptions#maxMessageBytes()}. */
	TOO_BIG(CloseCode.TOO_BIG, "Message is longer than maxMessageBytes"),

	/** {@link WebSocketOptions#maxFragments()}. */
	TOO_MANY_FRAGMENTS(CloseCode.POLICY_VIOLATION, "Message has more frames than maxFragments");

	private final int code;

	private final String reason;

	Violation(int code, String reason) {
		this.code = code;
		this.reason = reason;
	}

	int code() {
		return code;
	}

	String reason() {
		return reason;
	}

}
