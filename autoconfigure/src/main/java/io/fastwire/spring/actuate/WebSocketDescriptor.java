/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.actuate;

import java.util.Map;
import java.util.TreeMap;

import io.fastwire.websocket.WebSocketStatistics;

/**
 * The WebSocket sessions of a server together. Counts are since its start and recent.
 *
 * @param sessions how many there are and were
 * @param messages what they have received and sent
 * @param bytes the same in bytes
 * @param compressionRatio size of what was compressed divided by its size before, 0 if
 * nothing was
 * @param closes how many sessions ended, by close code; codes that occurred
 */
public record WebSocketDescriptor(Sessions sessions, Messages messages, Bytes bytes, double compressionRatio,
		Map<String, Long> closes) {

	/** The codes of RFC 6455 section 7.4.1 and those registered later. */
	private static final int FIRST_CODE = 1000;

	private static final int LAST_CODE = 1015;

	static WebSocketDescriptor of(WebSocketStatistics statistics) {
		return new WebSocketDescriptor(new Sessions(statistics.sessionsActive(), statistics.sessionsOpened()),
				new Messages(statistics.messagesReceived(), statistics.messagesSent(), statistics.messagesDropped()),
				new Bytes(statistics.bytesReceived(), statistics.bytesSent(), statistics.pendingBytes()),
				statistics.compressionRatio(), closes(statistics));
	}

	private static Map<String, Long> closes(WebSocketStatistics statistics) {
		Map<String, Long> closes = new TreeMap<>();
		for (int code = FIRST_CODE; code <= LAST_CODE; code++) {
			closes.put(Integer.toString(code), statistics.closes(code));
		}
		closes.put("other", statistics.closes(0));
		return ServerDescriptor.occurred(closes);
	}

	/**
	 * How many sessions there are.
	 *
	 * @param active open now
	 * @param opened since the start
	 */
	public record Sessions(long active, long opened) {
	}

	/**
	 * The messages of all sessions.
	 *
	 * @param received how many came in
	 * @param sent how many were sent
	 * @param dropped how many would have passed the limit of pending bytes
	 */
	public record Messages(long received, long sent, long dropped) {
	}

	/**
	 * The bytes of these messages, compressed if they are.
	 *
	 * @param received bytes that came in
	 * @param sent bytes that were sent
	 * @param pending bytes that wait for clients
	 */
	public record Bytes(long received, long sent, long pending) {
	}

}
