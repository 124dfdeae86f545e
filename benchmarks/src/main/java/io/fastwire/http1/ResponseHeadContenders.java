/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

import io.fastwire.http.ResponseHeaders;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/**
 * The contenders.
 */
public enum ResponseHeadContenders {

	/** Ours. */
	FASTWIRE(Fastwire::new),

	/**
	 * Netty's {@link HttpResponseEncoder}, writing into the same buffer, without what a
	 * pipeline adds to it.
	 */
	NETTY(Netty::new);

	private static final String DATE = "Sun, 06 Nov 1994 08:49:37 GMT";

	private static final int CONTENT_LENGTH = 1234;

	private final Supplier<ResponseHeadContender> factory;

	ResponseHeadContenders(Supplier<ResponseHeadContender> factory) {
		this.factory = factory;
	}

	ResponseHeadContender create() {
		return factory.get();
	}

	private static final class Fastwire implements ResponseHeadContender {

		private final ResponseHeadEncoder encoder = new ResponseHeadEncoder(null);

		private final byte[] date = DATE.getBytes(StandardCharsets.US_ASCII);

		private ResponseHeaders headers = new ResponseHeaders();

		@Override
		public void build(String[] fields) {
			headers = new ResponseHeaders();
			for (int i = 0; i < fields.length; i += 2) {
				headers.set(fields[i], fields[i + 1]);
			}
		}

		@Override
		public void encode(ByteBuf dst) {
			encoder.encode(200, headers, CONTENT_LENGTH, Persistence.KEEP_ALIVE, date);
			encoder.writeTo(dst);
		}

	}

	private static final class Netty extends HttpResponseEncoder implements ResponseHeadContender {

		private static final int CRLF = '\r' << 8 | '\n';

		private HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);

		@Override
		public void build(String[] fields) {
			response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
			HttpHeaders headers = response.headers();
			for (int i = 0; i < fields.length; i += 2) {
				headers.set(fields[i], fields[i + 1]);
			}
			headers.set(HttpHeaderNames.DATE, DATE);
			headers.setInt(HttpHeaderNames.CONTENT_LENGTH, CONTENT_LENGTH);
		}

		@Override
		public void encode(ByteBuf dst) {
			try {
				encodeInitialLine(dst, response);
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
			encodeHeaders(response.headers(), dst);
			dst.writeShort(CRLF);
		}

	}

}
