/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.fastwire.http.Exchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBuffer;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

/** Takes over the buffers that an application writes. */
final class OutboundBuffers {

	private static final Consumer<Object> RELEASE = OutboundBuffers::release;

	private static final Class<?> CONTEXT_WRITE = Mono.just("").contextWrite((context) -> context).getClass();

	private OutboundBuffers() {
	}

	/**
	 * Writes a buffer of the application.
	 * @param buffer owned by the exchange, or released, when this returns
	 */
	static void write(Exchange exchange, DataBuffer buffer) {
		if (buffer instanceof ResponseBuffer ours) {
			ours.writeTo(exchange);
		}
		else {
			exchange.write(take(buffer));
		}
	}

	/**
	 * Ends a response with a buffer of the application.
	 * @param buffer owned by the exchange, or released, when this returns
	 */
	static void end(Exchange exchange, DataBuffer buffer) {
		if (buffer instanceof ResponseBuffer ours) {
			ours.endTo(exchange);
		}
		else {
			exchange.end(take(buffer));
		}
	}

	/**
	 * Turns a buffer of the application into one of Netty's.
	 * @param buffer owned by the result, or released, when this returns
	 */
	static ByteBuf take(DataBuffer buffer) {
		if (buffer instanceof NettyDataBuffer netty) {
			return netty.getNativeBuffer();
		}
		if (buffer instanceof DefaultDataBuffer plain) {
			ByteBuffer bytes = plain.getNativeBuffer();
			return Unpooled.wrappedBuffer(bytes.slice(plain.readPosition(), plain.readableByteCount()));
		}
		try {
			return NettyDataBufferFactory.toByteBuf(buffer);
		}
		finally {
			DataBufferUtils.release(buffer);
		}
	}

	/**
	 * Returns the buffer of a body that is already there. Spring hands nearly every body
	 * over as {@code Mono.just(buffer).doOnDiscard(...)}; a context does not change what
	 * {@code Mono.just} emits, so it is looked through.
	 * @return {@code null} if the body must be subscribed to
	 */
	static @Nullable DataBuffer known(Mono<?> body) {
		Object source = body;
		if (body.getClass() == CONTEXT_WRITE) {
			source = ((Scannable) body).scanUnsafe(Scannable.Attr.PARENT);
		}
		return (source instanceof Fuseable.ScalarCallable<?> scalar && valueOf(scalar) instanceof DataBuffer buffer)
				? buffer : null;
	}

	private static @Nullable Object valueOf(Fuseable.ScalarCallable<?> scalar) {
		try {
			return scalar.call();
		}
		catch (Exception ex) {
			return null; // Mono.error(), which a subscriber will meet again.
		}
	}

	static void release(Object element) {
		if (element instanceof DataBuffer buffer) {
			DataBufferUtils.release(buffer);
		}
	}

	/**
	 * Makes the operators in front of a body release what they drop.
	 */
	static Context releaseOnDiscard(Context context) {
		return Operators.enableOnDiscard(context, RELEASE);
	}

}
