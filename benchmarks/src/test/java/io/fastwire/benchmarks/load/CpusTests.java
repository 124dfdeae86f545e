/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CpusTests {

	@Test
	void theFirstCpuIsTheServersAndTheOthersAreForTheLoad() {
		assertThat(Cpus.of("0-1")).isEqualTo(new Cpus("0", "1"));
		assertThat(Cpus.of("2-4,7")).isEqualTo(new Cpus("2", "3,4,7"));
	}

	@Test
	void nothingIsPinnedWhereThereIsOneCpuOnly() {
		assertThat(Cpus.of("3")).isEqualTo(new Cpus("", ""));
		assertThat(Cpus.of("3").forServer(List.of("java"))).containsExactly("java");
	}

}
