/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That what is large goes through the streams of HTTP/2 without being in memory, with a
 * client that is not of this project: curl.
 */
@Tag("soak")
class LargeHttp2Tests {

	private static final long SIZE = LargeBodies.SIZE;

	@TempDir
	private Path directory;

	private AppProcess start(boolean tls) throws IOException {
		String http2 = "--server.http2.enabled=true";
		return tls ? LargeBodies.startWithTls(directory, http2) : LargeBodies.start(http2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void twoGigabytesOfAStreamAreDownloaded(boolean tls) throws Exception {
		assertThat(download(tls, "/zeros/2048")).isEqualTo(SIZE);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aFileOfTwoGigabytesIsDownloaded(boolean tls) throws Exception {
		assertThat(download(tls, LargeBodies.file(directory))).isEqualTo(SIZE);
	}

	private long download(boolean tls, String path) throws Exception {
		try (AppProcess app = start(tls)) {
			Process curl = curl(app, tls, path);
			curl.getOutputStream().close();
			try (InputStream in = curl.getInputStream()) {
				long total = LargeBodies.count(in);
				end(app, curl);
				return total;
			}
		}
	}

	/** The second lets the first thousand buffers take 10 ms each. */
	@ParameterizedTest
	@CsvSource({ "true,/count", "true,/count?slow=1000", "false,/count", "false,/count?slow=1000" })
	void twoGigabytesAreUploaded(boolean tls, String path) throws Exception {
		try (AppProcess app = start(tls)) {
			Process curl = curl(app, tls, path, "--upload-file", "-", "--request", "POST");
			try (OutputStream out = curl.getOutputStream()) {
				byte[] piece = new byte[1 << 20];
				for (long sent = 0; sent < SIZE; sent += piece.length) {
					out.write(piece);
				}
			}
			assertThat(new String(curl.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
				.isEqualTo("" + SIZE);
			end(app, curl);
		}
	}

	private static void end(AppProcess app, Process curl) throws InterruptedException {
		assertThat(curl.waitFor(20, TimeUnit.SECONDS)).isTrue();
		assertThat(curl.exitValue()).isZero();
		LargeBodies.assertUnharmed(app);
	}

	private static Process curl(AppProcess app, boolean tls, String path, String... options) throws IOException {
		List<String> command = new ArrayList<>(List.of("curl", "--silent", "--show-error", "--fail", "--no-buffer",
				"--insecure", tls ? "--http2" : "--http2-prior-knowledge"));
		command.addAll(List.of(options));
		command.add((tls ? "https" : "http") + "://localhost:" + app.awaitPorts(1).get(0) + path);
		return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
	}

}
