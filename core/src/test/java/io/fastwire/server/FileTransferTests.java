/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import io.fastwire.http.Exchange;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import io.fastwire.testsupport.WrappedFile;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that the kernel moves, on each transport. */
@ExtendWith(LeakFree.class)
class FileTransferTests {

	private static final int SIZE = 20_000_000;

	@TempDir
	private Path directory;

	private byte[] content() {
		byte[] content = new byte[SIZE];
		new Random(1).nextBytes(content);
		return content;
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void filesArriveWhole(Transport transport) throws IOException {
		byte[] content = content();
		Path path = Files.write(directory.resolve("file"), content);
		try (FileChannel file = FileChannel.open(path); TestServer server = TestServer.start(transport, (exchange) -> {
			if (!exchange.target().path().equals("/chunked")) {
				exchange.responseHeaders().set("Content-Length", "" + (SIZE - 7));
			}
			exchange.sendFile(file, 7, SIZE - 7, (failure) -> exchange.end());
		}); WireClient client = server.connect()) {
			byte[] expected = Arrays.copyOfRange(content, 7, SIZE);
			for (int i = 0; i < 2; i++) {
				WireResponse chunked = client.get("/chunked");
				assertThat(chunked.chunked()).isTrue();
				assertThat(Arrays.equals(chunked.body(), expected)).isTrue();
				WireResponse whole = client.get("/length");
				assertThat(whole.chunked()).isFalse();
				assertThat(Arrays.equals(whole.body(), expected)).isTrue();
				client.send("HEAD /length HTTP/1.1\r\nHost: t\r\n\r\n");
				assertThat(client.read("HEAD").field("Content-Length")).contains("" + (SIZE - 7));
			}
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void partBehindFourGigabytesIsTheRightOne(Transport transport) throws IOException {
		long position = (1L << 32) + 4096;
		Path sparse = directory.resolve("sparse");
		try (FileChannel file = FileChannel.open(sparse, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE,
				StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			byte[] content = Arrays.copyOf(content(), 1_000_000);
			file.write(ByteBuffer.wrap(content), position);
			try (TestServer server = TestServer.start(transport, (exchange) -> {
				exchange.sendFile(file, position, content.length, (failure) -> exchange.end());
			}); WireClient client = server.connect()) {
				assertThat(Arrays.equals(client.get("/").body(), content)).isTrue();
			}
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void fileOfAnotherFileSystemArrivesWhole(Transport transport) throws IOException {
		byte[] content = content();
		Path path = Files.write(directory.resolve("file"), content);
		try (FileChannel file = new WrappedFile(FileChannel.open(path), SIZE);
				TestServer server = TestServer.start(transport,
						(exchange) -> exchange.sendFile(file, 7, SIZE - 7, (failure) -> exchange.end()));
				WireClient client = server.connect()) {
			assertThat(Arrays.equals(client.get("/").body(), Arrays.copyOfRange(content, 7, SIZE))).isTrue();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void fileThatIsNotOpenForReadingIsAFailure(Transport transport) throws IOException {
		Path path = Files.write(directory.resolve("file"), new byte[1000]);
		CompletableFuture<Throwable> outcome = new CompletableFuture<>();
		try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
				TestServer server = TestServer.start(transport,
						(exchange) -> exchange.sendFile(file, 0, 1000, outcome::complete));
				WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(outcome).succeedsWithin(Duration.ofSeconds(20)).isNotNull();
			server.awaitIdle();
		}
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void clientThatGoesAwayDoesNotKeepTheFile(Transport transport) throws IOException {
		Path path = Files.write(directory.resolve("file"), content());
		Throwable[] outcome = new Throwable[1];
		try (FileChannel file = FileChannel.open(path); TestServer server = TestServer.start(transport, (exchange) -> {
			exchange.sendFile(file, 0, SIZE, (failure) -> {
				outcome[0] = failure;
				exchange.end();
			});
		})) {
			WireClient client = WireClient.connect(server.port(), null, 32_768);
			client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
			client.readBytes(10_000);
			client.reset();
			server.awaitIdle();
			assertThat(outcome[0]).isInstanceOf(IOException.class);
		}
	}

	/** However slowly the client reads, an abort lets go of the file. */
	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void abortCutsTheFileOff(Transport transport) throws IOException {
		Path path = Files.write(directory.resolve("file"), content());
		for (String target : List.of("/length", "/chunked")) {
			CompletableFuture<Exchange> started = new CompletableFuture<>();
			CompletableFuture<Throwable> outcome = new CompletableFuture<>();
			try (FileChannel file = FileChannel.open(path);
					TestServer server = TestServer.start(transport, (exchange) -> {
						if (target.equals("/length")) {
							exchange.responseHeaders().set("Content-Length", "" + SIZE);
						}
						exchange.sendFile(file, 0, SIZE, outcome::complete);
						exchange.end();
						started.complete(exchange);
					});
					WireClient client = WireClient.connect(server.port(), null, 32_768)) {
				client.send("GET " + target + " HTTP/1.1\r\nHost: t\r\n\r\n");
				int before = client.readBytes(1_000_000).length;
				Exchange exchange = started.join();
				exchange.execute(() -> exchange.abort(new IllegalStateException("planted")));
				assertThat(outcome).succeedsWithin(Duration.ofSeconds(20)).isNotNull();
				assertThat(before + countRest(client)).isLessThan(SIZE);
				server.awaitIdle();
			}
		}
	}

	private static int countRest(WireClient client) throws IOException {
		InputStream in = client.input();
		byte[] piece = new byte[64 * 1024];
		int count = 0;
		try {
			for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
				count += read;
			}
		}
		catch (SocketException ex) {
			// a reset, which tells the client even more
		}
		return count;
	}

}
