/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.proxy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Ranges in CIDR notation. */
class AddressRangesTests {

	@ParameterizedTest
	@CsvSource({ "10.0.0.0/8,10.255.1.2,true", "10.0.0.0/8,11.0.0.0,false", "10.1.2.3,10.1.2.3,true",
			"10.1.2.3,10.1.2.4,false", "10.1.2.3/31,10.1.2.2,true", "10.1.2.3/31,10.1.2.4,false",
			"0.0.0.0/0,203.0.113.9,true", "0.0.0.0/0,::1,false", "::/0,::1,true", "fd00::/8,fdff::1,true",
			"fd00::/8,fe00::1,false", "2001:db8::/33,2001:db8:7fff::1,true", "2001:db8::/33,2001:db8:8000::1,false",
			"::1,::1,true", "192.0.2.0/24,::ffff:192.0.2.7,true", "172.16.0.0/12,172.31.255.255,true",
			"172.16.0.0/12,172.32.0.0,false", "' 10.0.0.0/8 ',10.0.0.1,true" })
	void contain(String range, String address, boolean contained) throws UnknownHostException {
		assertThat(AddressRanges.of(List.of("192.168.7.7", range)).contains(InetAddress.getByName(address)))
			.isEqualTo(contained);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "10", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "a.example", "10.0.0.0/8/8",
			"/8", "10.0.0.0/x", "10.0.0.0/99999999999" })
	void refuseWhatIsNone(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> AddressRanges.of(List.of(text)))
			.withMessageContaining("'" + text + "'");
	}

	@Test
	void nobodyIsInNoRangeAndEverybodyInAll() throws UnknownHostException {
		assertThat(AddressRanges.of(List.of()).contains(InetAddress.getByName("10.0.0.1"))).isFalse();
		assertThat(AddressRanges.of(List.of("0.0.0.0/0")).contains(null)).isFalse();
		assertThat(AddressRanges.ALL.contains(null)).isTrue();
	}

}
