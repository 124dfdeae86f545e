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
import java.util.stream.Stream;

import io.fastwire.testsupport.TestKeys;

import static org.assertj.core.api.Assertions.assertThat;

/** Bodies that are larger by far than the heap of the application that serves them. */
final class LargeBodies {

	/** How large they are: two gigabytes. */
	static final long SIZE = 2L * 1024 * 1024 * 1024;

	static final TestKeys KEYS = TestKeys.of("server.example");

	private LargeBodies() {
	}

	/** Starts the application in a small heap. */
	static AppProcess start(String... arguments) throws IOException {
		return AppProcess.start(List.of("-XX:TieredStopAtLevel=4", "-Xmx128m", "-XX:MaxDirectMemorySize=32m"),
				Stream.concat(Stream.of("--server.port=0"), Stream.of(arguments)).toArray(String[]::new));
	}

	/** Starts it with TLS, whose key store is written into a directory. */
	static AppProcess startWithTls(Path directory, String... arguments) throws IOException {
		Path store = KEYS.writeKeyStore(directory.resolve("keys.p12"), "PKCS12");
		Stream<String> tls = Stream.of("--server.ssl.key-store=file:" + store,
				"--server.ssl.key-store-password=" + TestKeys.PASSWORD);
		return start(Stream.concat(tls, Stream.of(arguments)).toArray(String[]::new));
	}

	/**
	 * Makes a file that takes no place on the disk, and returns its path on the server.
	 */
	static String file(Path directory) throws IOException {
		Path sparse = directory.resolve("sparse");
		try (SeekableByteChannel file = Files.newByteChannel(sparse, StandardOpenOption.CREATE_NEW,
				StandardOpenOption.SPARSE, StandardOpenOption.WRITE)) {
			file.position(SIZE - 1).write(ByteBuffer.allocate(1));
		}
		return "/file?path=" + sparse;
	}

	/** Reads to the end, and returns how many bytes came. */
	static long count(InputStream in) throws IOException {
		byte[] buffer = new byte[65_536];
		long total = 0;
		for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
			total += read;
		}
		return total;
	}

	/** Asserts that the application has had memory enough. */
	static void assertUnharmed(AppProcess app) {
		assertThat(app.output()).doesNotContain("OutOfMemory").doesNotContain("ERROR");
	}

}
