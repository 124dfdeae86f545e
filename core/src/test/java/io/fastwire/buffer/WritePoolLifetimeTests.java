/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How regions end: on the loop, on other threads, after the pool, and too early.
 */
@ExtendWith(LeakFree.class)
class WritePoolLifetimeTests {

	private static final int CAPACITY = 4096;

	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

	private final DefaultEventExecutor loop = new DefaultEventExecutor();

	@AfterEach
	void everythingIsFreed() throws InterruptedException {
		loop.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
		assertThat(allocator.metric().usedDirectMemory()).isZero();
	}

	private WritePool pool() {
		return new WritePool(loop, allocator, CAPACITY);
	}

	/** Runs something on the loop and waits for it. */
	private <T> T onLoop(Callable<T> task) {
		try {
			return loop.submit(task).get(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			throw new AssertionError(ex);
		}
	}

	private void close(WritePool pool) {
		onLoop(() -> {
			pool.close();
			return "closed";
		});
	}

	@Test
	void takesBackWhatAnotherThreadReleased() {
		WritePool pool = pool();
		ByteBuf region = onLoop(() -> pool.allocate(CAPACITY));
		region.release();
		assertThat(region.refCnt()).isZero();
		assertThat(pool.statistics().bytesUsed()).describedAs("until the loop looks").isEqualTo(CAPACITY);
		ByteBuf next = onLoop(() -> pool.allocate(CAPACITY));
		assertThat(pool.statistics().hits()).isEqualTo(2);
		assertThat(pool.statistics().mallocFallbacks()).isZero();
		next.release();
		close(pool);
	}

	@Test
	void survivesReleasesOnManyThreads() throws InterruptedException {
		WritePool pool = pool();
		List<Thread> threads = new ArrayList<>();
		for (int t = 0; t < 4; t++) {
			Thread thread = new Thread(() -> {
				for (int i = 0; i < 2000; i++) {
					byte content = (byte) i;
					ByteBuf region = onLoop(() -> pool.allocate(64).writeByte(content));
					assertThat(region.readByte()).isEqualTo(content);
					region.release();
				}
			});
			threads.add(thread);
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		ByteBuf all = onLoop(() -> pool.allocate(CAPACITY));
		assertThat(all).isInstanceOf(Region.class);
		assertThat(pool.statistics().bytesUsed()).isEqualTo(CAPACITY);
		all.release();
		close(pool);
	}

	@Test
	void closingFreesTheSlabAtOnceIfNothingIsOut() {
		WritePool pool = pool();
		onLoop(() -> pool.allocate(100).release());
		close(pool);
		close(pool);
		assertThat(allocator.metric().usedDirectMemory()).isZero();
	}

	@Test
	void closingWaitsForTheLastRegionOnTheLoop() {
		WritePool pool = pool();
		ByteBuf region = onLoop(() -> pool.allocate(100).writeByte(42));
		close(pool);
		assertThat(allocator.metric().usedDirectMemory()).isEqualTo(CAPACITY);
		assertThat(region.getByte(0)).isEqualTo((byte) 42);
		onLoop(region::release);
		assertThat(allocator.metric().usedDirectMemory()).isZero();
		assertThat(pool.statistics().bytesUsed()).isZero();
	}

	@Test
	void closingWaitsForTheLastRegionElsewhere() {
		WritePool pool = pool();
		ByteBuf early = onLoop(() -> pool.allocate(100));
		ByteBuf late = onLoop(() -> pool.allocate(100));
		early.release();
		close(pool);
		assertThat(allocator.metric().usedDirectMemory()).isEqualTo(CAPACITY);
		late.release();
		assertThat(allocator.metric().usedDirectMemory()).isZero();
	}

	@Test
	void aClosedPoolAllocatesElsewhere() {
		WritePool pool = pool();
		close(pool);
		ByteBuf buffer = onLoop(() -> pool.allocate(100));
		ByteBuf text = onLoop(() -> pool.encode("str\u00e4ngar"));
		assertThat(buffer).isNotInstanceOf(Region.class);
		assertThat(text.readableBytes()).isEqualTo(9);
		assertThat(pool.statistics().mallocFallbacks()).isEqualTo(2);
		buffer.release();
		text.release();
	}

	@Test
	void aClosedPoolTakesNothingBackEarly() {
		WritePool pool = pool();
		ByteBuf region = onLoop(() -> pool.allocate(100).writeByte(1));
		close(pool);
		onLoop(() -> {
			pool.trim(region);
			return "trimmed";
		});
		assertThat(region.capacity()).isEqualTo(100);
		region.release();
		assertThat(pool.statistics().bytesUsed()).isZero();
	}

	@Test
	void usingAReleasedRegionThrows() {
		WritePool pool = pool();
		ByteBuf region = onLoop(() -> pool.allocate(100).writeByte(1));
		onLoop(region::release);
		assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(() -> region.getByte(0));
		assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(() -> region.writeByte(1));
		assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(() -> region.nioBuffer(0, 1));
		assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(region::memoryAddress);
		assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(region::retain);
		assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(region::release);
		assertThatExceptionOfType(IllegalReferenceCountException.class)
			.isThrownBy(() -> new Utf8Writer().write("a", region));
		close(pool);
	}

	@Test
	void poisonsReleasedBytes() {
		WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, allocator, CAPACITY, true);
		ByteBuf kept = pool.allocate(8).writeLong(-1);
		ByteBuf region = pool.allocate(8).writeLong(-1);
		ByteBuffer stale = region.nioBuffer(0, 8);
		region.release();
		byte[] bytes = new byte[8];
		stale.get(bytes);
		assertThat(bytes).containsOnly(WritePool.POISON);
		assertThat(kept.readLong()).isEqualTo(-1);
		kept.release();
		pool.close();
	}

	@Test
	void leavesReleasedBytesUnlessToldToPoison() {
		WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, allocator, CAPACITY, false);
		assertThat(valueAfterRelease(pool)).isEqualTo(42);
	}

	/** The build sets it for all tests, so that any use after the release shows. */
	@Test
	void systemPropertyTellsToPoison() {
		assertThat(System.getProperty("fastwire.pool.poison")).isEqualTo("true");
		WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, allocator, CAPACITY);
		assertThat(valueAfterRelease(pool)).isNotEqualTo(42);
	}

	private static long valueAfterRelease(WritePool pool) {
		ByteBuf region = pool.allocate(8).writeLong(42);
		ByteBuffer stale = region.nioBuffer(0, 8);
		region.release();
		long value = stale.getLong();
		pool.close();
		return value;
	}

}
