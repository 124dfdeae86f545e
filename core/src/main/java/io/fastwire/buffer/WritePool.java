/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.nio.ByteBuffer;
import java.util.Arrays;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Lends stretches of one direct slab to whatever an event loop writes. There is one pool
 * for each loop, and except for {@link #statistics()} it is used on that loop only.
 * <p>
 * A buffer from the pool is an ordinary {@link ByteBuf} of fixed capacity: whoever holds
 * the last reference releases it, at best on the loop. A release on another thread is
 * safe; its bytes return when the loop next asks for room. A buffer that does not fit
 * comes from Netty's allocator, which callers need not notice.
 */
public final class WritePool {

	/*
	 * Text. A UTF-16 unit becomes three bytes at most, so a string of n units goes
	 * straight into a span of 3n bytes whose surplus is given back afterwards: one pass,
	 * no counting. Only when no such span is found is it worth knowing more. If there is
	 * room for n bytes, the string may be ASCII, and copying it is the fastest way to
	 * find out; units proven ASCII need one byte each and are done. From the first other
	 * unit on, the rest is measured, which takes a fraction of the time that encoding
	 * takes, and the exact length decides between the slab and the allocator. Nothing is
	 * encoded twice: what was copied into a span that turns out too short is copied over.
	 *
	 * Encoding ahead. The length of a body is asked for before its head is written. For
	 * all but short strings, counting costs about what encoding costs, so length()
	 * encodes at once and keeps the bytes for the encode() that follows, of the same
	 * string. It keeps one: whoever asked for the length and never writes costs one
	 * buffer for each loop, not one for each time.
	 *
	 * Releases elsewhere. The slab's map belongs to the loop. Another thread puts the
	 * region on a list under a lock, which the loop takes only when it sees the list in
	 * use. After close() no loop may be left to look there, so then each release changes
	 * the map under that lock, and the last one frees the slab.
	 */

	/** Size of the slab in bytes, unless told otherwise. */
	public static final int DEFAULT_CAPACITY = 128 * 1024;

	/**
	 * Length in UTF-16 units up to which a string is best written to a buffer at hand, by
	 * {@link #utf8()}: one of its own would cost more than the encoding.
	 */
	public static final int SHORT_STRING = Utf8Short.UNITS;

	/** System property: whether released bytes are overwritten. */
	static final String POISON_PROPERTY = "fastwire.pool.poison";

	/** What released bytes are overwritten with: valid in no UTF-8 text. */
	static final byte POISON = (byte) 0xFD;

	private static final int MAX_BYTES_PER_UNIT = 3;

	/** Regions kept for reuse; each costs some two hundred bytes. */
	private static final int MAX_IDLE_REGIONS = 1024;

	private final EventExecutor loop;

	private final ByteBufAllocator allocator;

	private final ByteBuf memory;

	private final ByteBuffer bytes;

	private final long memoryAddress;

	private final Slab slab;

	private final PoolStatistics statistics;

	private final Utf8Writer utf8 = new Utf8Writer();

	private final boolean poison;

	private final Object lock = new Object();

	/** The string that {@link #ahead} holds the bytes of. */
	private @Nullable String aheadOf;

	private @Nullable ByteBuf ahead;

	private @Nullable Region idle;

	private int idleRegions;

	/** Changed under the lock. */
	private volatile @Nullable Region releasedElsewhere;

	/** Changed by the loop under the lock. */
	private boolean closed;

	/**
	 * Creates a pool that poisons released bytes if the system property
	 * {@code fastwire.pool.poison} is {@code true}.
	 * @param loop the thread that uses the pool
	 * @param allocator provides the slab and what does not fit into it
	 * @param capacity size of the slab in bytes, greater than 0
	 */
	public WritePool(EventExecutor loop, ByteBufAllocator allocator, int capacity) {
		this(loop, allocator, capacity, Boolean.getBoolean(POISON_PROPERTY));
	}

	/**
	 * Creates a pool.
	 * @param loop the thread that uses the pool
	 * @param allocator provides the slab and what does not fit into it
	 * @param capacity size of the slab in bytes, greater than 0
	 * @param poison whether released bytes are overwritten, so that a use after the
	 * release shows
	 */
	public WritePool(EventExecutor loop, ByteBufAllocator allocator, int capacity, boolean poison) {
		if (capacity <= 0) {
			throw new IllegalArgumentException("The capacity must be greater than 0, but is " + capacity);
		}
		this.loop = loop;
		this.allocator = allocator;
		this.memory = allocator.directBuffer(capacity, capacity);
		this.bytes = memory.nioBuffer(0, capacity);
		this.memoryAddress = memory.hasMemoryAddress() ? memory.memoryAddress() : 0;
		this.slab = new Slab(capacity);
		this.statistics = new PoolStatistics(capacity);
		this.poison = poison;
	}

	/**
	 * Lends a buffer.
	 * @param capacity its fixed capacity in bytes
	 * @return an empty buffer that the caller owns
	 */
	public ByteBuf allocate(int capacity) {
		if (capacity == 0) {
			return empty();
		}
		Slab.Span span = claim(capacity, capacity);
		return (span != null) ? hit(span) : fallback(capacity);
	}

	/**
	 * Takes back what a buffer has no use for, from its writer index to its capacity. The
	 * buffer keeps its content and loses the ability to grow.
	 * @param buffer from this pool, or any other, which is left as it is
	 */
	public void trim(ByteBuf buffer) {
		if (buffer instanceof Region region && region.pool() == this && region.writerIndex() > 0 && !closed) {
			slab.shrink(region.span(), region.writerIndex());
			region.shrunk();
			statistics.bytesUsed(slab.used());
		}
	}

	/**
	 * Returns the length of text in UTF-8. The work is not lost: when the same string is
	 * {@linkplain #encode encoded} next, its bytes are there already.
	 * @param string any text
	 * @return a number of bytes
	 */
	public int length(String string) {
		if (string.length() <= SHORT_STRING || closed) {
			return Math.toIntExact(utf8.length(string));
		}
		ByteBuf bytes = ahead;
		if (bytes == null || !isAhead(string)) {
			dropAhead();
			bytes = encodeNow(string);
			ahead = bytes;
			aheadOf = string;
		}
		return bytes.readableBytes();
	}

	/**
	 * Encodes text as UTF-8, as {@link String#getBytes(java.nio.charset.Charset)} does.
	 * @param string any text
	 * @return a buffer with exactly its bytes, which the caller owns
	 */
	public ByteBuf encode(String string) {
		ByteBuf bytes = ahead;
		if (bytes != null && isAhead(string)) {
			ahead = null;
			aheadOf = null;
			return bytes;
		}
		return encodeNow(string);
	}

	@SuppressWarnings("ReferenceEquality") // comparing all units would cost what it saves
	private boolean isAhead(String string) {
		return string == aheadOf;
	}

	private void dropAhead() {
		ByteBuf bytes = ahead;
		if (bytes != null) {
			ahead = null;
			aheadOf = null;
			bytes.release();
		}
	}

	private ByteBuf encodeNow(String string) {
		int units = string.length();
		if (units == 0) {
			return empty();
		}
		long worst = (long) units * MAX_BYTES_PER_UNIT;
		Slab.Span span = (units <= slab.capacity()) ? claim(units, (int) Math.min(worst, Integer.MAX_VALUE)) : null;
		if (span == null || span.length() < worst) {
			return encodeTight(string, span);
		}
		int end = utf8.encode(string, 0, bytes, span.start());
		slab.shrink(span, end - span.start());
		return full(span);
	}

	/** Encodes a string that may not fit. */
	private ByteBuf encodeTight(String string, Slab.@Nullable Span span) {
		int done = (span != null) ? utf8.copyAscii(string, bytes, span.start()) : 0;
		if (span != null && done == string.length()) {
			slab.shrink(span, done);
			return full(span);
		}
		statistics.countMeasureFirst();
		int exact = Math.toIntExact(done + utf8.length(string, done));
		if (span != null && exact <= span.length()) {
			utf8.encode(string, done, bytes, span.start() + done);
			slab.shrink(span, exact);
			return full(span);
		}
		int start = (span != null) ? span.start() : 0;
		if (span != null) {
			// before what may fail; nobody claims the bytes until they are copied
			slab.release(span);
		}
		ByteBuf buffer = fallback(exact);
		buffer.writeBytes(bytes.slice(start, done));
		utf8.write(string, done, string.length(), buffer);
		return buffer;
	}

	/**
	 * Returns the writer that shares this pool's thread.
	 * @return for text that goes into a buffer at hand
	 */
	public Utf8Writer utf8() {
		return utf8;
	}

	/**
	 * Returns the figures of this pool.
	 * @return a live view for any thread
	 */
	public PoolStatistics statistics() {
		return statistics;
	}

	/**
	 * Ends the pool. Buffers that are out stay valid; the last of them to be released
	 * frees the slab. Whatever is asked for from now on comes from Netty's allocator.
	 */
	public void close() {
		synchronized (lock) {
			if (closed) {
				return;
			}
			dropAhead();
			takeBackReleasedElsewhere();
			closed = true;
			idle = null;
			freeIfUnused();
		}
	}

	ByteBufAllocator allocator() {
		return allocator;
	}

	/** Returns where the slab starts, or 0 if Netty may not know. */
	long memoryAddress() {
		return memoryAddress;
	}

	/** Takes a region back whose last reference is gone. Any thread. */
	void release(Region region) {
		if (poison) {
			poison(region.span());
		}
		if (!loop.inEventLoop() || closed) {
			releaseUnderLock(region);
			return;
		}
		slab.release(region.span());
		statistics.bytesUsed(slab.used());
		keep(region);
	}

	private void releaseUnderLock(Region region) {
		synchronized (lock) {
			if (closed) {
				slab.release(region.span());
				statistics.bytesUsed(slab.used());
				freeIfUnused();
			}
			else {
				region.next(releasedElsewhere);
				releasedElsewhere = region;
			}
		}
	}

	private void takeBackReleasedElsewhere() {
		Region region;
		synchronized (lock) {
			region = releasedElsewhere;
			releasedElsewhere = null;
		}
		while (region != null) {
			Region following = region.next();
			slab.release(region.span());
			keep(region);
			region = following;
		}
		statistics.bytesUsed(slab.used());
	}

	private void keep(Region region) {
		region.forgetSpan();
		if (idleRegions < MAX_IDLE_REGIONS) {
			idleRegions++;
			region.next(idle);
			idle = region;
		}
	}

	private Slab.@Nullable Span claim(int least, int most) {
		if (releasedElsewhere != null) {
			takeBackReleasedElsewhere();
		}
		return closed ? null : slab.claim(least, most);
	}

	private Region hit(Slab.Span span) {
		statistics.countHit();
		statistics.bytesUsed(slab.used());
		Region region = idle;
		if (region != null) {
			idle = region.next();
			idleRegions--;
		}
		else {
			region = new Region(this, bytes);
		}
		region.open(span);
		return region;
	}

	private Region full(Slab.Span span) {
		Region region = hit(span);
		region.writerIndex(span.length());
		return region;
	}

	private ByteBuf empty() {
		statistics.countHit();
		return Unpooled.EMPTY_BUFFER;
	}

	private ByteBuf fallback(int capacity) {
		statistics.countMallocFallback();
		return allocator.directBuffer(capacity, capacity);
	}

	private void poison(Slab.Span span) {
		byte[] pattern = new byte[span.length()];
		Arrays.fill(pattern, POISON);
		bytes.put(span.start(), pattern);
	}

	private void freeIfUnused() {
		if (slab.used() == 0) {
			memory.release();
		}
	}

}
