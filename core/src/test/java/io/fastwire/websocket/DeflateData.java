/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Kinds of content, which compress in different ways. */
enum DeflateData {

	/** Words of a small vocabulary. */
	ASCII_TEXT,

	/** Words with letters of two, three and four bytes. */
	OTHER_TEXT,

	/** Cannot be compressed. */
	RANDOM,

	/** Records with names that repeat. */
	JSON,

	/** Smooth slopes with noise. */
	IMAGE;

	private static final String[] ASCII = { "the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "again" };

	private static final String[] OTHER = { "größe", "Straße", "наука", "жизнь", "東京", "日本語", "\uD83D\uDE00", "é",
			"a" };

	boolean isText() {
		return this == ASCII_TEXT || this == OTHER_TEXT || this == JSON;
	}

	/** Returns about so many bytes, exactly as many if they are no text. */
	byte[] bytes(int size, long seed) {
		Random random = new Random(seed);
		return switch (this) {
			case ASCII_TEXT -> words(ASCII, size, random);
			case OTHER_TEXT -> words(OTHER, size, random);
			case RANDOM -> {
				byte[] bytes = new byte[size];
				random.nextBytes(bytes);
				yield bytes;
			}
			case JSON -> json(size, random);
			case IMAGE -> {
				byte[] bytes = new byte[size];
				for (int i = 0; i < size; i++) {
					bytes[i] = (byte) (i / 7 + i / 512 * 3 + random.nextInt(3));
				}
				yield bytes;
			}
		};
	}

	private static byte[] words(String[] words, int size, Random random) {
		StringBuilder text = new StringBuilder();
		while (text.length() < size) {
			text.append(words[random.nextInt(words.length)]).append(' ');
		}
		int end = Character.isHighSurrogate(text.charAt(size - 1)) ? size - 1 : size;
		return text.substring(0, end).getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] json(int size, Random random) {
		StringBuilder text = new StringBuilder("[");
		while (text.length() < size) {
			text.append("{\"id\":").append(random.nextInt(1000)).append(",\"price\":").append(random.nextDouble());
			text.append(",\"name\":\"").append(ASCII[random.nextInt(ASCII.length)]).append("\"},");
		}
		return text.substring(0, size).getBytes(StandardCharsets.UTF_8);
	}

}
