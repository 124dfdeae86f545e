/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.contract;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.DisconnectedClientHelper;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Bodies that are long, slow, endless or cut off. */
abstract class StreamingContract extends WebServerHarness {

	private static final int MEBIBYTE = 1 << 20;

	StreamingContract(Servers kind) {
		super(kind);
	}

	@Test
	void sendsWhatIsFlushedBeforeMoreIsKnown() throws Exception {
		Sinks.Many<DataBuffer> parts = Sinks.many().unicast().onBackpressureBuffer();
		start((request, response) -> response.writeAndFlushWith(parts.asFlux().map(Mono::just)));
		RawConnection connection = connect().get("/");
		for (String part : new String[] { "first", "second", "third" }) {
			parts.tryEmitNext(buffer(part));
			assertThat(connection.readUntil(part + "\r\n")).contains(part);
		}
		parts.tryEmitComplete();
		assertThat(connection.readUntil("0\r\n\r\n")).endsWith("0\r\n\r\n");
	}

	@Test
	void sendsAllWhenAFluxCompletes() throws Exception {
		start((request, response) -> response.writeWith(Flux.range(0, 64).map((index) -> buffer("x".repeat(1024)))));
		assertThat(get("/").body()).isEqualTo("x".repeat(64 * 1024));
	}

	@Test
	void sendsWithoutAFlushWhatAFluxHasBeforeItPauses() throws Exception {
		start((request, response) -> response
			.writeWith(Flux.range(0, 64).map((index) -> buffer("x".repeat(1023) + "|")).concatWith(Flux.never())));
		RawConnection connection = connect().get("/");
		connection.readHead();
		for (int index = 0; index < 64; index++) {
			assertThat(connection.readChunksUntil("|")).isEqualTo("x".repeat(1023) + "|");
		}
	}

	@Test
	void cutsTheResponseOffWhenAFluxFailsLater() throws Exception {
		start((request,
				response) -> response.writeAndFlushWith(Flux.just("one", "two")
					.map((text) -> Mono.just(buffer(text)))
					.concatWith(Mono.delay(Duration.ofMillis(20))
						.then(Mono.error(new IllegalStateException("wanted by the test"))))));
		assertThat(connect().get("/").readAll()).startsWith("HTTP/1.1 200 ")
			.contains("one", "two")
			.doesNotEndWith("0\r\n\r\n");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> get("/"));
	}

	@Test
	void receivesALargeBody() throws Exception {
		byte[] body = new byte[20 * MEBIBYTE];
		new Random(1).nextBytes(body);
		start((request, response) -> checksum(request)
			.flatMap((sum) -> response.writeWith(Mono.just(buffer(Long.toHexString(sum))))));
		CRC32 expected = new CRC32();
		expected.update(body);
		assertThat(send(request("/").POST(BodyPublishers.ofByteArray(body))).body())
			.isEqualTo(Long.toHexString(expected.getValue()));
	}

	private static Mono<Long> checksum(ServerHttpRequest request) {
		CRC32 sum = new CRC32();
		return request.getBody().doOnNext((buffer) -> {
			byte[] bytes = new byte[buffer.readableByteCount()];
			buffer.read(bytes);
			DataBufferUtils.release(buffer);
			sum.update(bytes);
		}).then(Mono.fromSupplier(sum::getValue));
	}

	@Test
	void sendsALargeBody() throws Exception {
		byte[] body = new byte[64 * 1024];
		new Random(2).nextBytes(body);
		start((request, response) -> response
			.writeWith(Flux.range(0, 320).map((index) -> DefaultDataBufferFactory.sharedInstance.wrap(body.clone()))));
		byte[] received = send(request("/"), BodyHandlers.ofByteArray()).body();
		assertThat(received).hasSize(20 * MEBIBYTE);
		assertThat(Arrays.equals(received, 64 * 1024 * 319, received.length, body, 0, body.length)).isTrue();
	}

	@Test
	void asksASourceForNoMoreThanASlowClientTakes() throws Exception {
		AtomicLong emitted = new AtomicLong();
		start((request, response) -> response.writeWith(Flux.<DataBuffer>generate((sink) -> {
			emitted.incrementAndGet();
			sink.next(buffer("x".repeat(64 * 1024)));
		}).take(16_384)));
		RawConnection connection = connect().get("/");
		connection.readHead();
		long before;
		do {
			before = emitted.get();
			Thread.sleep(200);
		}
		while (emitted.get() != before);
		assertThat(before).isLessThan(1024);
	}

	@Test
	void cancelsTheSourceWhenTheClientIsGone() throws Exception {
		CountDownLatch cancelled = new CountDownLatch(1);
		start((request,
				response) -> response.writeAndFlushWith(Flux.interval(Duration.ofMillis(10))
					.onBackpressureDrop()
					.map((tick) -> Mono.just(buffer("tick")))
					.doOnCancel(cancelled::countDown)));
		RawConnection connection = connect().get("/");
		connection.readUntil("tick");
		connection.reset();
		assertThat(cancelled.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void cancelsAHandlerThatHasNotAnsweredWhenTheClientIsGone() throws Exception {
		CountDownLatch entered = new CountDownLatch(1);
		CountDownLatch cancelled = new CountDownLatch(1);
		start((request, response) -> Mono.<Void>never()
			.doOnSubscribe((subscription) -> entered.countDown())
			.doOnCancel(cancelled::countDown));
		RawConnection connection = connect().get("/");
		assertThat(entered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		connection.reset();
		assertThat(cancelled.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void failsTheReaderOfABodyWhenTheClientIsGone() throws Exception {
		AtomicReference<Throwable> failure = new AtomicReference<>();
		CountDownLatch first = new CountDownLatch(1);
		CountDownLatch failed = new CountDownLatch(1);
		start((request, response) -> request.getBody().doOnNext((buffer) -> {
			DataBufferUtils.release(buffer);
			first.countDown();
		}).doOnError((ex) -> {
			failure.set(ex);
			failed.countDown();
		}).then());
		RawConnection connection = connect()
			.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nHello");
		assertThat(first.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		connection.reset();
		assertThat(failed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertDisconnected(failure.get());
	}

	/** Fails unless this server tells a lost client as it does. */
	void assertDisconnected(Throwable failure) {
		assertThat(DisconnectedClientHelper.isClientDisconnectedException(failure)).isTrue();
	}

	private static DataBuffer buffer(String text) {
		return DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(ISO_8859_1));
	}

}
