/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import io.fastwire.benchmarks.clients.FeedProtocol;

/** Where a contender publishes, and where one subscribes. */
enum Feed {

	/** Topics of Fastwire. */
	TOPIC("/topics/feed", "/topics/feed", "/publish/topic"),

	/** A handler of the application. */
	HANDLER("/feed", "/feed/events", "/publish/feed"),

	/** Spring's simple broker. */
	STOMP("/stomp", "", "/publish/feed");

	private final String path;

	private final String events;

	private final String publish;

	Feed(String path, String events, String publish) {
		this.path = path;
		this.events = events;
		this.publish = publish;
	}

	/** Returns the path of a subscription. */
	String path(Feature feature) {
		return (feature == Feature.EVENTS) ? events : path;
	}

	/** Returns the path to post a message to. */
	String publish() {
		return publish;
	}

	FeedProtocol protocol(Feature feature) {
		if (feature == Feature.EVENTS) {
			return FeedProtocol.EVENTS;
		}
		return (this == STOMP) ? FeedProtocol.STOMP : FeedProtocol.WEBSOCKET;
	}

}
