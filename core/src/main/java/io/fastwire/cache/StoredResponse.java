/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.cache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.fastwire.http.Headers;
import io.fastwire.http.ResponseHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A response that is stored. What it consists of is immutable; its place in the
 * {@link EvictionQueue} is that queue's.
 */
final class StoredResponse {

	private static final String VARY = "Vary";

	/** Longest age that is told apart. */
	private static final long MAX_AGE = Integer.MAX_VALUE;

	/**
	 * Left out: what concerns one connection (RFC 9110 section 7.6.1), and what is made
	 * anew for each answer.
	 */
	private static final Set<String> LEFT_OUT = Set.of("connection", "keep-alive", "proxy-connection",
			"proxy-authenticate", "proxy-authentication-info", "te", "trailer", "transfer-encoding", "upgrade",
			"content-length", "date", "age");

	private final Origin origin;

	private final int status;

	private final String[] names;

	private final String[] values;

	private final byte[] body;

	private final long initialAge;

	private final @Nullable String entityTag;

	private final @Nullable String lastModified;

	private final long lastModifiedSeconds;

	private final long bytes;

	/** Used since the queue last asked. A race loses one use, which does no harm. */
	private boolean visited;

	/** Towards the tail of the queue, which owns both. */
	@Nullable StoredResponse older;

	@Nullable StoredResponse newer;

	/**
	 * Creates a response.
	 * @param fields as the handler set them
	 * @param body not copied
	 */
	StoredResponse(Origin origin, int status, ResponseHeaders fields, byte[] body) {
		this.origin = origin;
		this.status = status;
		this.body = body;
		this.initialAge = initialAge(fields, origin.seconds());
		this.entityTag = fields.get("ETag");
		this.lastModified = fields.get("Last-Modified");
		this.lastModifiedSeconds = HttpDates.seconds(lastModified);
		List<String> names = new ArrayList<>(fields.size());
		List<String> values = new ArrayList<>(fields.size());
		keep(fields, names, values);
		this.names = names.toArray(String[]::new);
		this.values = values.toArray(String[]::new);
		this.bytes = bytes(names, values);
	}

	/**
	 * What a response was the answer to.
	 *
	 * @param key the target
	 * @param secondary which requests for it are answered alike
	 * @param freshness how long it may be used
	 * @param nanos when the request was made, by the clock of the cache
	 * @param seconds when it was received, since 1970
	 */
	record Origin(TargetKey key, SecondaryKey secondary, Freshness freshness, long nanos, long seconds) {
	}

	/** RFC 9111 section 4.2.3, for a handler that may itself be a cache. */
	private static long initialAge(ResponseHeaders fields, long nowSeconds) {
		long date = HttpDates.seconds(fields.get("Date"));
		long apparent = (date != HttpDates.NONE) ? Math.max(0, nowSeconds - date) : 0;
		return Math.min(MAX_AGE, Math.max(apparent, Directives.seconds(fields.get("Age"))));
	}

	private static void keep(ResponseHeaders fields, List<String> names, List<String> values) {
		String connection = String.join(",", fields.getAll("Connection")).toLowerCase(Locale.ROOT);
		Set<String> options = Set.copyOf(List.of(connection.replace(" ", "").split(",", -1)));
		for (int i = 0; i < fields.size(); i++) {
			String name = fields.name(i).toLowerCase(Locale.ROOT);
			if (!LEFT_OUT.contains(name) && !options.contains(name)) {
				names.add(fields.name(i));
				values.add(fields.value(i));
			}
		}
	}

	private long bytes(List<String> names, List<String> values) {
		long bytes = 250L + origin.key().bytes() + origin.secondary().bytes() + body.length;
		for (int i = 0; i < names.size(); i++) {
			bytes += names.get(i).length() + values.get(i).length() + 120;
		}
		return bytes;
	}

	/**
	 * Returns the fields with those of a 304 in place of them, but for what describes the
	 * body (RFC 9111 section 3.2). It varies by what both say: a 304 made by somebody who
	 * does not know of all that the body depends on must not widen its use.
	 */
	ResponseHeaders merged(ResponseHeaders fields) {
		ResponseHeaders merged = new ResponseHeaders();
		for (int i = 0; i < names.length; i++) {
			if (!fields.contains(names[i]) || describesBody(names[i])) {
				merged.add(names[i], values[i]);
			}
		}
		for (int i = 0; i < fields.size(); i++) {
			if (!describesBody(fields.name(i)) && !fields.name(i).equalsIgnoreCase(VARY)) {
				merged.add(fields.name(i), fields.value(i));
			}
		}
		if (fields.contains(VARY)) {
			merged.add(VARY, String.join(", ", varied(fields)));
		}
		return merged;
	}

	/** What the stored fields and others say in Vary, each name once. */
	private Collection<String> varied(ResponseHeaders fields) {
		List<String> lines = new ArrayList<>();
		for (int i = 0; i < names.length; i++) {
			if (names[i].equalsIgnoreCase(VARY)) {
				lines.add(values[i]);
			}
		}
		lines.addAll(fields.getAll(VARY));
		Map<String, String> union = new LinkedHashMap<>();
		for (String element : String.join(",", lines).split(",", -1)) {
			String name = element.strip();
			if (!name.isEmpty()) {
				union.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
			}
		}
		return union.values();
	}

	/**
	 * Makes the answer to one client from this response and a 304 that cannot be stored.
	 * @param fields of the 304
	 * @param nanos when its request was made, by the clock of the cache
	 * @param seconds when it was received, since 1970
	 */
	StoredResponse with(ResponseHeaders fields, long nanos, long seconds) {
		Origin now = new Origin(origin.key(), origin.secondary(), origin.freshness(), nanos, seconds);
		return new StoredResponse(now, status, merged(fields), body);
	}

	private static boolean describesBody(String name) {
		return name.regionMatches(true, 0, "Content-", 0, 8) && !name.equalsIgnoreCase("Content-Location");
	}

	TargetKey key() {
		return origin.key();
	}

	int status() {
		return status;
	}

	byte[] body() {
		return body;
	}

	Freshness freshness() {
		return origin.freshness();
	}

	@Nullable String entityTag() {
		return entityTag;
	}

	@Nullable String lastModified() {
		return lastModified;
	}

	/** Returns seconds since 1970, or {@link HttpDates#NONE}. */
	long lastModifiedSeconds() {
		return lastModifiedSeconds;
	}

	/** Whether the handler can be asked whether it is still good. */
	boolean hasValidator() {
		return status == 200 && (entityTag != null || lastModifiedSeconds != HttpDates.NONE);
	}

	/** Returns about how many bytes of memory it takes. */
	long bytes() {
		return bytes;
	}

	/** Returns its age in seconds. A request may have looked at the clock before it. */
	long age(long nowNanos) {
		return Math.min(MAX_AGE, initialAge + Math.max(0, nowNanos - origin.nanos()) / 1_000_000_000);
	}

	/** Whether only requests with a certain cookie are answered by it. */
	boolean personal() {
		return origin.secondary().personal();
	}

	boolean matches(Headers request, int facts) {
		return origin.secondary().matches(request, facts);
	}

	/** Tells that it was used. Looks first, so that loops do not fight for the line. */
	void visit() {
		if (!visited) {
			visited = true;
		}
	}

	/** Tells whether it was used since this was last asked. */
	boolean takeVisit() {
		boolean was = visited;
		visited = false;
		return was;
	}

	/** Adds the fields of an answer with its body. */
	void writeFields(ResponseHeaders to) {
		for (int i = 0; i < names.length; i++) {
			to.add(names[i], values[i]);
		}
	}

	/** Adds the fields of a 304 (RFC 9110 section 15.4.5). */
	void writeFieldsOf304(ResponseHeaders to) {
		for (int i = 0; i < names.length; i++) {
			if (!describesBody(names[i])) {
				to.add(names[i], values[i]);
			}
		}
	}

}
