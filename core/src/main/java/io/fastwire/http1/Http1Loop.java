/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import io.fastwire.internal.http.HttpLoop;
import io.fastwire.internal.http.HttpProtocol;
import io.fastwire.internal.io.LoopResources;

/**
 * What the HTTP/1.1 connections of one event loop share: parser, encoder and scratch
 * memory. Loop only.
 */
public final class Http1Loop extends HttpLoop {

	/** Room behind the largest head, so that an overlong one is seen to be. */
	private static final int WINDOW_SLACK = 1024;

	/** A longer head gets memory of its own, when it comes. */
	private static final int MAX_WINDOW_BYTES = 64 * 1024;

	private final RequestHeadParser parser;

	private final ResponseHeadEncoder encoder;

	private final HeadWindow window;

	private RequestHead head = new RequestHead();

	private boolean consuming;

	/**
	 * Creates the shared state of a loop.
	 * @param protocol of the server
	 * @param resources of the loop
	 */
	public Http1Loop(HttpProtocol protocol, LoopResources resources) {
		super(protocol, resources);
		this.parser = new RequestHeadParser(protocol.limits(), resources.counters());
		this.encoder = new ResponseHeadEncoder(protocol.server(), resources.counters());
		this.window = new HeadWindow(Math.min(protocol.limits().maxHeadBytes(), MAX_WINDOW_BYTES) + WINDOW_SLACK);
	}

	RequestHeadParser parser() {
		return parser;
	}

	ResponseHeadEncoder encoder() {
		return encoder;
	}

	HeadWindow window() {
		return window;
	}

	/** Returns the value of the Date field now. */
	byte[] date() {
		return resources().dateClock().bytes();
	}

	/** Returns the head to parse into, or that was complete just now. */
	RequestHead head() {
		return head;
	}

	/** Gives the current head away; the next call of {@link #head()} returns another. */
	RequestHead releaseHead() {
		RequestHead released = head;
		head = new RequestHead();
		return released;
	}

	/** Takes a head that was given away, and is complete, in place of the current one. */
	void takeBackHead(RequestHead released) {
		head = released;
	}

	/** Tells whether some connection of the loop is consuming input. */
	boolean consuming() {
		return consuming;
	}

	/** Tells that a connection begins or ends to consume input. */
	void consuming(boolean consuming) {
		this.consuming = consuming;
	}

}
