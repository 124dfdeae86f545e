/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.nio.ByteBuffer;

import io.netty.buffer.ByteBuf;

/**
 * Writes text as UTF-8. Obtained by {@link WritePool#utf8()}, or created where there is
 * no pool; one thread at a time.
 * <p>
 * The bytes are those of {@link String#getBytes(java.nio.charset.Charset)}: a surrogate
 * that is not part of a pair becomes {@code ?}. Text that comes in pieces which may cut a
 * pair goes through {@link Utf8Pieces}. Nothing is allocated.
 */
public final class Utf8Writer {

	private static final int MAX_BYTES_PER_UNIT = 3;

	private final Utf8Block block = new Utf8Block();

	/**
	 * Creates a writer with some twenty kilobytes of scratch memory.
	 */
	public Utf8Writer() {
	}

	/**
	 * Writes text.
	 * @param text any text
	 * @param dst written to at its writer index, which moves behind the text
	 * @return how many bytes were written
	 * @throws IndexOutOfBoundsException if the buffer cannot hold them; its writer index
	 * stays then, and what it holds behind it is undefined
	 */
	public int write(CharSequence text, ByteBuf dst) {
		int units = text.length();
		if (dst instanceof Region region && region.hasRoom((long) units * MAX_BYTES_PER_UNIT)) {
			return write(text, units, region);
		}
		int start = dst.writerIndex();
		write(text, 0, units, dst);
		return dst.writerIndex() - start;
	}

	private int write(CharSequence text, int units, Region region) {
		int start = region.writerIndex();
		int at = region.start() + start;
		int end = (units <= Utf8Short.UNITS && text instanceof String string)
				? Utf8Short.encode(string, 0, region.memory(), at) : encode(text, 0, region.memory(), at);
		region.writerIndex(start + end - at);
		return end - at;
	}

	/**
	 * Measures text.
	 * @param text any text
	 * @return how many bytes {@link #write} would write
	 */
	public long length(CharSequence text) {
		return length(text, 0);
	}

	/** Measures text from an index on. */
	long length(CharSequence text, int from) {
		int to = text.length();
		long length = 0;
		int start = from;
		while (start < to) {
			int count = load(text, start, to);
			length += block.measure(count);
			start += count;
		}
		return length;
	}

	/**
	 * Encodes text from an index on.
	 * @param dst of any byte order, with room for the worst case
	 * @param at where to write
	 * @return the index behind the last byte
	 */
	int encode(CharSequence text, int from, ByteBuffer dst, int at) {
		int to = text.length();
		if (to - from <= Utf8Short.UNITS && text instanceof String string) {
			return Utf8Short.encode(string, from, dst, at);
		}
		int start = from;
		int end = at;
		while (start < to) {
			int count = load(text, start, to);
			int length = block.encode(count);
			dst.put(end, block.bytes(), 0, length);
			end += length;
			start += count;
		}
		return end;
	}

	/**
	 * Writes a part of text that does not end within a pair. The writer index moves only
	 * if all of it fits.
	 */
	void write(CharSequence text, int from, int to, ByteBuf dst) {
		dst.ensureWritable(to - from);
		int at = dst.writerIndex();
		int written = 0;
		int start = from;
		while (start < to) {
			int count = load(text, start, to);
			int length = block.encode(count);
			dst.ensureWritable(written + length);
			dst.setBytes(at + written, block.bytes(), 0, length);
			written += length;
			start += count;
		}
		dst.writerIndex(at + written);
	}

	/**
	 * Copies text for as long as it is ASCII.
	 * @param dst of any byte order, with room for all of it
	 * @param at where to write
	 * @return how many units were copied; what lies behind them in the buffer is
	 * undefined
	 */
	int copyAscii(CharSequence text, ByteBuffer dst, int at) {
		int to = text.length();
		int start = 0;
		while (start < to) {
			int count = Math.min(to - start, Utf8Block.UNITS);
			block.load(text, start, start + count);
			int copied = block.encodeAscii(count);
			dst.put(at + start, block.bytes(), 0, copied);
			start += copied;
			if (copied < count) {
				break;
			}
		}
		return start;
	}

	/** Loads a block, but not the first half of a pair without the second one. */
	private int load(CharSequence text, int from, int to) {
		int count = to - from;
		if (count <= Utf8Block.UNITS) {
			block.load(text, from, to);
			return count;
		}
		block.load(text, from, from + Utf8Block.UNITS);
		return Character.isHighSurrogate(block.unit(Utf8Block.UNITS - 1)) ? Utf8Block.UNITS - 1 : Utf8Block.UNITS;
	}

}
