/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * What comes from the slab, what does not, and that the counters tell exactly that.
 */
@ExtendWith(LeakFree.class)
class WritePoolTests {

	private static final int KB = 1024;

	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

	private final WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, allocator,
			WritePool.DEFAULT_CAPACITY);

	private final List<ByteBuf> owned = new ArrayList<>();

	@AfterEach
	void close() {
		owned.forEach(ByteBuf::release);
		assertThat(pool.statistics().bytesUsed()).isZero();
		pool.close();
		assertThat(allocator.metric().usedDirectMemory()).isZero();
	}

	private ByteBuf own(ByteBuf buffer) {
		owned.add(buffer);
		return buffer;
	}

	private void assertFigures(long hits, long mallocFallbacks, long measureFirst, long bytesUsed) {
		PoolStatistics figures = pool.statistics();
		assertThat(List.of(figures.hits(), figures.mallocFallbacks(), figures.measureFirst(), figures.bytesUsed()))
			.describedAs("hits, malloc fallbacks, measure first, bytes used")
			.containsExactly(hits, mallocFallbacks, measureFirst, bytesUsed);
	}

	static Stream<Arguments> texts() {
		return Stream.of(arguments("empty", "", 1, 0, 0), arguments("NUL", "\u0000", 1, 0, 0),
				arguments("ASCII", "hello", 1, 0, 0), arguments("Latin-1", "str\u00e4ngar", 1, 0, 0),
				arguments("U+00FF", "\u00ff", 1, 0, 0), arguments("emoji", "\ud83d\ude00", 1, 0, 0),
				arguments("lone surrogate", "\ud83d", 1, 0, 0),
				arguments("third of the slab", "\u20ac".repeat(128 * KB / 3), 1, 0, 0),
				arguments("100 KB ASCII", "a".repeat(100 * KB), 1, 0, 0),
				arguments("slab of ASCII", "a".repeat(128 * KB), 1, 0, 0),
				arguments("100 KB ASCII and a euro", "a".repeat(100 * KB) + "\u20ac", 1, 0, 1),
				arguments("a euro and 60 KB ASCII", "\u20ac" + "a".repeat(60 * KB), 1, 0, 1),
				arguments("50 KB Latin-1", "\u00e9".repeat(50 * KB), 1, 0, 1),
				arguments("slab of Latin-1", "\u00e9".repeat(64 * KB), 1, 0, 1),
				arguments("slab of Latin-1 and one", "\u00e9".repeat(64 * KB) + "a", 0, 1, 1),
				arguments("slab of ASCII and one", "a".repeat(128 * KB + 1), 0, 1, 1),
				arguments("slab of ASCII but one", "a".repeat(128 * KB - 1) + "\u00e9", 0, 1, 1),
				arguments("200 KB ASCII", "a".repeat(200 * KB), 0, 1, 1),
				arguments("200 KB ASCII and one", "a".repeat(200 * KB) + "\u00e9", 0, 1, 1),
				arguments("50 000 euros", "\u20ac".repeat(50_000), 0, 1, 1));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("texts")
	void countsWhereTextWent(String name, String text, int hits, int mallocFallbacks, int measureFirst) {
		ByteBuf encoded = own(pool.encode(text));
		byte[] expected = text.getBytes(StandardCharsets.UTF_8);
		assertThat(ByteBufUtil.getBytes(encoded)).isEqualTo(expected);
		assertFigures(hits, mallocFallbacks, measureFirst, hits * expected.length);
	}

	@Test
	void aFilledPoolStillHasRoomForNothing() {
		own(pool.encode("a".repeat(128 * KB)));
		assertFigures(1, 0, 0, 128 * KB);
		ByteBuf empty = own(pool.encode(""));
		assertThat(empty.readableBytes()).isZero();
		assertThat(own(pool.allocate(0)).capacity()).isZero();
		assertFigures(3, 0, 0, 128 * KB);
		assertThat(own(pool.encode("a")).readByte()).isEqualTo((byte) 'a');
		assertFigures(3, 1, 1, 128 * KB);
	}

	@Test
	void measuresOnlyWhenTheWorstCaseDoesNotFit() {
		own(pool.allocate(128 * KB - 9));
		ByteBuf fits = pool.encode("\u20ac\u20ac\u20ac");
		assertFigures(2, 0, 0, 128 * KB);
		fits.release();
		ByteBuf measured = pool.encode("\u20acaaa");
		assertFigures(3, 0, 1, 128 * KB - 3);
		measured.release();
		own(pool.encode("\u20ac\u20ac\u20ac\u20ac"));
		assertFigures(3, 1, 2, 128 * KB - 9);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 8, 1000, 128 * KB })
	void allocatesFromTheSlabWhatFits(int capacity) {
		ByteBuf buffer = own(pool.allocate(capacity));
		assertThat(buffer.capacity()).isEqualTo(capacity);
		assertThat(buffer.maxCapacity()).isEqualTo(capacity);
		assertThat(buffer.readableBytes()).isZero();
		assertThat(buffer).isInstanceOf(Region.class);
		assertFigures(1, 0, 0, capacity);
	}

	@Test
	void allocatesElsewhereWhatDoesNotFit() {
		ByteBuf buffer = own(pool.allocate(128 * KB + 1));
		assertThat(buffer.capacity()).isEqualTo(128 * KB + 1);
		assertThat(buffer.maxCapacity()).isEqualTo(128 * KB + 1);
		assertThat(buffer.isDirect()).isTrue();
		assertFigures(0, 1, 0, 0);
		own(pool.allocate(128 * KB));
		assertFigures(1, 1, 0, 128 * KB);
	}

	@Test
	void trimsWhatIsNotUsed() {
		ByteBuf first = own(pool.allocate(1000)).writeZero(100);
		pool.trim(first);
		assertThat(first.capacity()).isEqualTo(100);
		assertThat(first.maxCapacity()).isEqualTo(100);
		assertFigures(1, 0, 0, 100);
		ByteBuf second = own(pool.allocate(1000));
		assertThat(second.writeZero(1000).isWritable()).isFalse();
		pool.trim(first);
		pool.trim(second);
		assertFigures(2, 0, 0, 1100);
	}

	@Test
	void trimsInTheMiddle() {
		ByteBuf first = own(pool.allocate(64 * KB)).writeZero(1);
		own(pool.allocate(64 * KB));
		pool.trim(first);
		assertFigures(2, 0, 0, 64 * KB + 1);
		own(pool.allocate(64 * KB - 1));
		assertFigures(3, 0, 0, 128 * KB);
	}

	@Test
	void keepsARegionThatIsStillEmpty() {
		ByteBuf empty = own(pool.allocate(10));
		pool.trim(empty);
		assertThat(empty.writeLong(1).readableBytes()).isEqualTo(8);
		assertFigures(1, 0, 0, 10);
	}

	@Test
	void leavesOtherBuffersAlone() {
		ByteBuf other = own(allocator.directBuffer(100));
		pool.trim(other);
		assertThat(other.capacity()).isEqualTo(100);
		ByteBuf fallback = own(pool.allocate(200 * KB));
		pool.trim(fallback);
		assertThat(fallback.capacity()).isEqualTo(200 * KB);
	}

	@Test
	void regionsNeverOverlap() {
		Random random = new Random(42);
		List<ByteBuf> out = new ArrayList<>();
		for (int i = 0; i < 20_000; i++) {
			int size = 1 + random.nextInt(4000);
			ByteBuf buffer = pool.allocate(size);
			for (int index = 0; index < size; index++) {
				buffer.writeByte(i);
			}
			buffer.markReaderIndex().setIndex(0, size);
			out.add(buffer.retain());
			buffer.release();
			if (out.size() > 20 + i % 40) {
				ByteBuf oldest = out.remove(random.nextInt(out.size()));
				byte content = oldest.getByte(0);
				assertThat(ByteBufUtil.getBytes(oldest)).containsOnly(content);
				oldest.release();
			}
		}
		owned.addAll(out);
		assertThat(pool.statistics().hits()).isPositive();
	}

	@Test
	void usesObjectsAgain() {
		ByteBuf first = pool.allocate(10).writeInt(1);
		first.readByte();
		first.markReaderIndex();
		first.release();
		ByteBuf second = own(pool.allocate(20));
		assertThat(second).isSameAs(first);
		assertThat(second.refCnt()).isOne();
		assertThat(second.capacity()).isEqualTo(20);
		assertThat(second.readerIndex()).isZero();
		assertThat(second.writerIndex()).isZero();
		assertThat(second.resetReaderIndex().readerIndex()).isZero();
	}

	@Test
	void hitRatioIsThatOfAllBuffers() {
		assertThat(pool.statistics().hitRatio()).isOne();
		own(pool.allocate(1));
		own(pool.allocate(1));
		own(pool.allocate(1));
		own(pool.allocate(200 * KB));
		assertThat(pool.statistics().hitRatio()).isEqualTo(0.75);
		assertThat(pool.statistics().bytesCapacity()).isEqualTo(128 * KB);
		assertThat(pool.statistics())
			.hasToString("hits=3, mallocFallbacks=1, measureFirst=0, bytesUsed=3, bytesCapacity=131072");
	}

	@Test
	void rejectsAnEmptySlab() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new WritePool(ImmediateEventExecutor.INSTANCE, allocator, 0))
			.withMessageContaining("0");
	}

}
