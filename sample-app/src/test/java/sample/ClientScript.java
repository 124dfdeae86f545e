/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** What browsers and Node run as clients of topics. */
enum ClientScript {

	/** Follows the orders by a socket, the client module and an event stream. */
	TOPICS("topics.mjs", "plain socket, client module, event stream: all there"),

	/** The client module against a server that the script plays. */
	CLIENT("client.mjs", "8 scenarios, 2 errors on purpose");

	private final Path file;

	private final String output;

	ClientScript(String file, String output) {
		this.file = Path.of("src", "test", "js", file);
		this.output = output;
	}

	/** Returns an expression of JavaScript, the promise of the output. */
	String runAt(String origin) throws IOException {
		return "import('data:text/javascript;charset=utf-8;base64,"
				+ Base64.getEncoder().encodeToString(Files.readAllBytes(file)) + "').then((script) => script.default('"
				+ origin + "'))";
	}

	/** Returns what comes of it if all is well. */
	String output() {
		return output;
	}

}
