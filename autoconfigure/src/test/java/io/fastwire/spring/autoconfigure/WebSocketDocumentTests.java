/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** That the document of WebSocket in WebFlux names what there is. */
class WebSocketDocumentTests {

	@Test
	void listsEachMeter() throws IOException {
		List<String> published = find("\"(fastwire\\.websocket\\.[a-z.]+)\"",
				"src/main/java/io/fastwire/spring/autoconfigure/metrics/WebSocketMeters.java");
		List<String> documented = find(
				"`(fastwire\\.websocket\\.(?:sessions|messages|bytes|compression\\.|closes)[a-z.]*)`",
				"../docs/websocket-webflux.md");
		assertThat(documented).isNotEmpty().containsExactlyInAnyOrderElementsOf(published);
	}

	private static List<String> find(String pattern, String file) throws IOException {
		return Pattern.compile(pattern)
			.matcher(Files.readString(Path.of(file)))
			.results()
			.map((MatchResult name) -> name.group(1))
			.toList();
	}

}
