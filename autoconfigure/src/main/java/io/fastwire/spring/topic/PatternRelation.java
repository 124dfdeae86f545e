/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import org.springframework.util.StringUtils;

/** Compares the sets of topics that two valid patterns match. */
final class PatternRelation {

	private static final String ANY = "*";

	private static final String REST = "**";

	private PatternRelation() {
	}

	/** Whether each topic of one pattern is one of the other. */
	static boolean within(String inner, String outer) {
		String[] in = segments(inner);
		String[] out = segments(outer);
		for (int i = 0; i < out.length; i++) {
			if (out[i].equals(REST)) {
				return true;
			}
			if (i == in.length || in[i].equals(REST) || !(out[i].equals(ANY) || out[i].equals(in[i]))) {
				return false;
			}
		}
		return in.length == out.length;
	}

	/** Whether some topic is matched by both. */
	static boolean overlap(String one, String other) {
		String[] a = segments(one);
		String[] b = segments(other);
		int common = Math.min(a.length, b.length);
		for (int i = 0; i < common; i++) {
			if (a[i].equals(REST) || b[i].equals(REST)) {
				return true;
			}
			if (!a[i].equals(ANY) && !b[i].equals(ANY) && !a[i].equals(b[i])) {
				return false;
			}
		}
		return a.length == b.length || endsAt(a, common) || endsAt(b, common);
	}

	/**
	 * Takes a pattern apart. A name has a segment at least, which the rest begins with.
	 */
	private static String[] segments(String pattern) {
		if (pattern.equals(REST)) {
			return new String[] { ANY, REST };
		}
		return StringUtils.delimitedListToStringArray(pattern, "/");
	}

	/** Whether a pattern needs no segment beyond an index. */
	private static boolean endsAt(String[] pattern, int index) {
		return pattern.length == index + 1 && pattern[index].equals(REST);
	}

}
