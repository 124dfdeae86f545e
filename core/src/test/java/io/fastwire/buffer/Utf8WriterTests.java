/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.buffer;

import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The writer makes the bytes that {@link String#getBytes} makes, wherever text comes from
 * and bytes go to.
 */
class Utf8WriterTests {

	private final WritePool pool = new WritePool(ImmediateEventExecutor.INSTANCE, UnpooledByteBufAllocator.DEFAULT,
			4 << 20);

	@AfterEach
	void close() {
		assertThat(pool.statistics().bytesUsed()).isZero();
		pool.close();
	}

	/** Where text comes from. */
	enum Source {

		STRING((text) -> text),

		STRING_BUILDER(StringBuilder::new),

		CHAR_BUFFER(CharBuffer::wrap);

		private final Function<String, CharSequence> wrap;

		Source(Function<String, CharSequence> wrap) {
			this.wrap = wrap;
		}

	}

	/** Where bytes go to; {@code size} is what they need. */
	enum Destination {

		REGION {
			@Override
			ByteBuf buffer(WritePool pool, int size) {
				return pool.allocate(3 * size + 3);
			}
		},

		REGION_OF_EXACT_SIZE {
			@Override
			ByteBuf buffer(WritePool pool, int size) {
				return pool.allocate(size + 2);
			}
		},

		HEAP {
			@Override
			ByteBuf buffer(WritePool pool, int size) {
				return Unpooled.buffer(2);
			}
		},

		DIRECT {
			@Override
			ByteBuf buffer(WritePool pool, int size) {
				return Unpooled.directBuffer(size + 2, size + 2);
			}
		};

		abstract ByteBuf buffer(WritePool pool, int size);

	}

	private static byte[] expected(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@ParameterizedTest
	@EnumSource
	void writesWhatGetBytesMakes(Destination destination) {
		TextCase.all().forEach((test) -> {
			for (Source source : Source.values()) {
				assertWrites(test, source, destination);
			}
		});
	}

	private void assertWrites(TextCase test, Source source, Destination destination) {
		byte[] expected = expected(test.text());
		ByteBuf buffer = destination.buffer(pool, expected.length);
		ByteBuf neighbour = pool.allocate(8).writeLong(0x0102030405060708L);
		buffer.writeShort(0x4242);
		int written = pool.utf8().write(source.wrap.apply(test.text()), buffer);
		String description = test.name() + " from " + source;
		assertThat(written).describedAs(description).isEqualTo(expected.length);
		assertThat(buffer.readShort()).describedAs(description).isEqualTo((short) 0x4242);
		assertThat(ByteBufUtil.getBytes(buffer)).describedAs(description).isEqualTo(expected);
		assertThat(neighbour.readLong()).describedAs(description).isEqualTo(0x0102030405060708L);
		buffer.release();
		neighbour.release();
	}

	@Test
	void measuresWhatGetBytesMakes() {
		TextCase.all().forEach((test) -> {
			for (Source source : Source.values()) {
				assertThat(pool.utf8().length(source.wrap.apply(test.text())))
					.describedAs(test.name() + " from " + source)
					.isEqualTo(expected(test.text()).length);
			}
		});
	}

	@Test
	void encodesWhatGetBytesMakes() {
		TextCase.all().forEach((test) -> {
			ByteBuf encoded = pool.encode(test.text());
			assertThat(ByteBufUtil.getBytes(encoded)).describedAs(test.name()).isEqualTo(expected(test.text()));
			assertThat(encoded.capacity()).describedAs(test.name()).isEqualTo(encoded.readableBytes());
			encoded.release();
		});
	}

	@Test
	void doesNotCopyLatin1AsItIs() {
		ByteBuf encoded = pool.encode("str\u00e4ngar");
		assertThat(ByteBufUtil.getBytes(encoded)).containsExactly('s', 't', 'r', 0xC3, 0xA4, 'n', 'g', 'a', 'r');
		encoded.release();
	}

	@Test
	void writesEveryUnitByItself() {
		ByteBuf buffer = pool.allocate(3);
		for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
			String text = String.valueOf((char) unit);
			pool.utf8().write(text, buffer.clear());
			if (!ByteBufUtil.equals(buffer, 0, Unpooled.wrappedBuffer(expected(text)), 0, buffer.readableBytes())) {
				assertThat(ByteBufUtil.getBytes(buffer)).describedAs("U+%04X", unit).isEqualTo(expected(text));
			}
		}
		buffer.release();
	}

	@Test
	void writesEveryUnitInAllLanes() {
		for (int unit = 0; unit <= Character.MAX_VALUE; unit += 7) {
			String text = (Character.toString(unit) + "\u00e4\u20ac").repeat(40) + Character.toString(unit).repeat(80);
			ByteBuf encoded = pool.encode(text);
			assertThat(ByteBufUtil.getBytes(encoded)).describedAs("U+%04X", unit).isEqualTo(expected(text));
			encoded.release();
		}
	}

	@Test
	void rejectsTextThatDoesNotFit() {
		for (String text : new String[] { "abc", "\u20ac", "\u00e4".repeat(500), "a".repeat(5000) }) {
			ByteBuf buffer = pool.allocate(expected(text).length - 1);
			ByteBuf neighbour = pool.allocate(1).writeByte(42);
			assertThatExceptionOfType(IndexOutOfBoundsException.class)
				.isThrownBy(() -> pool.utf8().write(text, buffer));
			assertThat(buffer.writerIndex()).isZero();
			assertThat(neighbour.readByte()).isEqualTo((byte) 42);
			buffer.release();
			neighbour.release();
		}
	}

}
