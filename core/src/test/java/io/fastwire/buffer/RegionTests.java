/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

import io.fastwire.testsupport.LeakFree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ByteProcessor;
import io.netty.util.ResourceLeakTracker;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A region behaves as any other Netty buffer: a heap buffer is the model. It never
 * touches its neighbours.
 */
@ExtendWith(LeakFree.class)
class RegionTests {

	private static final int SIZE = 100;

	private static final long MARK = 0x0102030405060708L;

	private final WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, UnpooledByteBufAllocator.DEFAULT,
			1000);

	private final ByteBuf before = pool.allocate(8).writeLong(MARK);

	private final ByteBuf region = pool.allocate(SIZE);

	private final ByteBuf after = pool.allocate(8).writeLong(MARK);

	private final ByteBuf model = Unpooled.buffer(SIZE, SIZE);

	@AfterEach
	void close() {
		assertThat(before.readLong()).isEqualTo(MARK);
		assertThat(after.readLong()).isEqualTo(MARK);
		before.release();
		after.release();
		region.release();
		assertThat(pool.statistics().bytesUsed()).isZero();
		pool.close();
	}

	private void fill() {
		byte[] bytes = new byte[SIZE];
		new Random(42).nextBytes(bytes);
		region.setIndex(0, 0).writeBytes(bytes);
		model.setIndex(0, 0).writeBytes(bytes);
	}

	/** A stack costs more than the response; the detector of these tests wants none. */
	@Test
	void recordsWhoTouchesItOnlyWhereDetailsAreWanted() {
		RecordCounter counter = new RecordCounter();
		Region watched = new Region(pool, ByteBuffer.allocate(8));
		watched.watch(counter);
		watched.touch("hint").touch();
		assertThat(counter.records).isZero();
	}

	private static final class RecordCounter implements ResourceLeakTracker<Region> {

		private int records;

		@Override
		public void record() {
			records++;
		}

		@Override
		public void record(Object hint) {
			records++;
		}

		@Override
		public boolean close(Region tracked) {
			return true;
		}

	}

	@Test
	void storesNumbersAsTheModelDoes() {
		Random random = new Random(42);
		for (int i = 0; i < 5000; i++) {
			int index = random.nextInt(SIZE - 7);
			long value = random.nextLong();
			int kind = random.nextInt(9);
			set(region, kind, index, value);
			set(model, kind, index, value);
			assertThat(get(region, kind, index)).isEqualTo(get(model, kind, index));
		}
		region.setIndex(0, SIZE);
		model.setIndex(0, SIZE);
		assertThat((Object) region).isEqualTo(model);
	}

	private static void set(ByteBuf buffer, int kind, int index, long value) {
		switch (kind) {
			case 0 -> buffer.setByte(index, (int) value);
			case 1 -> buffer.setShort(index, (int) value);
			case 2 -> buffer.setShortLE(index, (int) value);
			case 3 -> buffer.setMedium(index, (int) value);
			case 4 -> buffer.setMediumLE(index, (int) value);
			case 5 -> buffer.setInt(index, (int) value);
			case 6 -> buffer.setIntLE(index, (int) value);
			case 7 -> buffer.setLong(index, value);
			default -> buffer.setLongLE(index, value);
		}
	}

	private static long get(ByteBuf buffer, int kind, int index) {
		return switch (kind) {
			case 0 -> buffer.getByte(index);
			case 1 -> buffer.getShort(index);
			case 2 -> buffer.getShortLE(index);
			case 3 -> buffer.getMedium(index);
			case 4 -> buffer.getMediumLE(index);
			case 5 -> buffer.getInt(index);
			case 6 -> buffer.getIntLE(index);
			case 7 -> buffer.getLong(index);
			default -> buffer.getLongLE(index);
		};
	}

	@Test
	void copiesToAndFromBuffersOfAllKinds() {
		fill();
		for (ByteBuf other : new ByteBuf[] { Unpooled.buffer(SIZE), Unpooled.directBuffer(SIZE), pool.allocate(SIZE),
				Unpooled.compositeBuffer()
					.addComponent(true, Unpooled.buffer(30).writeZero(30))
					.addComponent(true, Unpooled.directBuffer(70).writeZero(70)) }) {
			other.setIndex(0, SIZE);
			region.getBytes(10, other, 20, 50);
			assertThat((Object) other.slice(20, 50)).isEqualTo(model.slice(10, 50));
			region.setZero(0, SIZE).setBytes(5, other, 20, 50);
			assertThat((Object) region.slice(5, 50)).isEqualTo(model.slice(10, 50));
			other.release();
			fill();
		}
	}

	@Test
	void copiesToAndFromNioBuffers() {
		fill();
		for (ByteBuffer other : new ByteBuffer[] { ByteBuffer.allocate(50), ByteBuffer.allocateDirect(50) }) {
			region.getBytes(10, other);
			assertThat(other.hasRemaining()).isFalse();
			region.setZero(0, SIZE).setBytes(5, other.flip());
			assertThat(other.hasRemaining()).isFalse();
			assertThat((Object) region.slice(5, 50)).isEqualTo(model.slice(10, 50));
			fill();
		}
	}

	@Test
	void copiesToAndFromStreamsAndChannels(@TempDir Path folder) throws IOException {
		fill();
		byte[] expected = ByteBufUtil.getBytes(model, 10, 50);
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		region.getBytes(10, out, 50);
		assertThat(out.toByteArray()).isEqualTo(expected);
		assertThat(region.setZero(0, SIZE).setBytes(5, new ByteArrayInputStream(expected), 60)).isEqualTo(50);
		assertThat(ByteBufUtil.getBytes(region, 5, 50)).isEqualTo(expected);
		assertThat(region.setBytes(5, new ByteArrayInputStream(new byte[0]), 60)).isEqualTo(-1);
		try (FileChannel file = FileChannel.open(folder.resolve("bytes"), StandardOpenOption.CREATE,
				StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			assertThat(region.getBytes(5, file, 3, 50)).isEqualTo(50);
			assertThat(region.setZero(0, SIZE).setBytes(7, file, 3, 60)).isEqualTo(50);
			assertThat(ByteBufUtil.getBytes(region, 7, 50)).isEqualTo(expected);
			assertThat(region.getBytes(7, file, 50)).isEqualTo(50);
			file.position(0);
			assertThat(region.setZero(0, SIZE).setBytes(9, file, 50)).isEqualTo(50);
			assertThat(ByteBufUtil.getBytes(region, 9, 50)).isEqualTo(expected);
		}
		assertThat(Channels.newChannel(out).isOpen()).isTrue();
	}

	@Test
	void showsItsBytesToTransports() {
		fill();
		assertThat(region.isDirect()).isTrue();
		assertThat(region.hasArray()).isFalse();
		assertThat(region.isContiguous()).isTrue();
		assertThat(region.unwrap()).isNull();
		assertThat(region.nioBufferCount()).isOne();
		assertThat(region.nioBuffer(10, 50)).isEqualTo(model.nioBuffer(10, 50));
		assertThat(region.internalNioBuffer(10, 50)).isEqualTo(model.nioBuffer(10, 50));
		assertThat(region.nioBuffers(10, 50)).containsExactly(model.nioBuffer(10, 50));
		assertThat(region.hasMemoryAddress()).isTrue();
		assertThat(after.memoryAddress() - region.memoryAddress()).isEqualTo(SIZE);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(region::array);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(region::arrayOffset);
	}

	@Test
	void writingToANioBufferWritesToTheRegion() {
		region.nioBuffer(10, 8).putLong(MARK);
		assertThat(region.getLong(10)).isEqualTo(MARK);
		assertThat(region.nioBuffer(10, 8).capacity()).isEqualTo(8);
	}

	@Test
	void derivesBuffersAsNettyDoes() {
		fill();
		ByteBuf slice = region.retainedSlice(10, 50);
		ByteBuf duplicate = region.retainedDuplicate();
		ByteBuf copy = region.copy(10, 50);
		assertThat(region.refCnt()).isEqualTo(3);
		assertThat((Object) slice).isEqualTo(model.slice(10, 50));
		assertThat((Object) duplicate).isEqualTo(model);
		assertThat((Object) copy).isEqualTo(model.slice(10, 50));
		assertThat(copy.isWritable()).isFalse();
		assertThat(region.forEachByte(ByteProcessor.FIND_NUL)).isEqualTo(model.forEachByte(ByteProcessor.FIND_NUL));
		slice.release();
		duplicate.release();
		copy.release();
		assertThat(region.refCnt()).isOne();
	}

	@Test
	void neverGrowsBeyondItsCapacity() {
		assertThat(region.capacity()).isEqualTo(SIZE);
		region.writeZero(SIZE);
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> region.writeByte(1));
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> region.getByte(SIZE));
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> region.getLong(SIZE - 7));
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> region.getByte(-1));
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> region.nioBuffer(1, SIZE));
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> region.setBytes(SIZE - 1, new byte[2]));
		assertThatIllegalArgumentException().isThrownBy(() -> region.capacity(SIZE + 1));
	}

	@Test
	void mayBecomeSmallerAndReturnToItsCapacity() {
		region.writeZero(SIZE);
		assertThat(region.capacity(10).writerIndex()).isEqualTo(10);
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> region.getByte(10));
		assertThat(region.capacity(SIZE).getByte(SIZE - 1)).isZero();
	}

}
