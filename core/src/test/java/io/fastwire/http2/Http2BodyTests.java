/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import io.fastwire.http.BodyListener;
import io.fastwire.http.Exchange;
import io.fastwire.http.Headers;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/** How request bodies reach the application. */
@ExtendWith(LeakFree.class)
class Http2BodyTests {

	@Test
	void joinsSmallFramesThatComeTogether() throws IOException {
		int count = 4000;
		AtomicLong pieces = new AtomicLong();
		try (TestServer server = TestServer.start(TestServer.options().http2(Http2Options.DEFAULTS),
				(exchange) -> countPieces(exchange, pieces)); Http2Client client = Http2Client.over(server.connect())) {
			client.request(1, false, "POST", "/").request(3, false, "POST", "/");
			ByteArrayOutputStream frames = new ByteArrayOutputStream();
			for (int i = 0; i < count; i++) {
				frames.write(Http2Client.bytes(Http2Client.DATA, 0, 1 + i % 2 * 2, (byte) 'x'));
			}
			frames.write(Http2Client.bytes(Http2Client.DATA, Http2Client.END_STREAM, 1, (byte) 'y'));
			frames.write(Http2Client.bytes(Http2Client.DATA, Http2Client.END_STREAM, 3));
			client.wire().send(frames.toByteArray());
			assertThat(client.response(1).text()).isEqualTo("x".repeat(count / 2) + "y");
			assertThat(client.response(3).text()).isEqualTo("x".repeat(count / 2));
			assertThat(pieces.get()).isLessThan(count / 4);
		}
	}

	/** Sends the body back when it is whole. */
	private static void countPieces(Exchange exchange, AtomicLong pieces) {
		StringBuilder text = new StringBuilder();
		exchange.receive(new BodyListener() {

			@Override
			public void onData(ByteBuf chunk) {
				pieces.incrementAndGet();
				text.append(chunk.toString(StandardCharsets.US_ASCII));
				chunk.release();
			}

			@Override
			public void onComplete(Headers trailers) {
				exchange.end(text.toString());
			}

			@Override
			public void onFailure(Throwable cause) {
				exchange.abort(cause);
			}

		});
		exchange.request(Long.MAX_VALUE);
	}

}
