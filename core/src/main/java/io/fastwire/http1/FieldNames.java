/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.fastwire.internal.bytes.Words;

/**
 * The well-known field names, each with an id: a table fixed at build time, through which
 * a received name becomes a shared constant without an allocation. An id of 0 means a
 * name that is not in the table. Adding a name costs nothing per request, but the hash
 * must stay free of collisions, which {@code FieldNamesTests} proves.
 */
final class FieldNames {

	/*
	 * Finding a name: its first and its last eight bytes are loaded as words (a shorter
	 * name is one word filled up with zeros), folded to lower case by OR 0x20, and
	 * multiplied into a slot of SLOTS. What the slot names is only a candidate. It is
	 * compared on all its bytes, as words that may overlap; a word may differ from the
	 * lower-case one in bit 0x20 only, and only where that has a letter. That is exact
	 * for any input bytes, because the names consist of letters, digits and hyphens.
	 *
	 * MULTIPLIER was found by trying random odd numbers until no two names shared a slot.
	 * To add a name, do that again.
	 *
	 * Finding the id of a String goes through its hash code first, which the constants
	 * have cached. That map is best effort: it knows each name in canonical and in lower
	 * case, and if two fall into one slot, the loser takes the same way as a name in a
	 * third spelling.
	 */

	static final int HOST = 1;

	static final int CONTENT_LENGTH = 2;

	static final int TRANSFER_ENCODING = 3;

	static final int CONNECTION = 4;

	static final int EXPECT = 5;

	static final int UPGRADE = 6;

	/** Ids up to this one decide framing and the fate of the connection. */
	static final int LAST_FRAMING = UPGRADE;

	/** Longest name in the table; a limit of the comparison by four words. */
	static final int MAX_LENGTH = 32;

	// @formatter:off
	private static final String[] NAMES = {
			"",
			"Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect", "Upgrade", "Accept",
			"Accept-Charset", "Accept-Encoding", "Accept-Language", "Access-Control-Request-Headers",
			"Access-Control-Request-Method", "Alt-Used", "Authorization", "b3", "baggage", "Cache-Control",
			"CF-Connecting-IP", "CF-IPCountry", "CF-Ray", "Content-Digest", "Content-Disposition",
			"Content-Encoding", "Content-Language", "Content-Location", "Content-Range", "Content-Type",
			"Cookie", "Date", "DNT", "DPoP", "Early-Data", "ETag", "Forwarded", "From", "HTTP2-Settings",
			"Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
			"If-Unmodified-Since", "Keep-Alive", "Last-Event-ID", "Last-Modified", "Link", "Max-Forwards",
			"Origin", "Pragma", "Prefer", "Priority", "Proxy-Authorization", "Proxy-Connection", "Purpose",
			"Range", "Referer", "Save-Data", "Sec-CH-UA", "Sec-CH-UA-Arch", "Sec-CH-UA-Full-Version-List",
			"Sec-CH-UA-Mobile", "Sec-CH-UA-Model", "Sec-CH-UA-Platform", "Sec-Fetch-Dest", "Sec-Fetch-Mode",
			"Sec-Fetch-Site", "Sec-Fetch-User", "Sec-GPC", "Sec-Purpose", "Sec-WebSocket-Extensions",
			"Sec-WebSocket-Key", "Sec-WebSocket-Protocol", "Sec-WebSocket-Version", "SOAPAction", "TE",
			"traceparent", "tracestate", "Trailer", "True-Client-IP", "Upgrade-Insecure-Requests", "User-Agent",
			"Via", "X-Amzn-Trace-Id", "X-API-Key", "X-Auth-Token", "X-B3-ParentSpanId", "X-B3-Sampled",
			"X-B3-SpanId", "X-B3-TraceId", "X-Client-IP", "X-Correlation-ID", "X-CSRF-Token", "X-Forwarded-For",
			"X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix", "X-Forwarded-Proto",
			"X-HTTP-Method-Override", "X-Real-IP", "X-Request-ID", "X-Requested-With", "X-XSRF-TOKEN" };
	// @formatter:on

	private static final int SLOT_BITS = 9;

	private static final long MULTIPLIER = 0x6348ca211a09c857L;

	private static final long FOLD = 0x2020202020202020L;

	private static final long LETTER = 0x4040404040404040L;

	private static final byte[] SLOTS = new byte[1 << SLOT_BITS];

	/** Four words of each name in lower case: at 0, 8, 16 and the last eight bytes. */
	private static final long[] WORDS = new long[4 * NAMES.length];

	private static final int SPELLING_BITS = 10;

	private static final byte[] SPELLING_IDS = new byte[1 << SPELLING_BITS];

	private static final String[] SPELLINGS = new String[1 << SPELLING_BITS];

	static {
		for (int id = 1; id < NAMES.length; id++) {
			String lower = NAMES[id].toLowerCase(Locale.ROOT);
			byte[] bytes = lower.getBytes(StandardCharsets.US_ASCII);
			int length = bytes.length;
			WORDS[4 * id] = Words.partial(bytes, 0, Math.min(8, length));
			WORDS[4 * id + 1] = (length > 16) ? Words.at(bytes, 8) : 0;
			WORDS[4 * id + 2] = (length > 24) ? Words.at(bytes, 16) : 0;
			WORDS[4 * id + 3] = (length > 8) ? Words.at(bytes, length - 8) : WORDS[4 * id];
			SLOTS[slot(WORDS[4 * id], WORDS[4 * id + 3], length)] = (byte) id;
			addSpelling(NAMES[id], id);
			addSpelling(lower, id);
		}
	}

	private FieldNames() {
	}

	/** Returns the number of ids, 0 included. */
	static int count() {
		return NAMES.length;
	}

	/** Returns the name with an id, in canonical case. */
	static String name(int id) {
		return NAMES[id];
	}

	/**
	 * Finds the name that bytes spell, in any case.
	 * @param bytes any bytes; they need not be a token
	 * @param from where the name starts
	 * @param to where it ends
	 * @return its id, or 0
	 */
	static int find(byte[] bytes, int from, int to) {
		int length = to - from;
		if (length >= 8) {
			return (length > MAX_LENGTH) ? 0 : findLong(bytes, from, length);
		}
		if (length == 0) {
			return 0;
		}
		long word = (bytes.length - from >= 8) ? Words.at(bytes, from) & (-1L >>> (64 - 8 * length))
				: Words.partial(bytes, from, length);
		return candidate(word, word, length);
	}

	private static int findLong(byte[] bytes, int from, int length) {
		int id = candidate(Words.at(bytes, from), Words.at(bytes, from + length - 8), length);
		if (id != 0 && length > 16 && !same(Words.at(bytes, from + 8), WORDS[4 * id + 1])) {
			return 0;
		}
		if (id != 0 && length > 24 && !same(Words.at(bytes, from + 16), WORDS[4 * id + 2])) {
			return 0;
		}
		return id;
	}

	/**
	 * Finds the id of a name in any case.
	 * @param name any text
	 * @return its id, or 0
	 */
	static int idOf(String name) {
		int slot = spellingSlot(name);
		if (name.equals(SPELLINGS[slot])) {
			return SPELLING_IDS[slot];
		}
		int length = name.length();
		if (length == 0 || length > MAX_LENGTH) {
			return 0;
		}
		int width = Math.min(8, length);
		int id = candidate(word(name, 0, width), word(name, length - width, width), length);
		if (id != 0 && length > 16 && !same(word(name, 8, 8), WORDS[4 * id + 1])) {
			return 0;
		}
		if (id != 0 && length > 24 && !same(word(name, 16, 8), WORDS[4 * id + 2])) {
			return 0;
		}
		return id;
	}

	/** The id whose length, first and last word are these, whatever lies between. */
	private static int candidate(long first, long last, int length) {
		int id = SLOTS[slot(first | FOLD, last | FOLD, length)];
		return (NAMES[id].length() == length && same(first, WORDS[4 * id]) && same(last, WORDS[4 * id + 3])) ? id : 0;
	}

	private static boolean same(long word, long lower) {
		return ((word ^ lower) & ~((lower & LETTER) >>> 1)) == 0;
	}

	private static int slot(long first, long last, int length) {
		long mixed = ((first | FOLD) + Long.rotateLeft(last | FOLD, 32) + length) * MULTIPLIER;
		return (int) (mixed >>> (64 - SLOT_BITS));
	}

	/**
	 * Up to eight characters as a word; no name has the zero that stands for a non-ASCII
	 * text.
	 */
	private static long word(String text, int from, int count) {
		long word = 0;
		for (int i = count - 1; i >= 0; i--) {
			char c = text.charAt(from + i);
			if (c > 0x7F) {
				return 0;
			}
			word = (word << 8) | c;
		}
		return word;
	}

	private static void addSpelling(String name, int id) {
		int slot = spellingSlot(name);
		if (SPELLING_IDS[slot] == 0) {
			SPELLING_IDS[slot] = (byte) id;
			SPELLINGS[slot] = name;
		}
	}

	private static int spellingSlot(String name) {
		return (name.hashCode() * 0x9E3779B9) >>> (32 - SPELLING_BITS);
	}

}
