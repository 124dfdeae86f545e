/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import io.fastwire.testsupport.TestKeys;
import io.fastwire.testsupport.TlsClient;
import io.fastwire.testsupport.WireClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** That what is large is never in memory as a whole, also when it must be encrypted. */
@Tag("soak")
class LargeDownloadTests {

	private static final long SIZE = 2L * 1024 * 1024 * 1024;

	private static final TestKeys KEYS = TestKeys.of("server.example");

	@TempDir
	private Path directory;

	private AppProcess start() throws IOException {
		Path store = KEYS.writeKeyStore(directory.resolve("keys.p12"), "PKCS12");
		return AppProcess.start(List.of("-XX:TieredStopAtLevel=4", "-Xmx128m", "-XX:MaxDirectMemorySize=32m"),
				"--server.port=0", "--server.ssl.key-store=file:" + store,
				"--server.ssl.key-store-password=" + TestKeys.PASSWORD);
	}

	@Test
	void twoGigabytesOfAStreamGoThroughASmallHeapByTls() throws Exception {
		try (AppProcess app = start()) {
			assertThat(download(app, "/zeros/2048")).isGreaterThanOrEqualTo(SIZE);
			assertThat(app.output()).doesNotContain("OutOfMemory").doesNotContain("ERROR");
		}
	}

	@Test
	void aFileOfTwoGigabytesGoesThroughASmallHeapByTls() throws Exception {
		Path sparse = directory.resolve("sparse");
		try (SeekableByteChannel file = Files.newByteChannel(sparse, StandardOpenOption.CREATE_NEW,
				StandardOpenOption.SPARSE, StandardOpenOption.WRITE)) {
			file.position(SIZE - 1).write(ByteBuffer.allocate(1));
		}
		try (AppProcess app = start()) {
			assertThat(download(app, "/file?path=" + sparse)).isGreaterThanOrEqualTo(SIZE);
			assertThat(app.output()).doesNotContain("OutOfMemory").doesNotContain("ERROR");
		}
	}

	/** Returns how many bytes came, head and framing included. */
	private static long download(AppProcess app, String path) throws IOException {
		int port = app.awaitPorts(1).get(0);
		try (WireClient client = TlsClient.trusting(KEYS).connect(port)) {
			client.send("GET " + path + " HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
			InputStream in = client.socket().getInputStream();
			byte[] buffer = new byte[65_536];
			long total = 0;
			for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
				total += read;
			}
			return total;
		}
	}

}
