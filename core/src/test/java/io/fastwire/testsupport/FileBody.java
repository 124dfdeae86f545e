/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fastwire.http.Exchange;

/** A file as the whole body of a response. */
public final class FileBody {

	private FileBody() {
	}

	/** Sends a file, closes it when it has left, and ends the response. */
	public static void send(Exchange exchange, Path path) {
		try {
			send(exchange, path, Files.size(path));
		}
		catch (IOException ex) {
			exchange.abort(ex);
		}
	}

	/** The same, of a declared length that may not be that of the file. */
	public static void send(Exchange exchange, Path path, long declared) {
		exchange.responseHeaders().set("Content-Length", Long.toString(declared));
		try {
			FileChannel file = FileChannel.open(path);
			exchange.sendFile(file, 0, file.size(), (failure) -> close(file));
			exchange.end();
		}
		catch (IOException ex) {
			exchange.abort(ex);
		}
	}

	private static void close(FileChannel file) {
		try {
			file.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
