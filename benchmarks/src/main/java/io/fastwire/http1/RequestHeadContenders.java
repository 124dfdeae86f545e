/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.fastwire.http.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The contenders.
 */
public enum RequestHeadContenders {

	/** Ours, a field section that the connection has not seen before. */
	FASTWIRE_FIRST(() -> new Fastwire(false)),

	/** The same, and then each name and value is asked for as a String. */
	FASTWIRE_FIRST_STRINGS(() -> new Fastwire(true)),

	/** Ours, the same field section as in the request before. */
	FASTWIRE_REPEAT(Repeat::new),

	/**
	 * Netty's {@link HttpRequestDecoder}, whose {@code decode} is called as
	 * {@code ByteToMessageDecoder} does, without what a pipeline adds to it.
	 */
	NETTY(Netty::new);

	private final Supplier<RequestHeadContender> factory;

	RequestHeadContenders(Supplier<RequestHeadContender> factory) {
		this.factory = factory;
	}

	RequestHeadContender create() {
		return factory.get();
	}

	private static class Fastwire implements RequestHeadContender {

		private final RequestHeadParser parser = new RequestHeadParser(HttpLimits.DEFAULTS);

		private final RequestHead head = new RequestHead();

		private final byte[] window = new byte[8192];

		private final boolean strings;

		Fastwire(boolean strings) {
			this.strings = strings;
		}

		@Override
		public int parse(ByteBuf socket) {
			HeaderBlock headers = parse(socket, null);
			return strings ? read(headers) : headers.size();
		}

		HeaderBlock parse(ByteBuf socket, @Nullable HeaderBlock previous) {
			int length = socket.readableBytes();
			socket.readBytes(window, 0, length);
			head.reset();
			if (parser.parse(window, 0, length, head, previous) != length) {
				throw new IllegalStateException("Not a head");
			}
			return head.headers();
		}

		private static int read(HeaderBlock headers) {
			int size = headers.size();
			int chars = 0;
			for (int i = 0; i < size; i++) {
				chars += headers.name(i).length() + headers.value(i).length();
			}
			return (chars > 0) ? size : 0;
		}

	}

	private static final class Repeat extends Fastwire {

		private @Nullable HeaderBlock previous;

		Repeat() {
			super(false);
		}

		@Override
		public int parse(ByteBuf socket) {
			HeaderBlock headers = parse(socket, previous);
			previous = headers;
			return headers.size();
		}

	}

	private static final class Netty extends HttpRequestDecoder implements RequestHeadContender {

		private final List<Object> out = new ArrayList<>();

		private final ChannelHandlerContext context = new EmbeddedChannel(this).pipeline().firstContext();

		@Override
		public int parse(ByteBuf socket) {
			out.clear();
			try {
				while (socket.isReadable()) {
					decode(context, socket, out);
				}
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
			return ((HttpRequest) out.get(0)).headers().size();
		}

	}

}
