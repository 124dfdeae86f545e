/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;

import io.fastwire.http.Exchange;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.util.Assert;

/**
 * A buffer that a response body is written into. Lives on the heap and needs no release.
 * For one thread at a time.
 */
final class ResponseBuffer implements DataBuffer {

	/*
	 * Memory of the event loop's pool is taken when the buffer is written to the
	 * exchange, not before. Until then an application may keep the buffer, drop it, or
	 * carry it to another thread, and nothing leaks, no region of the slab is held, and
	 * no reference is counted.
	 *
	 * So a string that is all there is in the buffer is kept as what it is: "text". On
	 * the loop, its length is asked of the pool, which encodes it at that, and writing it
	 * takes those bytes. Whoever looks at single bytes, or asks for the length on another
	 * thread, turns it into an array.
	 *
	 * The array is made by the first write, of the length of what is written: mostly
	 * there is no second one. It may thus be shorter than the capacity says; whole()
	 * makes it as long before it is shared with a slice or handed out for writing.
	 */

	private static final byte[] NOTHING = {};

	private static final int UNKNOWN = -1;

	private static final int MIN_GROWTH = 64;

	private final ResponseBufferFactory factory;

	/** The content, read position 0, as long as it is a string; the array is unused. */
	private @Nullable String text;

	private byte[] array;

	/** Where in the array the buffer starts. */
	private int start;

	private int capacity;

	private int readPosition;

	/** {@link #UNKNOWN} if the length of the text has not been asked for. */
	private int writePosition;

	/** Creates an empty buffer. */
	ResponseBuffer(ResponseBufferFactory factory, int capacity) {
		this.factory = factory;
		this.array = NOTHING;
		this.capacity = capacity;
	}

	/** Creates a full buffer over a part of an array, which is not copied. */
	ResponseBuffer(ResponseBufferFactory factory, byte[] array, int start, int length) {
		this.factory = factory;
		this.array = array;
		this.start = start;
		this.capacity = length;
		this.writePosition = length;
	}

	/** Writes what is readable to an exchange; the buffer stays as it is. */
	void writeTo(Exchange exchange) {
		String text = this.text;
		if (text != null) {
			exchange.write(text);
		}
		else {
			exchange.write(array, start + readPosition, writePosition - readPosition);
		}
	}

	/** Ends a response with what is readable; the buffer stays as it is. */
	void endTo(Exchange exchange) {
		String text = this.text;
		if (text != null) {
			exchange.end(text);
		}
		else {
			exchange.end(array, start + readPosition, writePosition - readPosition);
		}
	}

	@Override
	public ResponseBufferFactory factory() {
		return factory;
	}

	// Positions

	@Override
	public int writePosition() {
		int known = writePosition;
		String text = this.text;
		if (known == UNKNOWN && text != null) {
			known = factory.utf8Length(text);
			if (known < 0) {
				toBytes();
				return writePosition;
			}
			writePosition = known;
			capacity = Math.max(capacity, known);
		}
		return known;
	}

	@Override
	public ResponseBuffer writePosition(int writePosition) {
		toBytes();
		check(writePosition >= readPosition && writePosition <= capacity, "write position", writePosition);
		whole();
		this.writePosition = writePosition;
		return this;
	}

	@Override
	public int readPosition() {
		return readPosition;
	}

	@Override
	public ResponseBuffer readPosition(int readPosition) {
		toBytes();
		check(readPosition >= 0 && readPosition <= writePosition, "read position", readPosition);
		this.readPosition = readPosition;
		return this;
	}

	@Override
	public int readableByteCount() {
		return writePosition() - readPosition;
	}

	@Override
	public int writableByteCount() {
		return capacity() - writePosition();
	}

	@Override
	public int capacity() {
		writePosition();
		return capacity;
	}

	@Override
	@Deprecated
	public ResponseBuffer capacity(int capacity) {
		Assert.isTrue(capacity >= 0, "The capacity must not be negative");
		toBytes();
		array = Arrays.copyOfRange(array, start, start + Math.min(capacity, heldBytes()));
		start = 0;
		this.capacity = capacity;
		readPosition = Math.min(readPosition, capacity);
		writePosition = Math.min(writePosition, capacity);
		return this;
	}

	@Override
	public ResponseBuffer ensureWritable(int count) {
		int needed = Math.addExact(writePosition(), count);
		if (needed > capacity) {
			grow(needed);
		}
		return this;
	}

	/** The array follows when something is written. */
	private void grow(int needed) {
		toBytes();
		long doubled = Math.max(MIN_GROWTH, 2L * capacity);
		array = Arrays.copyOfRange(array, start, start + heldBytes());
		start = 0;
		capacity = (int) Math.max(needed, Math.min(doubled, Integer.MAX_VALUE - Long.BYTES));
	}

	/** Returns how many bytes of the capacity the array has. */
	private int heldBytes() {
		return Math.min(capacity, array.length - start);
	}

	/** Turns text into bytes. */
	private void toBytes() {
		String text = this.text;
		if (text != null) {
			byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
			this.text = null;
			array = bytes;
			writePosition = bytes.length;
			capacity = Math.max(capacity, bytes.length);
		}
	}

	/** Makes the array as long as the capacity. */
	private void whole() {
		toBytes();
		if (array.length - start < capacity) {
			array = Arrays.copyOfRange(array, start, start + capacity);
			start = 0;
		}
	}

	// Reading

	@Override
	public int indexOf(IntPredicate predicate, int fromIndex) {
		toBytes();
		for (int i = Math.max(fromIndex, 0); i < writePosition; i++) {
			if (predicate.test(array[start + i])) {
				return i;
			}
		}
		return -1;
	}

	@Override
	public int lastIndexOf(IntPredicate predicate, int fromIndex) {
		toBytes();
		for (int i = Math.min(fromIndex, writePosition - 1); i >= 0; i--) {
			if (predicate.test(array[start + i])) {
				return i;
			}
		}
		return -1;
	}

	@Override
	public byte getByte(int index) {
		toBytes();
		return array[start + Objects.checkIndex(index, writePosition)];
	}

	@Override
	public byte read() {
		byte next = getByte(readPosition);
		readPosition++;
		return next;
	}

	@Override
	public ResponseBuffer read(byte[] destination) {
		return read(destination, 0, destination.length);
	}

	@Override
	public ResponseBuffer read(byte[] destination, int offset, int length) {
		toBytes();
		check(length <= writePosition - readPosition, "number of bytes to read", length);
		System.arraycopy(array, start + readPosition, destination, offset, length);
		readPosition += length;
		return this;
	}

	@Override
	public String toString(int index, int length, Charset charset) {
		toBytes();
		checkRange(index, length);
		int held = Math.max(0, Math.min(length, heldBytes() - index));
		return (held == length) ? new String(array, start + index, length, charset)
				: new String(toByteBuffer(index, length).array(), charset);
	}

	// Writing

	@Override
	public ResponseBuffer write(byte value) {
		prepare(1);
		array[start + writePosition++] = value;
		return this;
	}

	@Override
	public ResponseBuffer write(byte[] source) {
		return write(source, 0, source.length);
	}

	@Override
	public ResponseBuffer write(byte[] source, int offset, int length) {
		Objects.checkFromIndexSize(offset, length, source.length);
		if (untouched()) {
			adopt(Arrays.copyOfRange(source, offset, offset + length));
			return this;
		}
		prepare(length);
		System.arraycopy(source, offset, array, start + writePosition, length);
		writePosition += length;
		return this;
	}

	@Override
	public ResponseBuffer write(DataBuffer... buffers) {
		int length = 0;
		for (DataBuffer buffer : buffers) {
			length = Math.addExact(length, buffer.readableByteCount());
		}
		prepare(length);
		ByteBuffer target = ByteBuffer.wrap(array);
		for (DataBuffer buffer : buffers) {
			int count = buffer.readableByteCount();
			buffer.toByteBuffer(buffer.readPosition(), target, start + writePosition, count);
			writePosition += count;
		}
		return this;
	}

	@Override
	public ResponseBuffer write(ByteBuffer... buffers) {
		for (ByteBuffer buffer : buffers) {
			int length = buffer.remaining();
			prepare(length);
			buffer.get(array, start + writePosition, length);
			writePosition += length;
		}
		return this;
	}

	@Override
	public ResponseBuffer write(CharSequence charSequence, Charset charset) {
		String string = charSequence.toString();
		if (string.isEmpty()) {
			return this;
		}
		if (!untouched()) {
			return write(string.getBytes(charset));
		}
		if (StandardCharsets.UTF_8.equals(charset)) {
			text = string;
			writePosition = UNKNOWN;
		}
		else {
			adopt(string.getBytes(charset));
		}
		return this;
	}

	/** Whether nothing has been written and there is no array to write into. */
	@SuppressWarnings("ReferenceEquality") // the very array that stands for none
	private boolean untouched() {
		return array == NOTHING && text == null;
	}

	/** Takes an array over as all the content. */
	private void adopt(byte[] bytes) {
		array = bytes;
		writePosition = bytes.length;
		capacity = Math.max(capacity, bytes.length);
	}

	/** Makes room in the array. */
	private void prepare(int count) {
		ensureWritable(count);
		whole();
	}

	// Sharing

	@Override
	@Deprecated
	public ResponseBuffer slice(int index, int length) {
		whole();
		checkRange(index, length);
		return new ResponseBuffer(factory, array, start + index, length);
	}

	@Override
	public ResponseBuffer split(int index) {
		whole();
		checkRange(index, 0);
		ResponseBuffer front = new ResponseBuffer(factory, array, start, index);
		front.readPosition = Math.min(readPosition, index);
		front.writePosition = Math.min(writePosition, index);
		start += index;
		capacity -= index;
		readPosition = Math.max(readPosition - index, 0);
		writePosition = Math.max(writePosition - index, 0);
		return front;
	}

	@Override
	@Deprecated
	public ByteBuffer asByteBuffer() {
		return asByteBuffer(readPosition, readableByteCount());
	}

	@Override
	@Deprecated
	public ByteBuffer asByteBuffer(int index, int length) {
		whole();
		checkRange(index, length);
		return ByteBuffer.wrap(array, start + index, length).slice();
	}

	@Override
	@Deprecated
	public ByteBuffer toByteBuffer(int index, int length) {
		ByteBuffer copy = ByteBuffer.allocate(length);
		toByteBuffer(index, copy, 0, length);
		return copy;
	}

	@Override
	public void toByteBuffer(int srcPos, ByteBuffer dest, int destPos, int length) {
		toBytes();
		checkRange(srcPos, length);
		if (srcPos + length > heldBytes()) {
			whole();
		}
		dest.duplicate().clear().put(destPos, array, start + srcPos, length);
	}

	@Override
	public ByteBufferIterator readableByteBuffers() {
		toBytes();
		return new SingleByteBuffer(
				ByteBuffer.wrap(array, start + readPosition, writePosition - readPosition).slice().asReadOnlyBuffer());
	}

	@Override
	public ByteBufferIterator writableByteBuffers() {
		whole();
		return new SingleByteBuffer(ByteBuffer.wrap(array, start + writePosition, capacity - writePosition).slice());
	}

	// As a value

	/**
	 * Tells whether another buffer of this kind has the same readable bytes.
	 */
	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof ResponseBuffer that && readable().equals(that.readable());
	}

	@Override
	public int hashCode() {
		return readable().hashCode();
	}

	private ByteBuffer readable() {
		toBytes();
		return ByteBuffer.wrap(array, start + readPosition, writePosition - readPosition);
	}

	@Override
	public String toString() {
		return "ResponseBuffer (r: " + readPosition + ", w: " + ((writePosition == UNKNOWN) ? "?" : writePosition)
				+ ", c: " + capacity + ")";
	}

	private void checkRange(int index, int length) {
		Objects.checkFromIndexSize(index, length, capacity);
	}

	private static void check(boolean valid, String what, int value) {
		if (!valid) {
			throw new IndexOutOfBoundsException("The " + what + " " + value + " is out of bounds");
		}
	}

}
