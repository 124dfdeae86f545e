/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.websocket;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Offers of permessage-deflate (RFC 7692 section 7.1). */
class DeflateNegotiationTests {

	private static @Nullable String shared(String... lines) {
		DeflateAgreement agreement = DeflateAgreement.negotiate(List.of(lines), CompressionMode.SHARED);
		return (agreement != null) ? agreement.response() : null;
	}

	private static @Nullable String dedicated(String... lines) {
		DeflateAgreement agreement = DeflateAgreement.negotiate(List.of(lines), CompressionMode.DEDICATED);
		return (agreement != null) ? agreement.response() : null;
	}

	@Test
	void offIsOff() {
		assertThat(DeflateAgreement.negotiate(List.of("permessage-deflate"), CompressionMode.OFF)).isNull();
		assertThat(shared()).isNull();
	}

	@Test
	void sharedHasNoTakeoverInEitherDirection() {
		String response = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";
		assertThat(shared("permessage-deflate")).isEqualTo(response);
		assertThat(shared("permessage-deflate; client_no_context_takeover")).isEqualTo(response);
		assertThat(shared("permessage-deflate; client_max_window_bits")).isEqualTo(response);
		assertThat(shared("permessage-deflate; server_max_window_bits=10"))
			.isEqualTo(response + "; server_max_window_bits=10");
	}

	@Test
	void dedicatedRepeatsWhatTheClientAsksFor() {
		assertThat(dedicated("permessage-deflate")).isEqualTo("permessage-deflate");
		assertThat(dedicated("permessage-deflate; client_no_context_takeover"))
			.isEqualTo("permessage-deflate; client_no_context_takeover");
		assertThat(dedicated("permessage-deflate; server_no_context_takeover"))
			.isEqualTo("permessage-deflate; server_no_context_takeover");
		assertThat(dedicated("permessage-deflate;server_no_context_takeover ; client_no_context_takeover"))
			.isEqualTo("permessage-deflate; server_no_context_takeover; client_no_context_takeover");
		assertThat(dedicated("permessage-deflate; client_max_window_bits=9")).isEqualTo("permessage-deflate");
		assertThat(dedicated("permessage-deflate; server_max_window_bits=15"))
			.isEqualTo("permessage-deflate; server_max_window_bits=15");
	}

	@Test
	void smallWindowsAreKeptByDoingWithoutTakeover() {
		for (int bits = 8; bits <= 14; bits++) {
			DeflateAgreement agreement = Objects.requireNonNull(DeflateAgreement
				.negotiate(List.of("permessage-deflate; server_max_window_bits=" + bits), CompressionMode.DEDICATED));
			assertThat(agreement.serverWindowBits()).isEqualTo(bits);
			assertThat(agreement.serverTakeover()).isFalse();
			assertThat(agreement.response())
				.isEqualTo("permessage-deflate; server_no_context_takeover; server_max_window_bits=" + bits);
		}
	}

	@Test
	void offerThatCannotBeHonouredIsPassedOver() {
		for (String offer : List.of("permessage-deflate; server_max_window_bits=16",
				"permessage-deflate; server_max_window_bits=7", "permessage-deflate; server_max_window_bits",
				"permessage-deflate; server_max_window_bits=09", "permessage-deflate; server_max_window_bits=x",
				"permessage-deflate; client_max_window_bits=16", "permessage-deflate; client_max_window_bits=",
				"permessage-deflate; unknown", "permessage-deflate; server_no_context_takeover=1",
				"permessage-deflate; client_no_context_takeover=true",
				"permessage-deflate; server_no_context_takeover; server_no_context_takeover",
				"permessage-deflate; client_max_window_bits; client_max_window_bits=10", "permessage-deflate;",
				"permessage-deflate=1", "permessage-deflate x", "x-webkit-deflate-frame", "", ",", "\"",
				"permessage-deflate; a=\"b")) {
			assertThat(dedicated(offer)).describedAs(offer).isNull();
			assertThat(dedicated(offer, "permessage-deflate")).describedAs(offer + ", then a plain one")
				.isEqualTo("permessage-deflate");
		}
	}

	@Test
	void firstOfferThatCanBeHonouredIsTaken() {
		assertThat(dedicated(
				"x; a=\"1,2;3\", permessage-deflate; server_max_window_bits=99, permessage-deflate; server_max_window_bits=\"12\","
						+ " permessage-deflate"))
			.isEqualTo("permessage-deflate; server_no_context_takeover; server_max_window_bits=12");
	}

}
