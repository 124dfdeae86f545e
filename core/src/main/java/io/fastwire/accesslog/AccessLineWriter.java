/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.net.InetSocketAddress;

import io.fastwire.http.Exchange;

/** Makes lines of records and hands them to the sink. For one thread. */
final class AccessLineWriter {

	private static final int LONGEST_KEPT = 8192;

	private final AccessLogOptions options;

	private final AccessPattern.Clock clock = new AccessPattern.Clock();

	private StringBuilder line = new StringBuilder(256);

	AccessLineWriter(AccessLogOptions options) {
		this.options = options;
	}

	void write(AccessRecord entry) {
		if (line.capacity() > LONGEST_KEPT) {
			line = new StringBuilder(256);
		}
		line.setLength(0);
		options.pattern().append(line, withClient(entry), clock);
		options.sink().accept(line.toString());
	}

	private AccessRecord withClient(AccessRecord entry) {
		Exchange exchange = entry.exchange();
		if (exchange == null) {
			return entry;
		}
		InetSocketAddress client = options.client(exchange.headers(), entry.client());
		return new AccessRecord(exchange, client, entry.user(), entry.status(), entry.bytes(), entry.aborted(),
				entry.startMillis(), entry.nanos(), entry.responseHeaders());
	}

}
