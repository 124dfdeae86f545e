/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.fastwire.http.Rejection;
import io.fastwire.http.RequestHandler;
import io.fastwire.internal.http.SpareHeaders;
import io.fastwire.internal.io.LoopResources;

/**
 * What the HTTP/1.1 connections of one event loop share: parser, encoder and scratch
 * memory. Loop only.
 */
public final class Http1Loop {

	private static final Logger LOGGER = System.getLogger(Http1Loop.class.getName());

	/** Room behind the largest head, so that an overlong one is seen to be. */
	private static final int WINDOW_SLACK = 1024;

	/** A longer head gets memory of its own, when it comes. */
	private static final int MAX_WINDOW_BYTES = 64 * 1024;

	private final Http1Protocol protocol;

	private final LoopResources resources;

	private final RequestHeadParser parser;

	private final ResponseHeadEncoder encoder;

	private final HeadWindow window;

	private final SpareHeaders spareHeaders = new SpareHeaders();

	private RequestHead head = new RequestHead();

	private boolean consuming;

	/**
	 * Creates the shared state of a loop.
	 * @param protocol of the server
	 * @param resources of the loop
	 */
	public Http1Loop(Http1Protocol protocol, LoopResources resources) {
		this.protocol = protocol;
		this.resources = resources;
		this.parser = new RequestHeadParser(protocol.limits(), resources.counters());
		this.encoder = new ResponseHeadEncoder(protocol.server(), resources.counters());
		this.window = new HeadWindow(Math.min(protocol.limits().maxHeadBytes(), MAX_WINDOW_BYTES) + WINDOW_SLACK);
	}

	Http1Protocol protocol() {
		return protocol;
	}

	/**
	 * Returns what all connections of the loop share.
	 * @return the resources of the loop
	 */
	public LoopResources resources() {
		return resources;
	}

	/** Counts a refused request. */
	void rejected(Rejection rejection) {
		resources.counters().rejected(rejection.ordinal());
		LOGGER.log(Level.DEBUG, () -> "Rejected a request: " + rejection.reason() + " (" + rejection.section() + ")");
	}

	RequestHandler handler() {
		return protocol.handler();
	}

	RequestHeadParser parser() {
		return parser;
	}

	ResponseHeadEncoder encoder() {
		return encoder;
	}

	SpareHeaders spareHeaders() {
		return spareHeaders;
	}

	HeadWindow window() {
		return window;
	}

	/** Returns the value of the Date field now. */
	byte[] date() {
		return resources.dateClock().bytes();
	}

	/** Returns the head to parse into when none is unfinished. */
	RequestHead head() {
		return head;
	}

	/** Gives the current head away; the next call of {@link #head()} returns another. */
	RequestHead releaseHead() {
		RequestHead released = head;
		head = new RequestHead();
		return released;
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
