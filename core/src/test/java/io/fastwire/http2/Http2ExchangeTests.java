/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http2;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.fastwire.http.BodyCollector;
import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.http.ResponseHeaders;
import io.fastwire.server.ServerOptions;
import io.fastwire.server.Transport;
import io.fastwire.testsupport.BodySkipper;
import io.fastwire.testsupport.Http2Client;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.TestServer;
import io.fastwire.testsupport.Transports;
import io.fastwire.testsupport.WireClient;
import io.fastwire.testsupport.WrappedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests and responses on streams (RFC 9113 section 8). */
@ExtendWith(LeakFree.class)
class Http2ExchangeTests {

	private static final String LARGE = IntStream.range(0, 60_000)
		.mapToObj((i) -> "line " + i + "\n")
		.collect(Collectors.joining());

	private static TestServer start(RequestHandler handler) {
		return TestServer.start(TestServer.options().http2(Http2Options.DEFAULTS), handler);
	}

	private static Http2Client connect(TestServer server) throws IOException {
		return Http2Client.over(server.connect());
	}

	private static void echo(Exchange exchange) {
		BodyCollector.collect(exchange, Integer.MAX_VALUE - 8, exchange::end);
	}

	@ParameterizedTest
	@ArgumentsSource(Transports.class)
	void answersStreamsOfOneConnection(Transport transport) throws IOException {
		try (TestServer server = TestServer.start(
				TestServer.options().transport(transport).http2(Http2Options.DEFAULTS),
				(exchange) -> exchange.end(exchange.version() + " " + exchange.target().path()));
				Http2Client client = connect(server)) {
			for (int stream = 1; stream <= 5; stream += 2) {
				client.get(stream, "/" + stream);
			}
			for (int stream = 5; stream >= 1; stream -= 2) {
				Http2Client.Response response = client.response(stream);
				assertThat(response.status()).isEqualTo(200);
				assertThat(response.text()).isEqualTo("HTTP/2 /" + stream);
				assertThat(response.field("content-length")).isEqualTo("9");
				assertThat(response.field("date")).endsWith("GMT");
			}
			assertThat(server.statistics().requests()).isEqualTo(3);
			assertThat(server.statistics().requestsActive()).isZero();
			assertThat(server.statistics().http2Connections()).isEqualTo(1);
		}
	}

	@Test
	void speaksHttp11OnTheSamePort() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end(exchange.version().text()));
				WireClient client = server.connect()) {
			assertThat(client.get("/").text()).isEqualTo("HTTP/1.1");
			assertThat(client.get("/").text()).isEqualTo("HTTP/1.1");
		}
	}

	@Test
	void tellsThePrefaceFromAMethodThatBeginsLikeIt() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end(exchange.method()));
				WireClient client = server.connect()) {
			for (char c : "PRICE / HTTP/1.1\r\nHost: t\r\n\r\n".toCharArray()) {
				client.send(String.valueOf(c));
			}
			assertThat(client.read().text()).isEqualTo("PRICE");
		}
	}

	@Test
	void takesFramesThatComeByteByByte() throws IOException {
		try (TestServer server = start(Http2ExchangeTests::echo); WireClient wire = server.connect()) {
			Http2Client client = Http2Client.silent(wire);
			byte[] head = client.block(":method", "POST", ":scheme", "http", ":path", "/", ":authority", "t");
			trickle(wire, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			trickle(wire, Http2Client.bytes(Http2Client.SETTINGS, 0, 0));
			trickle(wire, Http2Client.bytes(Http2Client.HEADERS, 0, 1, Arrays.copyOf(head, 5)));
			trickle(wire, Http2Client.bytes(Http2Client.CONTINUATION, Http2Client.END_HEADERS, 1,
					Arrays.copyOfRange(head, 5, head.length)));
			trickle(wire, Http2Client.bytes(Http2Client.DATA, Http2Client.END_STREAM, 1, (byte) 'a', (byte) 'b'));
			assertThat(client.response(1).text()).isEqualTo("ab");
		}
	}

	private static void trickle(WireClient wire, byte[] bytes) throws IOException {
		for (byte b : bytes) {
			wire.send(new byte[] { b });
		}
	}

	@Test
	void showsTheHostThatWasAskedForAndJoinsCrumbsOfACookie() throws IOException {
		try (TestServer server = start(
				(exchange) -> exchange.end(exchange.headers().get("Host") + '|' + exchange.headers().getAll("Cookie")));
				Http2Client client = connect(server)) {
			client.request(1, true, "GET", "/", "cookie", "a=1", "x", "y", "cookie", "b=2", "cookie", "c=3");
			assertThat(client.response(1).text()).isEqualTo("t|[a=1; b=2; c=3]");
			client.headers(3, true, ":method", "GET", ":scheme", "http", ":path", "/", "host", "other:1");
			assertThat(client.response(3).text()).isEqualTo("other:1|[]");
		}
	}

	@Test
	void readsTheHeadsOfAClientThatRepeatsItselfOnce() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end(exchange.method() + ' ' + exchange.target().path()
				+ exchange.headers().getAll("X") + exchange.headers().getAll("Cookie")));
				Http2Client client = connect(server)) {
			for (int stream = 1; stream <= 7; stream += 2) {
				client.request(stream, true, "GET", "/one", "cookie", "a=1", "x", "y", "cookie", "b=2");
				assertThat(client.response(stream).text()).isEqualTo("GET /one[y][a=1; b=2]");
			}
			assertThat(server.statistics().repeatHeads()).isEqualTo(3);
			client.request(9, true, "GET", "/one", "cookie", "a=1", "x", "z", "cookie", "b=2");
			assertThat(client.response(9).text()).isEqualTo("GET /one[z][a=1; b=2]");
			client.request(11, true, "GET", "/two", "cookie", "a=1", "x", "z", "cookie", "b=2");
			assertThat(client.response(11).text()).isEqualTo("GET /two[z][a=1; b=2]");
			client.request(13, true, "GET", "/two", "cookie", "a=1", "x", "z");
			assertThat(client.response(13).text()).isEqualTo("GET /two[z][a=1]");
			assertThat(server.statistics().repeatHeads()).isEqualTo(3);
		}
	}

	@Test
	void doesNotTakeARepeatedHeadForGoodWhereItsBodyIsMissing() throws IOException {
		try (TestServer server = start(Http2ExchangeTests::echo); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/", "content-length", "4").data(1, true, "body");
			assertThat(client.response(1).text()).isEqualTo("body");
			client.request(3, false, "POST", "/", "content-length", "4").data(3, true, "more");
			assertThat(client.response(3).text()).isEqualTo("more");
			assertThat(server.statistics().repeatHeads()).isEqualTo(1);
			client.request(5, true, "POST", "/", "content-length", "4");
			assertThat(client.await(Http2Client.RST_STREAM).stream()).isEqualTo(5);
		}
	}

	@Test
	void passesBytesOfFieldValuesOn() throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.responseHeaders().add("X-City", String.valueOf(exchange.headers().get("City")));
			exchange.end();
		}); Http2Client client = connect(server)) {
			client.request(1, true, "GET", "/", "city", "S\u00c3\u00a3o \u0080\u00ff");
			assertThat(client.response(1).field("x-city")).isEqualTo("S\u00c3\u00a3o \u0080\u00ff");
		}
	}

	@Test
	void sendsAQuestionMarkForACharacterThatNoByteStandsFor() throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.responseHeaders().add("X-City", "S\u00e3o \u20ac\u010a");
			exchange.end();
		}); Http2Client client = connect(server)) {
			client.request(1, true, "GET", "/");
			assertThat(client.response(1).field("x-city")).isEqualTo("S\u00e3o ??");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 204, 205, 304 })
	void sendsNoBodyWhereNoneIsAllowed(int status) throws IOException {
		try (TestServer server = start((exchange) -> exchange.status(status).end("oops"));
				Http2Client client = connect(server)) {
			Http2Client.Response response = client.get(1, "/").response(1);
			assertThat(response.status()).isEqualTo(status);
			assertThat(response.body()).isEmpty();
		}
	}

	@Test
	void tellsTheLengthOfABodyToHeadAndSendsNone() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end("four")); Http2Client client = connect(server)) {
			Http2Client.Response response = client.request(1, true, "HEAD", "/").response(1);
			assertThat(response.field("content-length")).isEqualTo("4");
			assertThat(response.body()).isEmpty();
		}
	}

	@Test
	void leavesOutFieldsThatRuleAnHttp11Connection() throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.responseHeaders()
				.add("Connection", "close")
				.add("Keep-Alive", "timeout=1")
				.add("Transfer-Encoding", "chunked")
				.add("Upgrade", "x")
				.add("X-Kept", "yes");
			exchange.end("x");
		}); Http2Client client = connect(server)) {
			Http2Client.Response response = client.get(1, "/").response(1);
			assertThat(response.heads().get(0).keySet()).containsExactlyInAnyOrder(":status", "x-kept", "date",
					"content-length");
			assertThat(client.get(3, "/").response(3).text()).isEqualTo("x");
		}
	}

	@Test
	void sendsInterimResponses() throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.inform(103, new ResponseHeaders().add("Link", "</a>"));
			exchange.end("x");
		}); Http2Client client = connect(server)) {
			Http2Client.Response response = client.get(1, "/").response(1);
			assertThat(response.heads().get(0)).containsEntry(":status", "103").containsEntry("link", "</a>");
			assertThat(response.status()).isEqualTo(200);
		}
	}

	@Test
	void asksForABodyThatTheClientHoldsBack() throws IOException {
		try (TestServer server = start(Http2ExchangeTests::echo); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/", "expect", "100-continue");
			Map<String, String> head = client.await(Http2Client.HEADERS).fields();
			assertThat(head).containsOnly(Map.entry(":status", "100"));
			assertThat(client.data(1, true, "now").response(1).text()).isEqualTo("now");
		}
	}

	@Test
	void echoesABodyThatIsLargerThanAllWindows() throws IOException {
		try (TestServer server = start(Http2ExchangeTests::echo); Http2Client client = connect(server)) {
			byte[] bytes = LARGE.getBytes(StandardCharsets.US_ASCII);
			client.request(1, false, "POST", "/", "content-length", String.valueOf(bytes.length));
			int window = 65_535;
			for (int at = 0; at < bytes.length;) {
				int length = Math.min(Math.min(16_384, window), bytes.length - at);
				boolean last = at + length == bytes.length;
				client.frame(Http2Client.DATA, last ? Http2Client.END_STREAM : 0, 1,
						Arrays.copyOfRange(bytes, at, at + length));
				at += length;
				window -= length;
				while (window == 0 && at < bytes.length) {
					window += client.await((frame) -> frame.type() == Http2Client.WINDOW_UPDATE && frame.stream() == 1)
						.number(0);
				}
			}
			assertThat(client.response(1).text()).isEqualTo(LARGE);
		}
	}

	@Test
	void interleavesLargeResponses() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end(LARGE)); Http2Client client = connect(server)) {
			client.get(1, "/").get(3, "/");
			assertThat(client.response(3).text()).isEqualTo(LARGE);
			assertThat(client.response(1).text()).isEqualTo(LARGE);
		}
	}

	@Test
	void streamsABodyOfUnknownLength() throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.write("one ");
			exchange.write("two ".getBytes(StandardCharsets.US_ASCII), 0, 4);
			exchange.write(exchange.allocator().buffer().writeBytes("three".getBytes(StandardCharsets.US_ASCII)));
			exchange.execute(exchange::end);
		}); Http2Client client = connect(server)) {
			Http2Client.Response response = client.get(1, "/").response(1);
			assertThat(response.text()).isEqualTo("one two three");
			assertThat(response.field("content-length")).isNull();
		}
	}

	@Test
	void handsTrailersOn() throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.receive(new BodySkipper((trailers) -> exchange.end(String.valueOf(trailers.get("x-sum"))),
					exchange::abort));
			exchange.request(Long.MAX_VALUE);
		}); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/").data(1, false, "body").headers(1, true, "x-sum", "42");
			assertThat(client.response(1).text()).isEqualTo("42");
		}
	}

	@Test
	void takesPadding() throws IOException {
		try (TestServer server = start(Http2ExchangeTests::echo); Http2Client client = connect(server)) {
			client.request(1, false, "POST", "/");
			client.frame(Http2Client.DATA, 0x8 | Http2Client.END_STREAM, 1, (byte) 3, (byte) 'a', (byte) 'b', (byte) 0,
					(byte) 0, (byte) 0);
			assertThat(client.response(1).text()).isEqualTo("ab");
		}
	}

	@Test
	void sendsAHeadThatNeedsSeveralFrames() throws IOException {
		String value = "v".repeat(50_000);
		try (TestServer server = start((exchange) -> {
			exchange.responseHeaders().add("X-Large", value);
			exchange.end("x");
		}); Http2Client client = connect(server)) {
			assertThat(client.get(1, "/").response(1).field("x-large")).isEqualTo(value);
		}
	}

	@Test
	void resetsAStreamWhoseHeadTheClientDoesNotTake() throws IOException {
		try (TestServer server = start((exchange) -> {
			if (exchange.target().path().equals("/large")) {
				exchange.responseHeaders().add("X-Large", "v".repeat(20_000));
			}
			exchange.end("x");
		}); Http2Client client = connect(server)) {
			client.setting(Http2Client.MAX_HEADER_LIST_SIZE, 8192).get(1, "/large").get(3, "/");
			assertThat(client.response(1).reset()).isEqualTo(2);
			assertThat(client.response(3).text()).isEqualTo("x");
		}
	}

	/** Not by io_uring, which takes no write while the turn goes on. */
	@Test
	void flushLetsLeaveWhatIsWrittenWhileTheTurnGoesOn() throws Exception {
		CountDownLatch received = new CountDownLatch(1);
		CompletableFuture<Boolean> inTime = new CompletableFuture<>();
		ServerOptions.Builder options = TestServer.options().transport(Transport.NIO).http2(Http2Options.DEFAULTS);
		try (TestServer server = TestServer.start(options, (exchange) -> {
			exchange.write("first");
			exchange.flush();
			inTime.complete(came(received));
			exchange.end("second");
			exchange.flush();
		}); Http2Client client = connect(server)) {
			client.get(1, "/");
			byte[] first = client.await(Http2Client.DATA).payload();
			received.countDown();
			assertThat(new String(first, StandardCharsets.US_ASCII)).isEqualTo("first");
			assertThat(inTime.get(20, TimeUnit.SECONDS)).isTrue();
			assertThat(client.response(1).text()).isEqualTo("second");
		}
	}

	private static boolean came(CountDownLatch latch) {
		try {
			return latch.await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void sendsPartsOfFiles(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("large"), LARGE);
		try (FileChannel channel = FileChannel.open(file); TestServer server = start((exchange) -> {
			exchange.sendFile(channel, 5, LARGE.length() - 5L, (failure) -> exchange.end("END"));
		}); Http2Client client = connect(server)) {
			assertThat(client.get(1, "/").response(1).text()).isEqualTo(LARGE.substring(5) + "END");
		}
	}

	@Test
	void tellsOfAFileThatIsTooShort(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("short"), "abc");
		List<Throwable> failures = new CopyOnWriteArrayList<>();
		AtomicLong written = new AtomicLong(-1);
		try (FileChannel channel = FileChannel.open(file);
				TestServer server = start((exchange) -> exchange.sendFile(channel, 0, 4, (failure) -> {
					written.set(exchange.writeOffset());
					failures.add(failure);
				}));
				Http2Client client = connect(server)) {
			assertThat(client.get(1, "/").response(1).reset()).isEqualTo(2);
			assertThat(failures).hasSize(1);
			assertThat(written).hasValue(0);
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 100_000 })
	void fileThatCannotBeReadFailsItsStreamAlone(long readable, @TempDir Path directory) throws IOException {
		Path path = Files.writeString(directory.resolve("large"), LARGE);
		List<Throwable> failures = new CopyOnWriteArrayList<>();
		try (FileChannel file = new WrappedFile(FileChannel.open(path), readable);
				TestServer server = start((exchange) -> {
					if (exchange.target().path().equals("/file")) {
						exchange.sendFile(file, 0, LARGE.length(), failures::add);
					}
					else {
						exchange.end("x");
					}
				});
				Http2Client client = connect(server)) {
			client.get(1, "/file").window(1, LARGE.length()).window(0, LARGE.length());
			assertThat(client.response(1).reset()).isEqualTo(2);
			assertThat(failures).hasSize(1).hasOnlyElementsOfType(NonReadableChannelException.class);
			assertThat(client.get(3, "/").response(3).text()).isEqualTo("x");
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void doesNotPassAShortResponseOffAsComplete(boolean known) throws IOException {
		try (TestServer server = start((exchange) -> {
			exchange.responseHeaders().set("Content-Length", "10");
			if (known) {
				exchange.end("short");
			}
			else {
				exchange.write("short");
				exchange.end();
			}
		}); Http2Client client = connect(server)) {
			Http2Client.Response response = client.get(1, "/").response(1);
			if (known) {
				assertThat(response.status()).isEqualTo(500);
			}
			else {
				assertThat(response.reset()).isEqualTo(2);
			}
		}
	}

	@Test
	void hasNoUpgrade() throws IOException {
		try (TestServer server = start((exchange) -> exchange.end(String.valueOf(exchange.upgradeRequested())));
				Http2Client client = connect(server)) {
			assertThat(client.get(1, "/").response(1).text()).isEqualTo("false");
		}
	}

}
