/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The values that options refuse. */
class WebSocketOptionsTests {

	@Test
	void refusedValueIsNamed() {
		Map<String, Consumer<WebSocketOptions.Builder>> wrong = Map.ofEntries(
				Map.entry("maxMessageBytes", (builder) -> builder.maxMessageBytes(0)),
				Map.entry("maxFragments", (builder) -> builder.maxFragments(0)),
				Map.entry("maxPendingBytes", (builder) -> builder.maxPendingBytes(-1)),
				Map.entry("idleTimeout", (builder) -> builder.idleTimeout(Duration.ofSeconds(-1))),
				Map.entry("pingInterval", (builder) -> builder.pingInterval(Duration.ofSeconds(-1))),
				Map.entry("maxLifetime", (builder) -> builder.maxLifetime(Duration.ofSeconds(-1))),
				Map.entry("closeTimeout", (builder) -> builder.closeTimeout(Duration.ZERO)),
				Map.entry("compressionThreshold", (builder) -> builder.compressionThreshold(0)),
				Map.entry("subProtocols", (builder) -> builder.subProtocols("a b")),
				Map.entry("allowedOrigins", (builder) -> builder.allowedOrigins("a.example")),
				Map.entry("allowedOrigins must", (builder) -> builder.allowedOrigins("x")),
				Map.entry("allowedOrigins must look", (builder) -> builder.allowedOrigins("")),
				Map.entry("pingInterval must be shorter",
						(builder) -> builder.idleTimeout(Duration.ofSeconds(30)).build()));
		wrong.forEach((name, change) -> assertThatIllegalArgumentException()
			.isThrownBy(() -> change.accept(WebSocketOptions.builder()))
			.withMessageStartingWith(name));
	}

	@Test
	void copyHasTheSameValues() {
		WebSocketOptions options = WebSocketOptions.builder()
			.maxMessageBytes(1)
			.maxFragments(2)
			.maxPendingBytes(3)
			.overflowPolicy(OverflowPolicy.DROP_NEWEST)
			.idleTimeout(Duration.ofSeconds(5))
			.pingInterval(Duration.ofSeconds(4))
			.maxLifetime(Duration.ofSeconds(6))
			.closeTimeout(Duration.ofSeconds(7))
			.compression(CompressionMode.SHARED)
			.compressionThreshold(8)
			.subProtocols("a")
			.allowedOrigins("https://a.example")
			.build();
		assertThat(options.toBuilder().build()).usingRecursiveComparison().isEqualTo(options);
		assertThat(WebSocketOptions.DEFAULTS).usingRecursiveComparison()
			.isEqualTo(WebSocketOptions.builder().build())
			.isNotEqualTo(options);
	}

}
