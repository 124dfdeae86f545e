/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** What is said between this process and the one that compares. */
final class Conversation {

	private final BufferedReader in;

	private final PrintStream out;

	Conversation(InputStream in, PrintStream out) {
		this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
		this.out = out;
	}

	/** Returns the next line, or {@code null} at the end. */
	@Nullable String next() throws IOException {
		return in.readLine();
	}

	void say(String line) {
		out.println(line);
	}

	/** Tells where it is, and waits until the other side has looked at the server. */
	void pause(String where) throws IOException {
		say(where);
		if (next() == null) {
			throw new IOException("Nobody is there");
		}
	}

}
