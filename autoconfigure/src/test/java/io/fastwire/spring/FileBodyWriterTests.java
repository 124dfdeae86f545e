/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import io.fastwire.http.AbortedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpStatus;

import static org.assertj.core.api.Assertions.assertThat;

class FileBodyWriterTests {

	@TempDir
	private Path directory;

	private final FakeExchange exchange = FakeExchange.get("/");

	private final FastwireServerHttpResponse response = Responses.of(exchange);

	private Path file = Path.of("");

	@BeforeEach
	void writeFile() throws IOException {
		file = Files.writeString(directory.resolve("file.txt"), "0123456789");
	}

	@Test
	void sendsARegionAndEndsTheResponse() {
		response.getHeaders().setContentLength(4);
		Responses.Result result = Responses.subscribe(response.writeWith(file, 3, 4));
		assertThat(exchange.wire()).containsExactly("200 [Content-Length: 4] file:3456", "|");
		assertThat(result.signals()).containsExactly("complete");
		assertThat(openFiles()).isZero();
	}

	@Test
	void runsActionsFirstAndGoesToTheLoop() {
		response.beforeCommit(() -> Mono.fromRunnable(() -> response.getHeaders().set("A", "b")));
		Responses.Result result = new Responses.Result();
		OtherThread.run(() -> response.writeWith(file.toFile(), 0, 1).subscribe(result));
		assertThat(exchange.wire()).isEmpty();
		exchange.runTasks();
		assertThat(exchange.wire()).containsExactly("200 [A: b] file:0", "|");
		assertThat(result.signals()).containsExactly("complete");
	}

	@Test
	void missingFileCommitsNothing() {
		response.getHeaders().setContentLength(4);
		Responses.Result result = Responses.subscribe(response.writeWith(directory.resolve("missing"), 0, 4));
		assertThat(result.failure()).isInstanceOf(NoSuchFileException.class);
		assertThat(response.isCommitted()).isFalse();
		assertThat(response.setStatusCode(HttpStatus.NOT_FOUND)).isTrue();
		assertThat(response.getHeaders().isEmpty()).isTrue();
	}

	@Test
	void lostClientClosesTheFile() {
		exchange.holdFile();
		Responses.Result result = Responses.subscribe(response.writeWith(file, 0, 10));
		assertThat(openFiles()).isEqualTo(1);
		exchange.loseConnection();
		assertThat(result.failure()).isInstanceOf(AbortedException.class);
		assertThat(openFiles()).isZero();
	}

	@Test
	void cancelledWriteClosesTheFileInSilence() {
		exchange.holdFile();
		Responses.Result result = Responses.subscribe(response.writeWith(file, 0, 10));
		result.cancel();
		exchange.loseConnection();
		assertThat(result.signals()).isEmpty();
		assertThat(openFiles()).isZero();
	}

	@Test
	void refusedHeadClosesTheFile() {
		response.getHeaders().set("Evil", "a\r\nb");
		Responses.Result result = Responses.subscribe(response.writeWith(file, 0, 10));
		assertThat(result.failure()).isInstanceOf(IllegalArgumentException.class);
		assertThat(response.isCommitted()).isFalse();
		assertThat(openFiles()).isZero();
	}

	@Test
	void committedResponseTakesNoFile() {
		Responses.subscribe(response.setComplete());
		assertThat(Responses.subscribe(response.writeWith(file, 0, 10)).signals()).containsExactly("complete");
		assertThat(exchange.wire()).isEmpty();
		assertThat(openFiles()).isZero();
	}

	@Test
	void lostClientOpensNoFile() {
		exchange.loseConnection();
		assertThat(Responses.subscribe(response.writeWith(file, 0, 10)).signals()).containsExactly("complete");
		assertThat(openFiles()).isZero();
	}

	private int openFiles() {
		return exchange.openFiles();
	}

}
