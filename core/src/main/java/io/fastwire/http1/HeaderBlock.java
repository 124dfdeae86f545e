/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

import io.fastwire.http.Headers;
import io.fastwire.internal.bytes.Ascii;
import org.jspecify.annotations.Nullable;

/**
 * The field section of one head, as a copy of its bytes with the place of each line, and
 * what follows from it for framing. Immutable. Names and values become Strings when they
 * are asked for, once each.
 * <p>
 * A client on a kept-alive connection sends the same section again and again. Such a
 * section is recognised by {@link #matches} and the same block serves again, Strings
 * included.
 */
final class HeaderBlock implements Headers {

	/*
	 * Threads: everything is final but 'attachment', which stays on the loop, and the
	 * elements of 'strings'. They are filled in by whoever asks first, without
	 * synchronisation. That is a benign race: a reader sees either null, and decodes
	 * again, or a String, whose own fields are final. Two callers may then hold two equal
	 * Strings.
	 */

	/**
	 * The largest section that may serve again, in bytes: room for 60 fields, which take
	 * half the time of Netty's decoder otherwise and a twentieth so
	 * (RequestHeadBenchmark). It stays in memory as long as its connection is idle.
	 */
	static final int MAX_REPEAT_BYTES = 4096;

	/** No line at all, as HTTP/1.0 allows. */
	static final HeaderBlock EMPTY = new HeaderBlock(new byte[] { '\r', '\n' }, new FieldLines(), new FieldFacts(),
			null);

	private final byte[] bytes;

	private final int[] lines;

	/** Decoded values, and behind them decoded names if there are unknown ones. */
	private final @Nullable String[] strings;

	/** Used on the event loop of the connection only. */
	private @Nullable Object attachment;

	private final int flags;

	private final int hostIndex;

	private final long contentLength;

	/**
	 * Creates a block.
	 * @param bytes the section with its closing empty line, owned by the block from now
	 * on
	 * @param lines where its lines are, copied
	 * @param facts what follows from them, copied
	 * @param names may have the names that are unknown; the others are decoded when they
	 * are asked for
	 */
	HeaderBlock(byte[] bytes, FieldLines lines, FieldFacts facts, @Nullable FieldNameCache names) {
		this.bytes = bytes;
		this.lines = lines.toArray();
		int size = lines.size();
		this.strings = new @Nullable String[lines.anyUnknownName() ? 2 * size : size];
		this.flags = facts.flags();
		this.hostIndex = facts.hostIndex();
		this.contentLength = facts.contentLength();
		if (names != null && lines.anyUnknownName()) {
			fillNames(names);
		}
	}

	private void fillNames(FieldNameCache names) {
		int size = size();
		for (int i = 0; i < size; i++) {
			if (FieldLines.id(lines, i) == 0) {
				strings[size + i] = names.find(bytes, FieldLines.nameStart(lines, i), FieldLines.nameEnd(lines, i));
			}
		}
	}

	/**
	 * Tells whether bytes start with this very section, its closing empty line included.
	 * @param from where the section would start
	 * @param to where the bytes end
	 * @return whether all bytes are equal
	 */
	boolean matches(byte[] bytes, int from, int to) {
		int length = this.bytes.length;
		return length <= to - from && Arrays.equals(bytes, from, from + length, this.bytes, 0, length);
	}

	/**
	 * Tells whether this block may serve again, so that the connection should keep it.
	 * @return whether it is at most {@link #MAX_REPEAT_BYTES} long
	 */
	boolean repeatable() {
		return bytes.length <= MAX_REPEAT_BYTES;
	}

	/**
	 * Returns the length of the section with its closing empty line.
	 * @return bytes
	 */
	int byteLength() {
		return bytes.length;
	}

	/**
	 * Returns the value of the Host field, which is valid.
	 * @return host and maybe a port, or {@code null} if there is no such field
	 */
	@Nullable String host() {
		return (hostIndex < 0) ? null : value(hostIndex);
	}

	/**
	 * Returns where the Host field is.
	 * @return the index of its line, or -1 if there is no such field
	 */
	int hostIndex() {
		return hostIndex;
	}

	/**
	 * Tells whether a fact is true of this section.
	 * @param flag one of the constants of {@link FieldFacts}
	 * @return whether it is set
	 */
	boolean is(int flag) {
		return (flags & flag) != 0;
	}

	/**
	 * Returns the value of Content-Length.
	 * @return bytes, or 0 if there is no such field
	 */
	long contentLength() {
		return contentLength;
	}

	@Override
	public int size() {
		return FieldLines.size(lines);
	}

	@Override
	public String name(int index) {
		Objects.checkIndex(index, size());
		int id = FieldLines.id(lines, index);
		return (id != 0) ? FieldNames.name(id) : unknownName(index);
	}

	@Override
	public String value(int index) {
		String value = strings[Objects.checkIndex(index, size())];
		return (value != null) ? value : decodeValue(index);
	}

	@Override
	public int indexOf(String name, int from) {
		int id = FieldNames.idOf(name);
		int[] lines = this.lines;
		int size = FieldLines.size(lines);
		if (id == 0) {
			return indexOfUnknown(name, from, size);
		}
		for (int i = from; i < size; i++) {
			if (FieldLines.id(lines, i) == id) {
				return i;
			}
		}
		return -1;
	}

	/**
	 * The table knows its names in any case, so one that it does not know equals none of
	 * them.
	 */
	private int indexOfUnknown(String name, int from, int size) {
		for (int i = from; i < size; i++) {
			if (FieldLines.id(lines, i) == 0 && Ascii.equalsIgnoreCase(bytes, FieldLines.nameStart(lines, i),
					FieldLines.nameEnd(lines, i), name)) {
				return i;
			}
		}
		return -1;
	}

	@Override
	public @Nullable Object attachment() {
		return attachment;
	}

	/** Does not keep anything that would not serve again, or that all loops share. */
	@Override
	@SuppressWarnings("ReferenceEquality") // the one instance
	public void attach(Object attachment) {
		if (repeatable() && this != EMPTY) {
			this.attachment = attachment;
		}
	}

	private String unknownName(int index) {
		int slot = size() + index;
		String name = strings[slot];
		if (name == null) {
			name = decode(FieldLines.nameStart(lines, index), FieldLines.nameEnd(lines, index));
			strings[slot] = name;
		}
		return name;
	}

	private String decodeValue(int index) {
		String value = decode(FieldLines.valueStart(lines, index), FieldLines.valueEnd(lines, index));
		strings[index] = value;
		return value;
	}

	private String decode(int from, int to) {
		return (from == to) ? "" : new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
	}

	/**
	 * Returns the names only: values may be secrets.
	 */
	@Override
	public String toString() {
		StringBuilder names = new StringBuilder("[");
		for (int i = 0; i < size(); i++) {
			names.append((i == 0) ? "" : ", ").append(name(i));
		}
		return names.append(']').toString();
	}

}
