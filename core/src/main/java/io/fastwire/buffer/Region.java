/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;

import io.netty.buffer.AbstractReferenceCountedByteBuf;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a {@link WritePool}'s slab as a Netty buffer. Its capacity is fixed. It
 * returns to the pool with its last reference, on whichever thread that happens, and the
 * object is used again: as with Netty's pooled buffers, who keeps it beyond that sees
 * another buffer.
 */
final class Region extends AbstractReferenceCountedByteBuf {

	/**
	 * One of so many regions is watched, unless the property that says so for Netty's
	 * buffers is set. Netty takes one of 128. Each response is written into a region, and
	 * a watched one has the stack of its birth and its end recorded.
	 */
	private static final int SAMPLING_INTERVAL = Integer.getInteger("io.netty.leakDetection.samplingInterval", 1024);

	private static final ResourceLeakDetector<Region> LEAKS = ResourceLeakDetectorFactory.instance()
		.newResourceLeakDetector(Region.class, SAMPLING_INTERVAL);

	private final WritePool pool;

	/** The whole slab, big-endian, used by absolute index only and thus by any thread. */
	private final ByteBuffer memory;

	/** The slab again, for {@link #internalNioBuffer}. */
	private final ByteBuffer view;

	private Slab.@Nullable Span span;

	private @Nullable ResourceLeakTracker<Region> leak;

	/** Links idle regions, and those that were released elsewhere. */
	private @Nullable Region next;

	private int start;

	private int capacity;

	Region(WritePool pool, ByteBuffer memory) {
		super(0);
		this.pool = pool;
		this.memory = memory;
		this.view = memory.duplicate();
	}

	/** Brings the object to life as an empty buffer over a span. */
	void open(Slab.Span fresh) {
		span = fresh;
		start = fresh.start();
		capacity = fresh.length();
		maxCapacity(capacity);
		resetRefCnt();
		clear();
		markReaderIndex();
		markWriterIndex();
		watch(LEAKS.track(this));
	}

	/** Takes what is to be told of the region, if it is one of those that are watched. */
	void watch(@Nullable ResourceLeakTracker<Region> tracker) {
		leak = tracker;
	}

	/** Takes note that the span has become shorter. */
	void shrunk() {
		capacity = span().length();
		maxCapacity(capacity);
	}

	@Override
	protected void deallocate() {
		ResourceLeakTracker<Region> tracker = leak;
		if (tracker != null) {
			leak = null;
			tracker.close(this);
		}
		pool.release(this);
	}

	WritePool pool() {
		return pool;
	}

	Slab.Span span() {
		Slab.Span current = span;
		if (current == null) {
			throw new IllegalStateException("The region is not in use");
		}
		return current;
	}

	void forgetSpan() {
		span = null;
	}

	/** Returns the whole slab, to be used by absolute index only. */
	ByteBuffer memory() {
		return memory;
	}

	/** Returns whether so many bytes may be written. */
	boolean hasRoom(long bytes) {
		ensureAccessible();
		return bytes <= writableBytes();
	}

	/** Returns where in the slab the region starts. */
	int start() {
		return start;
	}

	@Nullable Region next() {
		return next;
	}

	void next(@Nullable Region region) {
		next = region;
	}

	@Override
	public ByteBuf touch(Object hint) {
		ResourceLeakTracker<Region> tracker = leak;
		if (tracker != null && LEAKS.isRecordEnabled()) {
			tracker.record(hint);
		}
		return this;
	}

	@Override
	public ByteBuf touch() {
		ResourceLeakTracker<Region> tracker = leak;
		if (tracker != null && LEAKS.isRecordEnabled()) {
			tracker.record();
		}
		return this;
	}

	@Override
	public int capacity() {
		return capacity;
	}

	@Override
	public ByteBuf capacity(int newCapacity) {
		checkNewCapacity(newCapacity);
		if (newCapacity < capacity) {
			trimIndicesToCapacity(newCapacity);
		}
		capacity = newCapacity;
		return this;
	}

	@Override
	public ByteBufAllocator alloc() {
		return pool.allocator();
	}

	@Override
	@Deprecated
	public ByteOrder order() {
		return ByteOrder.BIG_ENDIAN;
	}

	@Override
	public @Nullable ByteBuf unwrap() {
		return null;
	}

	@Override
	public boolean isDirect() {
		return true;
	}

	@Override
	public boolean isContiguous() {
		return true;
	}

	@Override
	public boolean hasArray() {
		return false;
	}

	@Override
	public byte[] array() {
		throw new UnsupportedOperationException("A direct buffer has no array");
	}

	@Override
	public int arrayOffset() {
		throw new UnsupportedOperationException("A direct buffer has no array");
	}

	@Override
	public boolean hasMemoryAddress() {
		return pool.memoryAddress() != 0;
	}

	@Override
	public long memoryAddress() {
		ensureAccessible();
		long address = pool.memoryAddress();
		if (address == 0) {
			throw new UnsupportedOperationException("Netty may not use memory addresses here");
		}
		return address + start;
	}

	@Override
	public int nioBufferCount() {
		return 1;
	}

	@Override
	public ByteBuffer nioBuffer(int index, int length) {
		checkIndex(index, length);
		return memory.slice(start + index, length);
	}

	@Override
	public ByteBuffer[] nioBuffers(int index, int length) {
		return new ByteBuffer[] { nioBuffer(index, length) };
	}

	@Override
	public ByteBuffer internalNioBuffer(int index, int length) {
		checkIndex(index, length);
		return view.limit(start + index + length).position(start + index);
	}

	@Override
	protected byte _getByte(int index) {
		return memory.get(start + index);
	}

	@Override
	protected short _getShort(int index) {
		return memory.getShort(start + index);
	}

	@Override
	protected short _getShortLE(int index) {
		return Short.reverseBytes(memory.getShort(start + index));
	}

	@Override
	protected int _getUnsignedMedium(int index) {
		return (_getShort(index) & 0xFFFF) << 8 | (_getByte(index + 2) & 0xFF);
	}

	@Override
	protected int _getUnsignedMediumLE(int index) {
		return (_getShortLE(index) & 0xFFFF) | (_getByte(index + 2) & 0xFF) << 16;
	}

	@Override
	protected int _getInt(int index) {
		return memory.getInt(start + index);
	}

	@Override
	protected int _getIntLE(int index) {
		return Integer.reverseBytes(memory.getInt(start + index));
	}

	@Override
	protected long _getLong(int index) {
		return memory.getLong(start + index);
	}

	@Override
	protected long _getLongLE(int index) {
		return Long.reverseBytes(memory.getLong(start + index));
	}

	@Override
	protected void _setByte(int index, int value) {
		memory.put(start + index, (byte) value);
	}

	@Override
	protected void _setShort(int index, int value) {
		memory.putShort(start + index, (short) value);
	}

	@Override
	protected void _setShortLE(int index, int value) {
		memory.putShort(start + index, Short.reverseBytes((short) value));
	}

	@Override
	protected void _setMedium(int index, int value) {
		_setShort(index, value >>> 8);
		_setByte(index + 2, value);
	}

	@Override
	protected void _setMediumLE(int index, int value) {
		_setShortLE(index, value);
		_setByte(index + 2, value >>> 16);
	}

	@Override
	protected void _setInt(int index, int value) {
		memory.putInt(start + index, value);
	}

	@Override
	protected void _setIntLE(int index, int value) {
		memory.putInt(start + index, Integer.reverseBytes(value));
	}

	@Override
	protected void _setLong(int index, long value) {
		memory.putLong(start + index, value);
	}

	@Override
	protected void _setLongLE(int index, long value) {
		memory.putLong(start + index, Long.reverseBytes(value));
	}

	@Override
	public ByteBuf getBytes(int index, ByteBuf dst, int dstIndex, int length) {
		checkDstIndex(index, length, dstIndex, dst.capacity());
		if (dst.hasArray()) {
			memory.get(start + index, dst.array(), dst.arrayOffset() + dstIndex, length);
		}
		else {
			dst.setBytes(dstIndex, memory.slice(start + index, length));
		}
		return this;
	}

	@Override
	public ByteBuf getBytes(int index, byte[] dst, int dstIndex, int length) {
		checkDstIndex(index, length, dstIndex, dst.length);
		memory.get(start + index, dst, dstIndex, length);
		return this;
	}

	@Override
	public ByteBuf getBytes(int index, ByteBuffer dst) {
		int length = dst.remaining();
		checkIndex(index, length);
		dst.put(memory.slice(start + index, length));
		return this;
	}

	@Override
	public ByteBuf getBytes(int index, OutputStream out, int length) throws IOException {
		byte[] copy = new byte[length];
		getBytes(index, copy);
		out.write(copy);
		return this;
	}

	@Override
	public int getBytes(int index, GatheringByteChannel out, int length) throws IOException {
		return out.write(nioBuffer(index, length));
	}

	@Override
	public int getBytes(int index, FileChannel out, long position, int length) throws IOException {
		return out.write(nioBuffer(index, length), position);
	}

	@Override
	public ByteBuf setBytes(int index, ByteBuf src, int srcIndex, int length) {
		checkSrcIndex(index, length, srcIndex, src.capacity());
		if (src.hasArray()) {
			memory.put(start + index, src.array(), src.arrayOffset() + srcIndex, length);
		}
		else {
			src.getBytes(srcIndex, internalNioBuffer(index, length));
		}
		return this;
	}

	@Override
	public ByteBuf setBytes(int index, byte[] src, int srcIndex, int length) {
		checkSrcIndex(index, length, srcIndex, src.length);
		memory.put(start + index, src, srcIndex, length);
		return this;
	}

	@Override
	public ByteBuf setBytes(int index, ByteBuffer src) {
		checkIndex(index, src.remaining());
		internalNioBuffer(index, src.remaining()).put(src);
		return this;
	}

	@Override
	public int setBytes(int index, InputStream in, int length) throws IOException {
		checkIndex(index, length);
		byte[] copy = new byte[length];
		int read = in.read(copy, 0, length);
		if (read > 0) {
			memory.put(start + index, copy, 0, read);
		}
		return read;
	}

	@Override
	public int setBytes(int index, ScatteringByteChannel in, int length) throws IOException {
		return in.read(nioBuffer(index, length));
	}

	@Override
	public int setBytes(int index, FileChannel in, long position, int length) throws IOException {
		return in.read(nioBuffer(index, length), position);
	}

	@Override
	public ByteBuf copy(int index, int length) {
		checkIndex(index, length);
		return alloc().directBuffer(length).writeBytes(this, index, length);
	}

}
