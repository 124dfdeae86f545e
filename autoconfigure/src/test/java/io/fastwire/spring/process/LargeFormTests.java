/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.process;

import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.stream.Stream;

import io.fastwire.testsupport.WireClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Cases M01 and M03: that large files of forms are gone soon after each answer, whatever
 * the answer was, and are never in memory. Needs 1 GB of disk. The system property
 * {@code fastwire.test.forms} says how many of each kind are sent.
 */
@Tag("soak")
class LargeFormTests {

	private static final Logger LOGGER = Logger.getLogger(LargeFormTests.class.getName());

	private static final int UPLOADS = Integer.getInteger("fastwire.test.forms", 500);

	private static final int UPLOAD_MEGABYTES = 30;

	private static final int CLIENTS = 30;

	private static final int CLIENT_MEGABYTES = 28;

	/** Each asks for something else, the last leaves before its file has ended. */
	private static final List<String> KINDS = List.of("read", "ignore", "fail", "refuse", "leave");

	private static final int ROUNDS = 5;

	private static final byte[] HEAD = ("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n"
			+ "Content-Type: application/octet-stream\r\n\r\n")
		.getBytes(StandardCharsets.US_ASCII);

	private static final byte[] END = "\r\n--b--\r\n".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] MEGABYTE = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);

	@TempDir
	private Path directory;

	private AppProcess start(String... properties) throws IOException {
		List<String> arguments = new ArrayList<>(
				List.of("--server.port=0", "--spring.webflux.multipart.file-storage-directory=" + directory));
		arguments.addAll(List.of(properties));
		return AppProcess.start(List.of("-XX:TieredStopAtLevel=4", "-Xmx128m", "-XX:MaxDirectMemorySize=64m"),
				arguments.toArray(String[]::new));
	}

	private static WireClient connect(int port) throws IOException {
		WireClient client = WireClient.connect(port);
		client.socket().setSoTimeout(120_000);
		return client;
	}

	private List<Path> files() throws IOException {
		try (Stream<Path> all = Files.walk(directory)) {
			return all.filter(Files::isRegularFile).toList();
		}
	}

	/** Sends a form, as much of it as the server takes. */
	private static void send(WireClient client, String what, int megabytes, boolean whole) throws IOException {
		long length = HEAD.length + megabytes * (long) MEGABYTE.length + END.length;
		client.send("POST /form/" + what
				+ " HTTP/1.1\r\nHost: t\r\nContent-Type: multipart/form-data;boundary=b\r\nContent-Length: " + length
				+ "\r\n\r\n");
		try {
			client.send(HEAD);
			for (int i = 0; i < megabytes; i++) {
				client.send(MEGABYTE);
			}
			if (whole) {
				client.send(END);
			}
		}
		catch (SocketException ex) {
			LOGGER.fine(() -> "Answered before the end: " + ex);
		}
	}

	/** The last two are refused by Spring and by the server. */
	@ParameterizedTest
	@CsvSource({ "read,200,", "ignore,200,", "fail,500,", "refuse,413,",
			"read,413,--spring.webflux.multipart.max-disk-usage-per-part=20MB",
			"read,413,--fastwire.http.max-body-size=20MB" })
	void areGoneAfterEachAnswer(String what, int status, @Nullable String property) throws IOException {
		long longest = 0;
		try (AppProcess app = start((property != null) ? new String[] { property } : new String[0])) {
			int port = app.awaitPorts(1).get(0);
			for (int i = 0; i < UPLOADS; i++) {
				try (WireClient client = connect(port)) {
					send(client, what, UPLOAD_MEGABYTES, true);
					assertThat(client.read().status()).isEqualTo(status);
					long answered = System.nanoTime();
					await().until(this::files, List::isEmpty);
					longest = Math.max(longest, System.nanoTime() - answered);
				}
			}
			assertThat(app.output()).doesNotContain("OutOfMemory");
		}
		String told = "Files of " + UPLOADS + " forms of " + UPLOAD_MEGABYTES + " MB (" + what + ", " + status
				+ ") were gone " + TimeUnit.NANOSECONDS.toMillis(longest) + " ms after the answer at the latest";
		LOGGER.info(told);
	}

	@Test
	void ofManyClientsAtOnceAreGoneAfterTheirAnswers() throws Exception {
		ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
		try (AppProcess app = start()) {
			int port = app.awaitPorts(1).get(0);
			for (int round = 0; round < ROUNDS; round++) {
				List<Future<?>> uploads = new ArrayList<>();
				for (int i = 0; i < CLIENTS; i++) {
					String kind = KINDS.get((round == 0) ? 0 : i % KINDS.size());
					uploads.add(clients.submit(() -> upload(port, kind)));
				}
				for (Future<?> upload : uploads) {
					upload.get(5, TimeUnit.MINUTES);
				}
				await().until(this::files, List::isEmpty);
			}
			assertThat(app.get(port, "/hello").body()).isEqualTo("Hello");
			assertThat(app.output()).doesNotContain("OutOfMemory");
		}
		finally {
			clients.shutdownNow();
		}
	}

	private static boolean upload(int port, String kind) throws IOException {
		try (WireClient client = connect(port)) {
			send(client, kind, CLIENT_MEGABYTES, !kind.equals("leave"));
			switch (kind) {
				case "leave" -> client.reset();
				case "fail" -> assertThat(client.read().status()).isEqualTo(500);
				case "refuse" -> assertThat(client.read().status()).isEqualTo(413);
				default -> assertThat(client.read().status()).isEqualTo(200);
			}
		}
		return true;
	}

}
