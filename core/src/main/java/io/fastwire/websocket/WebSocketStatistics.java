/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.List;
import java.util.stream.Stream;

import io.fastwire.internal.io.LoopResources;
import io.fastwire.websocket.WebSocketCounters.Count;

/**
 * Counts of the WebSocket sessions of one server since it was started. Readable from any
 * thread; values are recent, not a consistent snapshot.
 */
public final class WebSocketStatistics {

	private final List<WebSocketLoop> loops;

	private WebSocketStatistics(List<WebSocketLoop> loops) {
		this.loops = loops;
	}

	/**
	 * Returns the statistics of a server.
	 * @param loops all of its event loops, of which none has begun to run
	 * @return a live view
	 */
	public static WebSocketStatistics of(List<LoopResources> loops) {
		return new WebSocketStatistics(loops.stream().map(WebSocketLoop::of).toList());
	}

	/**
	 * Returns how many sessions are open now.
	 * @return 0 or more
	 */
	public long sessionsActive() {
		long closed = sum(Count.CLOSED);
		return Math.max(0, sum(Count.OPENED) - closed);
	}

	/**
	 * Returns how many sessions were opened.
	 * @return a count that only grows
	 */
	public long sessionsOpened() {
		return sum(Count.OPENED);
	}

	/**
	 * Returns how many messages came in.
	 * @return a count that only grows
	 */
	public long messagesReceived() {
		return sum(Count.MESSAGES_IN);
	}

	/**
	 * Returns how many messages were sent.
	 * @return a count that only grows
	 */
	public long messagesSent() {
		return sum(Count.MESSAGES_OUT);
	}

	/**
	 * Returns the length of all messages that came in, before they were inflated.
	 * @return bytes; a count that only grows
	 */
	public long bytesReceived() {
		return sum(Count.BYTES_IN);
	}

	/**
	 * Returns the length of all messages that were sent, after they were compressed.
	 * @return bytes; a count that only grows
	 */
	public long bytesSent() {
		return sum(Count.BYTES_OUT);
	}

	/**
	 * Returns how many messages were dropped because too much was pending.
	 * @return a count that only grows
	 */
	public long messagesDropped() {
		return sum(Count.DROPPED);
	}

	/**
	 * Returns how much waits to be sent in all sessions. Asks each of them: for a scrape,
	 * not for a loop.
	 * @return bytes
	 */
	public long pendingBytes() {
		return sessions().mapToLong(WebSocketSession::pendingBytes).sum();
	}

	/**
	 * Returns the sessions that are open. For an operator who looks or disconnects: it
	 * walks all of them.
	 * @return those that open or end meanwhile may be missing, or closed already
	 */
	public Stream<WebSocketSession> sessions() {
		return loops.stream().flatMap((loop) -> loop.sessions().stream());
	}

	/**
	 * Returns the length of what was compressed, before.
	 * @return bytes; a count that only grows
	 */
	public long deflatedFrom() {
		return sum(Count.DEFLATED_FROM);
	}

	/**
	 * Returns the length of what was compressed, after.
	 * @return bytes; a count that only grows
	 */
	public long deflatedTo() {
		return sum(Count.DEFLATED_TO);
	}

	/**
	 * Returns the length of what was compressed after it, divided by that before.
	 * @return 0 if nothing was compressed
	 */
	public double compressionRatio() {
		long before = deflatedFrom();
		return (before > 0) ? (double) deflatedTo() / before : 0;
	}

	/**
	 * Returns how many sessions ended with a code.
	 * @param code as told to {@link WebSocketListener#onClose}; 0, or any other that is
	 * not from 1000 to 1015, stands for all of those
	 * @return a count that only grows
	 */
	public long closes(int code) {
		long sum = 0;
		for (WebSocketLoop loop : loops) {
			sum += loop.counters().readClosed(code);
		}
		return sum;
	}

	private long sum(Count count) {
		long sum = 0;
		for (WebSocketLoop loop : loops) {
			sum += loop.counters().read(count);
		}
		return sum;
	}

}
