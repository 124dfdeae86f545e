/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.compression;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.FileBody;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WireResponse;
import io.fastwire.testsupport.WrappedFile;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LeakFree.class)
class CompressingHandlerTests {

	private static final String TEXT = "Gr\u00fc\u00dfe an alle, \u20ac 5, \ud83d\ude80. ".repeat(200);

	private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);

	@TempDir
	Path directory;

	private static TestServer start(RequestHandler handler) {
		return start(CompressionOptions.DEFAULTS, handler);
	}

	private static TestServer start(CompressionOptions options, RequestHandler handler) {
		return TestServer.start(new CompressingHandler(options, handler));
	}

	private static Exchange plainText(Exchange exchange) {
		exchange.responseHeaders().set("Content-Type", "text/plain;charset=UTF-8");
		return exchange;
	}

	private static WireResponse request(TestServer server, String method, String fields) throws IOException {
		try (WireClient client = server.connect()) {
			client.send(method + " / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n");
			return client.read(method);
		}
	}

	private static WireResponse get(TestServer server, String accepted) throws IOException {
		return request(server, "GET", "Accept-Encoding: " + accepted + "\r\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "deflate", "br", "zstd" })
	void compressesAWholeBodyInEachCoding(String coding) throws IOException {
		try (TestServer server = start((exchange) -> plainText(exchange).end(TEXT))) {
			for (int i = 0; i < 3; i++) {
				WireResponse response = get(server, coding);
				assertThat(response.field("Content-Encoding")).contains(coding);
				assertThat(response.field("Vary")).contains("Accept-Encoding");
				assertThat(response.field("Content-Length")).contains(Integer.toString(response.body().length));
				assertThat(response.body()).hasSizeLessThan(BYTES.length / 4);
				assertThat(Decoders.decode(coding, response.body())).isEqualTo(BYTES);
			}
		}
	}

	@Test
	void compressesWhateverTheBodyIsGivenAs() throws IOException {
		try (TestServer server = start((exchange) -> plainText(exchange).end(BYTES))) {
			assertThat(Decoders.decode("gzip", get(server, "gzip").body())).isEqualTo(BYTES);
		}
		try (TestServer server = start((exchange) -> plainText(exchange).end(Unpooled.copiedBuffer(BYTES)))) {
			assertThat(Decoders.decode("gzip", get(server, "gzip").body())).isEqualTo(BYTES);
		}
	}

	@Test
	void countsTheBytesOfTheApplication() throws Exception {
		CompletableFuture<Long> offset = new CompletableFuture<>();
		try (TestServer server = start((exchange) -> {
			plainText(exchange).write(Unpooled.copiedBuffer(BYTES));
			offset.complete(exchange.writeOffset());
			exchange.end();
		})) {
			assertThat(Decoders.decode("gzip", get(server, "gzip").body())).isEqualTo(BYTES);
			assertThat(offset.get(20, TimeUnit.SECONDS)).isEqualTo(BYTES.length);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "deflate", "br", "zstd" })
	void letsEachPartLeaveAtOnce(String coding) throws IOException {
		CompletableFuture<Exchange> begun = new CompletableFuture<>();
		try (TestServer server = start((exchange) -> {
			plainText(exchange).write(Unpooled.copiedBuffer("first\n", StandardCharsets.UTF_8));
			begun.complete(exchange);
		}); WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + coding + "\r\n\r\n");
			ChunkedStream chunks = new ChunkedStream(client.socket().getInputStream());
			byte[] line = new byte[6];
			try (var decoded = Decoders.open(coding, chunks)) {
				decoded.readNBytes(line, 0, line.length);
				assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("first\n");
				Exchange exchange = begun.join();
				exchange.execute(() -> exchange.write(Unpooled.copiedBuffer("again\n", StandardCharsets.UTF_8)));
				decoded.readNBytes(line, 0, line.length);
				assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("again\n");
				exchange.execute(exchange::end);
				assertThat(decoded.read()).isEqualTo(-1);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "deflate", "br", "zstd" })
	void flushesWhatTheEncoderHolds(String coding) throws IOException {
		List<Long> written = new CopyOnWriteArrayList<>();
		try (TestServer server = TestServer
			.start((exchange) -> new CompressingHandler(CompressionOptions.DEFAULTS, (compressed) -> {
				plainText(compressed).write("first\n");
				written.add(exchange.writeOffset());
				compressed.flush();
				written.add(exchange.writeOffset());
				compressed.write("second\n");
				compressed.execute(() -> compressed.end("last"));
			}).handle(exchange))) {
			String text = new String(Decoders.decode(coding, get(server, coding).body()), StandardCharsets.UTF_8);
			assertThat(text).isEqualTo("first\nsecond\nlast");
			assertThat(written.get(1)).isGreaterThan(written.get(0));
		}
	}

	@Test
	void leavesAloneWhatIsNotWorthIt() throws IOException {
		try (TestServer server = start((exchange) -> plainText(exchange).end("x".repeat(2047)))) {
			assertUntouched(get(server, "gzip"), 2047);
		}
		try (TestServer server = start((exchange) -> {
			exchange.responseHeaders().set("Content-Type", "image/png");
			exchange.end(BYTES);
		})) {
			assertUntouched(get(server, "gzip"), BYTES.length);
		}
		try (TestServer server = start((exchange) -> exchange.end(BYTES))) {
			assertUntouched(get(server, "gzip"), BYTES.length);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Encoding: gzip", "Content-Range: bytes 0-1/2",
			"Cache-Control: max-age=1, No-Transform" })
	void leavesAloneWhatMustNotBeChanged(String field) throws IOException {
		String[] parts = field.split(": ", 2);
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set(parts[0], parts[1]);
			exchange.end(BYTES);
		})) {
			WireResponse response = get(server, "gzip");
			assertThat(response.body()).isEqualTo(BYTES);
			assertThat(response.all(parts[0])).containsExactly(parts[1]);
		}
	}

	@Test
	void saysThatTheResponseVariesAlsoToThoseWhoTakeItPlain() throws IOException {
		try (TestServer server = start((exchange) -> plainText(exchange).end(BYTES))) {
			WireResponse response = request(server, "GET", "");
			assertThat(response.field("Content-Encoding")).isEmpty();
			assertThat(response.field("Vary")).contains("Accept-Encoding");
			assertThat(response.body()).isEqualTo(BYTES);
		}
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Vary", "Origin, accept-encoding");
			exchange.end(BYTES);
		})) {
			assertThat(get(server, "gzip").all("Vary")).containsExactly("Origin, accept-encoding");
		}
	}

	@Test
	void sendsNothingCompressedToAnExcludedUserAgent() throws IOException {
		CompressionOptions options = new CompressionOptions(1, List.of("text/*"), List.of("msie 6", "OldBot"));
		try (TestServer server = start(options, (exchange) -> plainText(exchange).end(BYTES))) {
			WireResponse excluded = request(server, "GET",
					"Accept-Encoding: gzip\r\nUser-Agent: Mozilla/4.0 (compatible; MSIE 6.0)\r\n");
			assertThat(excluded.body()).isEqualTo(BYTES);
			assertThat(get(server, "gzip").field("Content-Encoding")).contains("gzip");
		}
	}

	@Test
	void weakensAStrongEntityTag() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders()
				.set("ETag", exchange.headers().contains("Weak") ? "W/\"1\"" : "\"1\"");
			exchange.end(BYTES);
		})) {
			assertThat(get(server, "gzip").field("ETag")).contains("W/\"1\"");
			assertThat(get(server, "gzip\r\nWeak: yes").field("ETag")).contains("W/\"1\"");
			assertThat(get(server, "identity").field("ETag")).contains("\"1\"");
		}
	}

	@Test
	void answersHeadWithTheFieldsOfGetAndNoBody() throws IOException {
		try (TestServer server = start((exchange) -> plainText(exchange).end(BYTES));
				WireClient client = server.connect()) {
			client.send("HEAD / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
			WireResponse head = client.read("HEAD");
			assertThat(head.field("Content-Encoding")).contains("gzip");
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.read().body()).isEqualTo(BYTES);
		}
	}

	@Test
	void replacesTheLengthThatTheApplicationDeclared() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Content-Length", Integer.toString(BYTES.length));
			exchange.end(BYTES);
		})) {
			WireResponse response = get(server, "gzip");
			assertThat(response.all("Content-Length")).containsExactly(Integer.toString(response.body().length));
			assertThat(Decoders.decode("gzip", response.body())).isEqualTo(BYTES);
		}
	}

	@Test
	void compressesAFileWithoutLosingAByte() throws IOException {
		byte[] content = new byte[1_000_000];
		new Random(5).nextBytes(content);
		Path path = Files.write(directory.resolve("file.txt"), content);
		try (TestServer server = start((exchange) -> FileBody.send(plainText(exchange), path));
				WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
			WireResponse response = client.read();
			assertThat(response.field("Content-Encoding")).contains("gzip");
			assertThat(Decoders.decode("gzip", response.body())).isEqualTo(content);
			client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.read().body()).isEqualTo(content);
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 40_000 })
	void fileThatCannotBeReadIsAFailureWhateverItThrows(long readable) throws IOException {
		Path path = Files.write(directory.resolve("file.txt"), new byte[100_000]);
		CompletableFuture<Throwable> outcome = new CompletableFuture<>();
		try (FileChannel file = new WrappedFile(FileChannel.open(path), readable);
				TestServer server = start(
						(exchange) -> plainText(exchange).sendFile(file, 0, 100_000, outcome::complete));
				WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
			assertThat(outcome).succeedsWithin(Duration.ofSeconds(20)).isInstanceOf(NonReadableChannelException.class);
			server.awaitIdle();
		}
	}

	@Test
	void freesTheEncoderWhenTheClientGoesAway() throws Exception {
		CompletableFuture<Throwable> aborted = new CompletableFuture<>();
		try (TestServer server = start((exchange) -> {
			exchange.onAbort(aborted::complete);
			plainText(exchange).write(Unpooled.copiedBuffer(BYTES));
		})) {
			try (WireClient client = server.connect()) {
				client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n");
				client.readBytes(20);
				client.reset();
			}
			assertThat(aborted.get(20, TimeUnit.SECONDS)).isNotNull();
			server.awaitIdle();
		}
	}

	@Test
	void answersAgainAfterAHeadThatWasRefused() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Broken", "a\nb");
			try {
				exchange.end(BYTES);
			}
			catch (IllegalArgumentException ex) {
				exchange.responseHeaders().clear();
				exchange.status(500).end("sorry");
			}
		})) {
			WireResponse response = get(server, "gzip");
			assertThat(response.status()).isEqualTo(500);
			assertThat(response.text()).isEqualTo("sorry");
			assertThat(response.field("Content-Encoding")).isEmpty();
		}
	}

	@Test
	void sendsTheSameResponsePlainAfterItsHeadWasRefused() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders()
				.set("ETag", "\"1\"")
				.set("Broken", "a\nb")
				.set("Content-Length", Integer.toString(BYTES.length));
			try {
				exchange.end(BYTES);
			}
			catch (IllegalArgumentException ex) {
				exchange.responseHeaders().remove("Broken");
				exchange.responseHeaders().set("Cache-Control", "no-transform");
				exchange.end(BYTES);
			}
		})) {
			for (String method : List.of("GET", "HEAD")) {
				WireResponse response = request(server, method, "Accept-Encoding: gzip\r\n");
				assertThat(response.field("Content-Encoding")).isEmpty();
				assertThat(response.field("Content-Length")).contains(Integer.toString(BYTES.length));
				assertThat(response.field("ETag")).contains("\"1\"");
				assertThat(response.body()).isEqualTo(method.equals("GET") ? BYTES : new byte[0]);
			}
		}
	}

	@Test
	void cutsOffABodyThatEndsBeforeItsDeclaredLength() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Content-Length", Integer.toString(BYTES.length + 1));
			exchange.write(BYTES, 0, BYTES.length);
			exchange.end();
		}); WireClient client = server.connect()) {
			client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
			assertThat(client.readAll()).contains("chunked").doesNotEndWith("0\r\n\r\n");
		}
	}

	@Test
	void answersWithAnErrorIfTheWholeBodyIsShorterThanDeclared() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Content-Length", Integer.toString(BYTES.length + 1));
			exchange.end(BYTES);
		})) {
			assertThat(get(server, "gzip").status()).isEqualTo(500);
		}
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Content-Length", Integer.toString(BYTES.length));
			exchange.end();
		})) {
			assertThat(get(server, "gzip").status()).isEqualTo(500);
		}
	}

	@Test
	void dropsWhatIsBeyondTheDeclaredLength() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Content-Length", Integer.toString(BYTES.length));
			exchange.write(BYTES, 0, BYTES.length - 1);
			exchange.end(new byte[] { BYTES[BYTES.length - 1], 'x', 'y' });
		})) {
			assertThat(Decoders.decode("gzip", get(server, "gzip").body())).isEqualTo(BYTES);
		}
	}

	@Test
	void dropsWhatAFileHasBeyondTheDeclaredLength() throws IOException {
		Path path = Files.write(directory.resolve("file.txt"), BYTES);
		try (TestServer server = start((exchange) -> FileBody.send(plainText(exchange), path, 3000))) {
			assertThat(Decoders.decode("gzip", get(server, "gzip").body())).isEqualTo(Arrays.copyOf(BYTES, 3000));
		}
	}

	@Test
	void refusesADeclaredLengthThatIsNoNumber() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Content-Length", "+" + BYTES.length);
			exchange.end(BYTES);
		})) {
			assertThat(get(server, "gzip").status()).isEqualTo(500);
		}
	}

	/** RFC 9110 section 8.6: that would be the length of another sequence of bytes. */
	@Test
	void tellsNoLengthToHeadThatGetWouldNotHave() throws IOException {
		try (TestServer server = start((exchange) -> plainText(exchange).end(BYTES))) {
			assertThat(request(server, "HEAD", "").field("Content-Length")).contains(Integer.toString(BYTES.length));
			WireResponse head = request(server, "HEAD", "Accept-Encoding: gzip\r\n");
			assertThat(head.field("Content-Encoding")).contains("gzip");
			assertThat(head.field("Content-Length")).isEmpty();
		}
	}

	/** A part of the plain bytes must not be joined to a part of the compressed ones. */
	@Test
	void doesNotOfferRangesOfWhatIsCompressed() throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set("Accept-Ranges", "bytes");
			exchange.end(BYTES);
		})) {
			assertThat(get(server, "gzip").field("Accept-Ranges")).isEmpty();
			assertThat(get(server, "identity").field("Accept-Ranges")).contains("bytes");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Digest", "Repr-Digest" })
	void leavesAloneWhatADigestIsOf(String field) throws IOException {
		try (TestServer server = start((exchange) -> {
			plainText(exchange).responseHeaders().set(field, "sha-256=:AAAA:");
			exchange.end(BYTES);
		})) {
			assertThat(get(server, "gzip").body()).isEqualTo(BYTES);
		}
	}

	/** RFC 9110 section 15.4.5, or the stored response would not be freshened. */
	@Test
	void tells304TheTagAndTheVaryOfTheCompressedResponse() throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.responseHeaders().set("ETag", "\"1\"");
			exchange.status(304).end();
		})) {
			WireResponse compressed = request(server, "GET",
					"Accept-Encoding: gzip\r\nIf-None-Match: \"0\"\r\nIf-None-Match: \"2\", W/\"1\"\r\n");
			assertThat(compressed.all("ETag")).containsExactly("W/\"1\"");
			assertThat(compressed.all("Vary")).containsExactly("Accept-Encoding");
			WireResponse plain = request(server, "GET", "Accept-Encoding: gzip\r\nIf-None-Match: \"1\"\r\n");
			assertThat(plain.all("ETag")).containsExactly("\"1\"");
		}
	}

	private static void assertUntouched(WireResponse response, int length) {
		assertThat(response.field("Content-Encoding")).isEmpty();
		assertThat(response.field("Vary")).isEmpty();
		assertThat(response.body()).hasSize(length);
	}

}
