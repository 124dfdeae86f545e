/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** That a large upload is never in memory as a whole, however slowly it is taken. */
@Tag("soak")
class LargeUploadTests {

	private static final long SIZE = LargeBodies.SIZE;

	/** The second lets the first thousand buffers take 10 ms each. */
	@ParameterizedTest
	@ValueSource(strings = { "/count", "/count?slow=1000" })
	void twoGigabytesGoThroughASmallHeap(String path) throws Exception {
		try (AppProcess app = LargeBodies.start()) {
			int port = app.awaitPorts(1).get(0);
			try (WireClient client = WireClient.connect(port)) {
				client.socket().setSoTimeout(120_000);
				client.send("POST " + path + " HTTP/1.1\r\nHost: t\r\nContent-Length: " + SIZE + "\r\n\r\n");
				OutputStream out = client.socket().getOutputStream();
				byte[] piece = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
				for (long sent = 0; sent < SIZE; sent += piece.length) {
					out.write(piece);
				}
				WireResponse response = client.read();
				assertThat(response.text()).isEqualTo("" + SIZE);
			}
			LargeBodies.assertUnharmed(app);
		}
	}

}
