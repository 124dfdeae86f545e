/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.IOException;
import java.nio.file.Path;

import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** That what is large is never in memory as a whole, also when it must be encrypted. */
@Tag("soak")
class LargeDownloadTests {

	@TempDir
	private Path directory;

	@Test
	void twoGigabytesOfAStreamGoThroughASmallHeapByTls() throws Exception {
		download("/zeros/2048");
	}

	@Test
	void aFileOfTwoGigabytesGoesThroughASmallHeapByTls() throws Exception {
		download(LargeBodies.file(directory));
	}

	private void download(String path) throws IOException {
		try (AppProcess app = LargeBodies.startWithTls(directory);
				WireClient client = TlsClient.trusting(LargeBodies.KEYS).connect(app.awaitPorts(1).get(0))) {
			client.send("GET " + path + " HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
			assertThat(LargeBodies.count(client.socket().getInputStream())).as("with head and framing")
				.isGreaterThanOrEqualTo(LargeBodies.SIZE);
			LargeBodies.assertUnharmed(app);
		}
	}

}
