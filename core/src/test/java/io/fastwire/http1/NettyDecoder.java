/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * What Netty's decoder makes of the first request in some bytes: a second opinion.
 */
final class NettyDecoder {

	private final List<String> lines = new ArrayList<>();

	private final List<String> trailers = new ArrayList<>();

	private final StringBuilder body = new StringBuilder();

	private @Nullable HttpRequest request;

	private boolean complete;

	private boolean failed;

	/** Decodes bytes that arrive whole. */
	static NettyDecoder decode(byte[] input) {
		NettyDecoder decoder = new NettyDecoder();
		EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
		channel.writeInbound(Unpooled.wrappedBuffer(input));
		for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
			decoder.take((HttpObject) message);
			ReferenceCountUtil.release(message);
		}
		channel.finishAndReleaseAll();
		return decoder;
	}

	private void take(HttpObject object) {
		if (complete) {
			return;
		}
		failed |= object.decoderResult().isFailure();
		if (object instanceof HttpRequest head) {
			request = head;
			for (Map.Entry<String, String> entry : head.headers()) {
				lines.add(entry.getKey() + ": " + entry.getValue());
			}
		}
		if (object instanceof HttpContent content) {
			body.append(content.content().toString(StandardCharsets.ISO_8859_1));
		}
		if (object instanceof LastHttpContent last) {
			last.trailingHeaders().forEach((entry) -> trailers.add(entry.getKey() + ": " + entry.getValue()));
			complete = true;
		}
	}

	/** Returns the head, or {@code null} if it is incomplete or refused. */
	@Nullable HttpRequest request() {
		return failed ? null : request;
	}

	/** Tells whether head and body are complete and not refused. */
	boolean complete() {
		return complete && !failed;
	}

	List<String> lines() {
		return lines;
	}

	List<String> trailers() {
		return trailers;
	}

	String body() {
		return body.toString();
	}

}
