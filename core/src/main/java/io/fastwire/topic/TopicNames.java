/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.topic;

/**
 * The rules for names of topics and for patterns. A name has segments separated by
 * {@code /}. A pattern may have {@code *} for any one segment, and {@code **} as its last
 * segment for any further segments or none: {@code orders/**} matches {@code orders},
 * {@code orders/1} and {@code orders/1/lines}.
 * <p>
 * No segment is empty. Control characters and surrogates without their other half are not
 * allowed, and neither is {@code *} as a part of a segment. Case matters.
 */
public final class TopicNames {

	/** Most segments that a name or pattern may have. */
	public static final int MAX_SEGMENTS = 16;

	private TopicNames() {
	}

	/**
	 * Tells whether something may be published to a name.
	 * @param name any text
	 * @return whether it follows the rules, its length aside
	 */
	public static boolean isTopic(String name) {
		return followsRules(name, false);
	}

	/**
	 * Tells whether a pattern may be subscribed to. Names are patterns too.
	 * @param pattern any text
	 * @return whether it follows the rules, its length aside
	 */
	public static boolean isPattern(String pattern) {
		return followsRules(pattern, true);
	}

	/**
	 * Tells whether a value may stand for one segment of a name, as when a name is put
	 * together from what a client sent.
	 * @param value any text
	 * @return whether it is not empty and has no slash, no {@code *} and nothing else
	 * that a name must not have
	 */
	public static boolean isSegment(String value) {
		return value.indexOf('/') < 0 && followsRules(value, false);
	}

	/**
	 * Tells whether a pattern has {@code *} or {@code **}.
	 * @param pattern a valid pattern
	 * @return {@code false} if it is the name of a topic
	 */
	public static boolean hasWildcard(String pattern) {
		return pattern.indexOf('*') >= 0;
	}

	/**
	 * Tells whether a pattern matches a topic.
	 * @param pattern a valid pattern
	 * @param topic a valid name
	 * @return whether what is published to the topic reaches subscribers of the pattern
	 */
	public static boolean matches(String pattern, String topic) {
		int at = 0;
		int in = 0;
		while (at <= pattern.length()) {
			int patternEnd = segmentEnd(pattern, at);
			if (isRest(pattern, at, patternEnd)) {
				return true;
			}
			if (in > topic.length()) {
				return false;
			}
			int topicEnd = segmentEnd(topic, in);
			if (!isAny(pattern, at, patternEnd)
					&& (patternEnd - at != topicEnd - in || !pattern.regionMatches(at, topic, in, patternEnd - at))) {
				return false;
			}
			at = patternEnd + 1;
			in = topicEnd + 1;
		}
		return in > topic.length();
	}

	/** Takes a valid name or pattern apart. */
	static String[] segments(String name) {
		int count = 1;
		for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
			count++;
		}
		String[] segments = new String[count];
		int start = 0;
		for (int i = 0; i < count; i++) {
			int end = segmentEnd(name, start);
			segments[i] = name.substring(start, end);
			start = end + 1;
		}
		return segments;
	}

	private static boolean followsRules(String text, boolean wildcards) {
		int start = 0;
		int segments = 0;
		while (start <= text.length()) {
			int end = segmentEnd(text, start);
			segments++;
			boolean wildcard = wildcards
					&& (isAny(text, start, end) || (isRest(text, start, end) && end == text.length()));
			if (segments > MAX_SEGMENTS || (!wildcard && !isLiteral(text, start, end))) {
				return false;
			}
			start = end + 1;
		}
		return true;
	}

	private static int segmentEnd(String text, int start) {
		int slash = text.indexOf('/', start);
		return (slash >= 0) ? slash : text.length();
	}

	private static boolean isAny(String text, int start, int end) {
		return end - start == 1 && text.charAt(start) == '*';
	}

	private static boolean isRest(String text, int start, int end) {
		return end - start == 2 && text.charAt(start) == '*' && text.charAt(start + 1) == '*';
	}

	private static boolean isLiteral(String text, int start, int end) {
		for (int i = start; i < end; i++) {
			char unit = text.charAt(i);
			if (unit == '*' || Character.isISOControl(unit)) {
				return false;
			}
			if (Character.isSurrogate(unit)) {
				if (i + 1 == end || !Character.isSurrogatePair(unit, text.charAt(i + 1))) {
					return false;
				}
				i++;
			}
		}
		return end > start;
	}

}
