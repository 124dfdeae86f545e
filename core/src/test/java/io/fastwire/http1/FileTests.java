/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.http1;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
import io.fastwire.http.RequestHandler;
import io.fastwire.testsupport.LeakFree;
import io.fastwire.testsupport.WireResponse;
import io.fastwire.testsupport.WrappedFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Files in responses. */
@ExtendWith(LeakFree.class)
class FileTests {

	private static final String GET = "GET / HTTP/1.1\r\nHost: t\r\n\r\n";

	private static final byte[] CONTENT = new byte[200_000];

	@TempDir
	private Path directory;

	private FileChannel file;

	private final List<String> events = new ArrayList<>();

	@BeforeEach
	void openFile() throws IOException {
		for (int i = 0; i < CONTENT.length; i++) {
			CONTENT[i] = (byte) (i * 31 + (i >> 8));
		}
		file = FileChannel.open(Files.write(directory.resolve("file"), CONTENT));
	}

	@AfterEach
	void closeFile() throws IOException {
		file.close();
	}

	private RequestHandler sends(long position, long count) {
		return (exchange) -> send(exchange, position, count);
	}

	private void send(Exchange exchange, long position, long count) {
		send(file, exchange, position, count);
	}

	private void send(FileChannel from, Exchange exchange, long position, long count) {
		exchange.sendFile(from, position, count, (failure) -> {
			events.add((failure == null) ? "sent" : failure.getClass().getSimpleName());
			exchange.end();
		});
	}

	private static byte[] part(int from, int count) {
		return java.util.Arrays.copyOfRange(CONTENT, from, from + count);
	}

	@Test
	void partOfAFileIsSentInChunks() {
		try (EmbeddedWire wire = new EmbeddedWire(sends(1000, 150_000))) {
			wire.send(GET + GET);
			assertThat(wire.responses()).hasSize(2).allSatisfy((response) -> {
				assertThat(response.chunked()).isTrue();
				assertThat(response.body()).isEqualTo(part(1000, 150_000));
			});
			assertThat(events).containsExactly("sent", "sent");
			assertThat(file.isOpen()).isTrue();
		}
	}

	@Test
	void wholeFileIsSentWithItsLength() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().set("Content-Length", "" + CONTENT.length);
			send(exchange, 0, CONTENT.length);
		})) {
			WireResponse response = wire.send(GET).response();
			assertThat(response.chunked()).isFalse();
			assertThat(response.body()).isEqualTo(CONTENT);
		}
	}

	@Test
	void moreThanTheDeclaredLengthIsNotSent() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().set("Content-Length", "10");
			send(exchange, 5, 100);
		})) {
			assertThat(wire.send(GET).response().body()).isEqualTo(part(5, 10));
		}
	}

	@Test
	void headSendsNoByteOfTheFile() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().set("Content-Length", "" + CONTENT.length);
			send(exchange, 0, CONTENT.length);
		})) {
			wire.send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\n");
			assertThat(wire.response("HEAD").field("Content-Length")).contains("" + CONTENT.length);
			assertThat(events).containsExactly("sent");
		}
	}

	@Test
	void endWaitsForTheFile() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.sendFile(file, 0, 100_000, (failure) -> events.add("sent"));
			exchange.end();
			events.add("end was called");
			assertThat(exchange.ended()).isFalse();
		})) {
			wire.room(100).send(GET);
			assertThat(events).containsExactly("end was called");
			assertThat(wire.room(Long.MAX_VALUE).response().body()).isEqualTo(part(0, 100_000));
			assertThat(events).containsExactly("end was called", "sent");
			assertThat(wire.balanced()).isTrue();
		}
	}

	/** The end of the first is wanted while its file is on its way. */
	@Test
	void nextResponseDoesNotEndWithItsFileBecauseTheFirstDid() {
		List<Exchange> exchanges = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchanges.add(exchange);
			exchange.sendFile(file, 0, 100, (failure) -> events.add("sent"));
			if (exchanges.size() == 1) {
				exchange.end();
			}
		})) {
			wire.send(GET).run().send(GET).run();
			assertThat(events).containsExactly("sent", "sent");
			assertThat(exchanges.get(1).ended()).isFalse();
			exchanges.get(1).end("end");
			assertThat(wire.run().responses().get(1).body()).hasSize(103).endsWith('e', 'n', 'd');
		}
	}

	@Test
	void severalPartsFollowEachOther() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> exchange.sendFile(file, 10, 10,
				(failure) -> exchange.sendFile(file, 50, 20, (second) -> exchange.end("end"))))) {
			byte[] body = wire.send(GET).response().body();
			assertThat(body).hasSize(33).startsWith(part(10, 10)).endsWith('e', 'n', 'd');
		}
	}

	@Test
	void fileThatIsTooShortIsAFailureAndTruncatesTheResponse() {
		try (EmbeddedWire wire = new EmbeddedWire(sends(CONTENT.length - 10, 11))) {
			wire.send(GET);
			assertThat(wire.output()).doesNotContain("\r\n0\r\n\r\n");
			assertThat(wire.outputEnded()).isTrue();
			assertThat(events).containsExactly(EOFException.class.getSimpleName());
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void fileThatCannotBeSentIsNotCountedAsWritten() {
		List<Long> written = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.write("abc");
			exchange.sendFile(file, CONTENT.length - 10, 11, (failure) -> written.add(exchange.writeOffset()));
		})) {
			wire.send(GET);
			assertThat(written).containsExactly(3L);
			assertThat(wire.outputEnded()).isTrue();
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1 })
	void fileThatCannotBeReadIsAFailureWhateverItThrows(long readable) throws IOException {
		try (FileChannel failing = new WrappedFile(file, readable);
				EmbeddedWire wire = new EmbeddedWire((exchange) -> send(failing, exchange, 0, CONTENT.length))) {
			wire.send(GET);
			assertThat(events).containsExactly(NonReadableChannelException.class.getSimpleName());
			assertThat(wire.output()).startsWith("HTTP/1.1 200").doesNotContain("\r\n0\r\n\r\n");
			assertThat(wire.outputEnded()).isTrue();
			assertThat(wire.balanced()).isTrue();
		}
	}

	@Test
	void placeBeforeTheBeginningOfTheFileIsAFailure() {
		try (EmbeddedWire wire = new EmbeddedWire(sends(-1, 10))) {
			wire.send(GET);
			assertThat(events).containsExactly(IllegalArgumentException.class.getSimpleName());
			assertThat(wire.outputEnded()).isTrue();
		}
	}

	@Test
	void clientThatGoesAwayIsAFailureOfTheTransfer() {
		EmbeddedWire wire = new EmbeddedWire(sends(0, CONTENT.length));
		wire.room(10).send(GET).reset().close();
		assertThat(events).hasSize(1).doesNotContain("sent");
		assertThat(wire.balanced()).isTrue();
	}

	@Test
	void nothingElseMayBeWrittenMeanwhile() {
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			send(exchange, 0, 100);
			try {
				exchange.write(exchange.allocator().buffer().writeByte(1));
			}
			catch (IllegalStateException ex) {
				events.add("refused");
			}
		})) {
			assertThat(wire.send(GET).response().body()).isEqualTo(part(0, 100));
			assertThat(events).containsExactly("refused", "sent");
		}
	}

	@Test
	void partBehindTwoGigabytesIsCopied() throws IOException {
		long position = (1L << 32) + 12_345;
		Path sparse = directory.resolve("sparse");
		try (FileChannel large = FileChannel.open(sparse, java.nio.file.StandardOpenOption.CREATE_NEW,
				java.nio.file.StandardOpenOption.WRITE, java.nio.file.StandardOpenOption.READ,
				java.nio.file.StandardOpenOption.SPARSE)) {
			large.write(java.nio.ByteBuffer.wrap(CONTENT), position);
			try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
				exchange.sendFile(large, position, CONTENT.length, (failure) -> events.add("sent"));
				exchange.end();
			})) {
				assertThat(wire.send(GET).response().body()).isEqualTo(CONTENT);
				assertThat(events).containsExactly("sent");
			}
		}
	}

	@Test
	void nothingElseCanBeWrittenWhileAFileIsOnItsWay() {
		List<Throwable> refused = new ArrayList<>();
		try (EmbeddedWire wire = new EmbeddedWire((exchange) -> {
			exchange.responseHeaders().set("Content-Length", "150003");
			exchange.sendFile(file, 0, 150_000, (failure) -> exchange.end("end"));
			refused.add(catchThrowable(() -> exchange.end("end")));
			refused.add(catchThrowable(() -> exchange.write(exchange.allocator().buffer().writeZero(3))));
			refused.add(catchThrowable(() -> exchange.sendFile(file, 0, 3, (failure) -> events.add("second"))));
		})) {
			wire.send(GET);
			assertThat(refused).hasSize(3).hasOnlyElementsOfType(IllegalStateException.class);
			assertThat(events).isEmpty();
			assertThat(wire.response().body()).hasSize(150_003).startsWith(part(0, 150_000)).endsWith('e', 'n', 'd');
		}
	}

}
