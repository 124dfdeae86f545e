/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import io.fastwire.http.Exchange;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/** Answers a request by a stored response. */
final class Answer {

	/** Larger bodies go out in pieces of this size, as the client reads them. */
	static final int PIECE_BYTES = 64 * 1024;

	private static final int REMEMBERED_AGES = 1024;

	/** Filled in by whoever needs an element first; all make the same. */
	private static final @Nullable String[] AGES = new @Nullable String[REMEMBERED_AGES];

	private Answer() {
	}

	/**
	 * Answers. Nothing may have been committed.
	 * @param age of the response in seconds
	 * @param facts the {@link RequestFacts} of the request
	 */
	static void send(Exchange exchange, StoredResponse stored, long age, int facts) {
		ResponseHeaders fields = exchange.responseHeaders();
		if (fields.size() > 0) {
			fields.clear();
		}
		if ((facts & RequestFacts.CONDITIONAL) != 0 && Conditions.notModified(exchange.headers(), stored)) {
			stored.writeFieldsOf304(fields);
			fields.add("Age", text(age));
			exchange.status(304).end();
			return;
		}
		stored.writeFields(fields);
		fields.add("Age", text(age));
		exchange.status(stored.status());
		byte[] body = stored.body();
		if (body.length <= PIECE_BYTES || exchange.method().equals("HEAD")) {
			exchange.end(body);
		}
		else {
			fields.add("Content-Length", Integer.toString(body.length));
			new LargeBody(exchange, body).write();
		}
	}

	private static String text(long age) {
		if (age >= REMEMBERED_AGES) {
			return Long.toString(age);
		}
		String text = AGES[(int) age];
		if (text == null) {
			text = Long.toString(age);
			AGES[(int) age] = text;
		}
		return text;
	}

	/** A body on its way to a client that may read slowly. */
	private static final class LargeBody {

		private final Exchange exchange;

		private final byte[] body;

		private int sent;

		LargeBody(Exchange exchange, byte[] body) {
			this.exchange = exchange;
			this.body = body;
		}

		void write() {
			boolean writable = true;
			while (writable && !exchange.ended()) {
				int length = Math.min(PIECE_BYTES, body.length - sent);
				int from = sent;
				sent += length;
				if (sent == body.length) {
					exchange.end(body, from, length);
					return;
				}
				writable = exchange.write(body, from, length);
			}
			if (!exchange.ended()) {
				exchange.onWritable(this::write);
			}
		}

	}

}
