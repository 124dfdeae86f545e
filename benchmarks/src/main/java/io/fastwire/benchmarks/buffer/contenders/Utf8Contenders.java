/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.buffer.contenders;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

import io.fastwire.buffer.Utf8Writer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The contenders.
 */
public enum Utf8Contenders {

	/** Ours. */
	FASTWIRE(Fastwire::new),

	/** {@link String#getBytes(java.nio.charset.Charset)}, and a copy into the buffer. */
	GET_BYTES(() -> Utf8Contenders::getBytes),

	/** Netty's {@link ByteBufUtil#writeUtf8(ByteBuf, CharSequence)}. */
	NETTY(() -> (text, dst) -> ByteBufUtil.writeUtf8(dst, text)),

	/** A {@link CharsetEncoder} on arrays, and a copy into the buffer. */
	ENCODER(Encoder::new),

	/** Jackson's UTF-8 generator, writing raw text. */
	JACKSON(Jackson::new),

	/** A copy of the encoded bytes: the limit. */
	MEMCPY(Memcpy::new);

	private final Supplier<Utf8Contender> factory;

	Utf8Contenders(Supplier<Utf8Contender> factory) {
		this.factory = factory;
	}

	/**
	 * Creates a contender.
	 * @return for one thread
	 */
	public Utf8Contender create() {
		return factory.get();
	}

	private static int getBytes(String text, ByteBuf dst) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		dst.writeBytes(bytes);
		return bytes.length;
	}

	private static final class Fastwire implements Utf8Contender {

		private final Utf8Writer writer = new Utf8Writer();

		@Override
		public int write(String text, ByteBuf dst) {
			return writer.write(text, dst);
		}

	}

	private static final class Encoder implements Utf8Contender {

		private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder()
			.onMalformedInput(CodingErrorAction.REPLACE);

		private char[] units = new char[0];

		private CharBuffer in = CharBuffer.wrap(units);

		private ByteBuffer out = ByteBuffer.allocate(0);

		@Override
		public void prepare(String text) {
			units = new char[text.length()];
			in = CharBuffer.wrap(units);
			out = ByteBuffer.allocate(3 * text.length());
		}

		@Override
		public int write(String text, ByteBuf dst) {
			text.getChars(0, text.length(), units, 0);
			in.clear();
			out.clear();
			encoder.reset().encode(in, out, true);
			dst.writeBytes(out.array(), 0, out.position());
			return out.position();
		}

	}

	private static final class Jackson extends OutputStream implements Utf8Contender {

		private final JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), this);

		private ByteBuf dst = Unpooled.EMPTY_BUFFER;

		@Override
		public int write(String text, ByteBuf dst) {
			this.dst = dst;
			int start = dst.writerIndex();
			generator.writeRaw(text);
			generator.flush();
			return dst.writerIndex() - start;
		}

		@Override
		public void write(int b) {
			dst.writeByte(b);
		}

		@Override
		public void write(byte[] bytes, int offset, int length) {
			dst.writeBytes(bytes, offset, length);
		}

		@Override
		public void close() {
			try {
				super.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	private static final class Memcpy implements Utf8Contender {

		private byte[] bytes = new byte[0];

		@Override
		public void prepare(String text) {
			bytes = text.getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public int write(String text, ByteBuf dst) {
			dst.writeBytes(bytes);
			return bytes.length;
		}

	}

}
