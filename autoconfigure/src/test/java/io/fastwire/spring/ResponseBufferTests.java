/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What code may expect of a data buffer, of ours on and off the event loop as of Spring's
 * own.
 */
class ResponseBufferTests {

	private static final String TEXT = "a\u00e4\u20ac\ud83d\ude00";

	private static final byte[] TEXT_BYTES = TEXT.getBytes(StandardCharsets.UTF_8);

	enum Kind {

		ON_THE_LOOP {
			@Override
			DataBufferFactory factory() {
				return new ResponseBufferFactory(FakeExchange.get("/"));
			}
		},

		OFF_THE_LOOP {
			@Override
			DataBufferFactory factory() {
				AtomicReference<DataBufferFactory> made = new AtomicReference<>();
				OtherThread.run(() -> made.set(new ResponseBufferFactory(FakeExchange.get("/"))));
				return Objects.requireNonNull(made.get());
			}
		},

		REFERENCE {
			@Override
			DataBufferFactory factory() {
				return DefaultDataBufferFactory.sharedInstance;
			}
		};

		abstract DataBufferFactory factory();

	}

	private static DataBuffer text(Kind kind) {
		return kind.factory().allocateBuffer(3 * TEXT.length()).write(TEXT, StandardCharsets.UTF_8);
	}

	private static byte[] readable(DataBuffer buffer) {
		ByteBuffer bytes = ByteBuffer.allocate(buffer.readableByteCount());
		buffer.toByteBuffer(bytes);
		return bytes.array();
	}

	@ParameterizedTest
	@EnumSource
	void isEmptyAtFirst(Kind kind) {
		DataBuffer buffer = kind.factory().allocateBuffer(10);
		assertThat(buffer.capacity()).isEqualTo(10);
		assertThat(buffer.writableByteCount()).isEqualTo(10);
		assertThat(buffer.readableByteCount()).isZero();
		assertThat(buffer.readPosition()).isZero();
		assertThat(buffer.writePosition()).isZero();
		assertThat(readable(buffer)).isEmpty();
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(buffer::read);
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> buffer.getByte(0));
	}

	@ParameterizedTest
	@EnumSource
	void lookingAtTextDoesNotChangeIt(Kind kind) throws IOException {
		assertThat(text(kind).readableByteCount()).isEqualTo(TEXT_BYTES.length);
		assertThat(text(kind).writePosition()).isEqualTo(TEXT_BYTES.length);
		assertThat(text(kind).readPosition()).isZero();
		assertThat(text(kind).capacity()).isEqualTo(3 * TEXT.length());
		assertThat(text(kind).writableByteCount()).isEqualTo(3 * TEXT.length() - TEXT_BYTES.length);
		assertThat(readable(text(kind))).isEqualTo(TEXT_BYTES);
		assertThat(text(kind).toString(StandardCharsets.UTF_8)).isEqualTo(TEXT);
		assertThat(text(kind).toString(1, 2, StandardCharsets.UTF_8)).isEqualTo("\u00e4");
		assertThat(text(kind).getByte(1)).isEqualTo((byte) 0xC3);
		assertThat(text(kind).indexOf((b) -> b == (byte) 0xE2, 0)).isEqualTo(3);
		assertThat(text(kind).lastIndexOf((b) -> b == 'a', 100)).isZero();
		assertThat(text(kind).forEachByte(0, 3, (b) -> b == 'a')).isEqualTo(1);
		try (InputStream in = text(kind).asInputStream()) {
			assertThat(in.readAllBytes()).isEqualTo(TEXT_BYTES);
		}
		try (DataBuffer.ByteBufferIterator pieces = text(kind).readableByteBuffers()) {
			ByteBuffer only = pieces.next();
			assertThat(only.isReadOnly()).isTrue();
			assertThat(only).isEqualTo(ByteBuffer.wrap(TEXT_BYTES));
			assertThat(pieces.hasNext()).isFalse();
			assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(pieces::next);
		}
	}

	@ParameterizedTest
	@EnumSource
	void growsBeyondItsCapacity(Kind kind) throws IOException {
		DataBuffer buffer = kind.factory().allocateBuffer(1).write(TEXT, StandardCharsets.UTF_8);
		assertThat(buffer.capacity()).isGreaterThanOrEqualTo(TEXT_BYTES.length);
		buffer.write((byte) '!').write(TEXT, StandardCharsets.UTF_8);
		try (OutputStream out = buffer.asOutputStream()) {
			out.write("abc".getBytes(StandardCharsets.US_ASCII));
		}
		assertThat(buffer.toString(StandardCharsets.UTF_8)).isEqualTo(TEXT + "!" + TEXT + "abc");
		assertThat(buffer.ensureWritable(10_000).writableByteCount()).isGreaterThanOrEqualTo(10_000);
	}

	@ParameterizedTest
	@EnumSource
	void replacesWhatACharsetCannotSay(Kind kind) {
		for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1,
				StandardCharsets.UTF_16)) {
			for (String text : List.of(TEXT, "\ud83d", "\ude00a", "")) {
				DataBuffer fresh = kind.factory().allocateBuffer(0).write(text, charset);
				assertThat(readable(fresh)).as(charset + ": " + text).isEqualTo(text.getBytes(charset));
				DataBuffer used = kind.factory().allocateBuffer(4).write((byte) 'x').write(text, charset);
				assertThat(readable(used.readPosition(1))).isEqualTo(text.getBytes(charset));
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void takesTextAsItIsWhenWritten(Kind kind) {
		StringBuilder text = new StringBuilder("before");
		DataBuffer buffer = kind.factory().allocateBuffer(30).write(text, StandardCharsets.UTF_8);
		text.setLength(0);
		text.append("after");
		assertThat(buffer.toString(StandardCharsets.UTF_8)).isEqualTo("before");
	}

	@ParameterizedTest
	@EnumSource
	void takesBytesAsTheyAreWhenWritten(Kind kind) {
		byte[] bytes = { 1, 2, 3, 4 };
		DataBuffer buffer = kind.factory().allocateBuffer(4).write(bytes, 1, 2);
		bytes[1] = 9;
		assertThat(readable(buffer)).containsExactly(2, 3);
		assertThatExceptionOfType(IndexOutOfBoundsException.class)
			.isThrownBy(() -> kind.factory().allocateBuffer(9).write(bytes, 2, 3));
	}

	@ParameterizedTest
	@EnumSource
	void wrapsWithoutACopy(Kind kind) {
		byte[] bytes = { 0, 1, 2, 3, 4 };
		DataBuffer array = kind.factory().wrap(bytes);
		DataBuffer part = kind.factory().wrap(ByteBuffer.wrap(bytes, 1, 3));
		DataBuffer direct = kind.factory().wrap(ByteBuffer.allocateDirect(2).put((byte) 5).put((byte) 6).flip());
		bytes[2] = 9;
		assertThat(readable(array)).containsExactly(0, 1, 9, 3, 4);
		assertThat(readable(part)).containsExactly(1, 9, 3);
		assertThat(readable(direct)).containsExactly(5, 6);
		assertThat(readable(part.write((byte) 7))).containsExactly(1, 9, 3, 7);
		assertThat(bytes).containsExactly(0, 1, 9, 3, 4);
	}

	@ParameterizedTest
	@EnumSource
	@SuppressWarnings("deprecation")
	void slicesShareMemory(Kind kind) {
		DataBuffer buffer = text(kind);
		DataBuffer slice = buffer.slice(1, 2);
		assertThat(slice.toString(StandardCharsets.UTF_8)).isEqualTo("\u00e4");
		buffer.asByteBuffer(2, 1).put((byte) 0xB6);
		assertThat(slice.toString(StandardCharsets.UTF_8)).isEqualTo("\u00f6");
		assertThat(buffer.retainedSlice(0, 1).toString(StandardCharsets.UTF_8)).isEqualTo("a");
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> buffer.slice(1, 100));
	}

	@ParameterizedTest
	@EnumSource
	void splitsAnywhere(Kind kind) {
		for (int index = 0; index <= 3 * TEXT.length(); index++) {
			DataBuffer rest = text(kind).readPosition(1);
			DataBuffer front = rest.split(index);
			assertThat(front.capacity()).isEqualTo(index);
			assertThat(rest.capacity()).isEqualTo(3 * TEXT.length() - index);
			DataBuffer joined = kind.factory().join(List.of(front, rest));
			assertThat(joined.toString(StandardCharsets.UTF_8)).isEqualTo(TEXT.substring(1));
			front.write((byte) 'x').write(new byte[100]);
			assertThat(rest.readableByteCount()).isEqualTo(TEXT_BYTES.length - Math.max(index, 1)
					+ ((index > TEXT_BYTES.length) ? index - TEXT_BYTES.length : 0));
		}
	}

	@ParameterizedTest
	@EnumSource
	void joinsBuffersOfAllKinds(Kind kind) {
		UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
		NettyDataBufferFactory received = new RequestBufferFactory(allocator);
		for (Function<List<DataBuffer>, DataBuffer> join : List
			.<Function<List<DataBuffer>, DataBuffer>>of(kind.factory()::join, received::join)) {
			DataBuffer joined = join.apply(List.of(received.allocateBuffer(1).write(TEXT, StandardCharsets.UTF_8),
					text(kind), DefaultDataBufferFactory.sharedInstance.wrap(new byte[] { '!' })));
			assertThat(joined.toString(StandardCharsets.UTF_8)).isEqualTo(TEXT + TEXT + "!");
			DataBufferUtils.release(joined);
			assertThat(allocator.metric().usedHeapMemory()).isZero();
		}
		assertThatIllegalArgumentException().isThrownBy(() -> kind.factory().join(List.of()));
	}

	@Test
	void joinsWhatWasReceivedWithoutACopy() {
		UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
		NettyDataBufferFactory received = new RequestBufferFactory(allocator);
		DataBuffer joined = received
			.join(List.of(received.allocateBuffer(8).write((byte) 'a'), received.allocateBuffer(8).write((byte) 'b')));
		assertThat(allocator.metric().usedHeapMemory()).isEqualTo(16);
		assertThat(joined.toString(StandardCharsets.UTF_8)).isEqualTo("ab");
		DataBufferUtils.release(joined);
	}

	@ParameterizedTest
	@EnumSource
	@SuppressWarnings("deprecation")
	void changesItsCapacity(Kind kind) {
		DataBuffer buffer = text(kind).readPosition(1);
		assertThat(readable(buffer.capacity(100))).hasSize(TEXT_BYTES.length - 1);
		assertThat(buffer.capacity()).isEqualTo(100);
		assertThat(buffer.capacity(3).toString(StandardCharsets.UTF_8)).isEqualTo("\u00e4");
		assertThat(buffer.capacity(0).readableByteCount()).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> buffer.capacity(-1));
	}

	@ParameterizedTest
	@EnumSource
	@SuppressWarnings("deprecation")
	void handsOutCopiesAndViews(Kind kind) {
		DataBuffer buffer = text(kind).readPosition(1);
		ByteBuffer copy = buffer.toByteBuffer();
		assertThat(copy.remaining()).isEqualTo(TEXT_BYTES.length - 1);
		copy.put(0, (byte) 0);
		assertThat(buffer.getByte(1)).isEqualTo((byte) 0xC3);
		assertThat(buffer.asByteBuffer()).isEqualTo(ByteBuffer.wrap(TEXT_BYTES, 1, TEXT_BYTES.length - 1));
		ByteBuffer target = ByteBuffer.allocate(5).position(2);
		buffer.toByteBuffer(3, target, 1, 3);
		assertThat(target.array()).containsExactly(0, 0xE2, 0x82, 0xAC, 0);
		assertThat(target.position()).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource
	void isEqualToABufferWithTheSameContent(Kind kind) {
		assertThat(text(kind)).isEqualTo(text(kind)).hasSameHashCodeAs(text(kind));
		assertThat(text(kind)).isNotEqualTo(text(kind).write((byte) 1)).isNotEqualTo(TEXT);
	}

	/** Two buffers that must always agree, ours and Spring's. */
	private static final class Pair {

		private static final Charset[] CHARSETS = { StandardCharsets.UTF_8, StandardCharsets.UTF_8,
				StandardCharsets.UTF_16, StandardCharsets.ISO_8859_1 };

		private final Random random;

		private DataBuffer ours;

		private DataBuffer reference;

		private final List<String> log = new ArrayList<>();

		Pair(long seed, DataBufferFactory factory) {
			random = new Random(seed);
			int capacity = random.nextInt(80);
			ours = factory.allocateBuffer(capacity);
			reference = Kind.REFERENCE.factory().allocateBuffer(capacity);
		}

		private void both(String what, Function<DataBuffer, Object> operation) {
			log.add(what);
			assertThat(outcome(ours, operation)).as(log.toString()).isEqualTo(outcome(reference, operation));
		}

		private static Object outcome(DataBuffer buffer, Function<DataBuffer, Object> operation) {
			try {
				Object result = operation.apply(buffer);
				return (result instanceof DataBuffer) ? "buffer" : result;
			}
			catch (IndexOutOfBoundsException ex) {
				return "out of bounds";
			}
		}

		@SuppressWarnings("deprecation")
		void step() {
			int room = Math.min(ours.capacity(), reference.capacity());
			int n = random.nextInt(room + 1);
			int readable = reference.readableByteCount();
			byte[] bytes = new byte[random.nextInt(40)];
			random.nextBytes(bytes);
			switch (random.nextInt(13)) {
				case 0 -> both("write " + bytes.length, (buffer) -> buffer.write(bytes));
				case 1 -> both("write 1", (buffer) -> buffer.write((byte) n));
				case 2, 3 -> writeText();
				case 4 -> both("read", DataBuffer::read);
				case 5 -> both("readPosition " + n, (buffer) -> buffer.readPosition(n));
				case 6 -> both("writePosition " + n, (buffer) -> buffer.writePosition(n));
				case 7 -> both("ensureWritable " + n, (buffer) -> buffer.ensureWritable(n));
				case 8 -> split(n);
				case 9 -> both("read into " + bytes.length, (buffer) -> buffer.read(bytes.clone()));
				case 10 -> both("slice and change", (buffer) -> {
					buffer.slice(0, n).writePosition(0).write(new byte[n / 2]);
					return buffer;
				});
				case 11 -> both("write buffers " + readable,
						(buffer) -> buffer.write(buffer, DefaultDataBufferFactory.sharedInstance.wrap(bytes)));
				default -> both("fill", (buffer) -> {
					buffer.ensureWritable(1);
					try (DataBuffer.ByteBufferIterator pieces = buffer.writableByteBuffers()) {
						pieces.next().put((byte) n);
					}
					return buffer.writePosition(buffer.writePosition() + 1);
				});
			}
			check();
		}

		private void writeText() {
			String text = "x\u00e4\u20ac\ud83d\ude00".repeat(3).substring(random.nextInt(8), 8 + random.nextInt(7));
			Charset charset = CHARSETS[random.nextInt(CHARSETS.length)];
			both("write " + charset, (buffer) -> buffer.write(text, charset));
		}

		/** Goes on with either half. */
		private void split(int index) {
			log.add("split " + index);
			DataBuffer ourFront = ours.split(index);
			DataBuffer referenceFront = reference.split(index);
			if (random.nextBoolean()) {
				ourFront.write((byte) 7);
				referenceFront.write((byte) 7);
			}
			else {
				ours = ourFront;
				reference = referenceFront;
			}
		}

		private void check() {
			if (random.nextBoolean()) {
				// Looking less often leaves text unencoded for longer.
				return;
			}
			String message = log.toString();
			assertThat(ours.readPosition()).as(message).isEqualTo(reference.readPosition());
			assertThat(ours.writePosition()).as(message).isEqualTo(reference.writePosition());
			assertThat(ours.capacity()).as(message).isGreaterThanOrEqualTo(ours.writePosition());
			assertThat(readable(ours)).as(message).isEqualTo(readable(reference));
		}

	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
	void agreesWithSpringsBufferWhateverIsDone(long seed) {
		DataBufferFactory onTheLoop = Kind.ON_THE_LOOP.factory();
		DataBufferFactory offTheLoop = Kind.OFF_THE_LOOP.factory();
		for (int i = 0; i < 500; i++) {
			Pair pair = new Pair(seed * 1000 + i, (i % 2 == 0) ? onTheLoop : offTheLoop);
			for (int step = 0; step < 40; step++) {
				pair.step();
			}
		}
	}

}
