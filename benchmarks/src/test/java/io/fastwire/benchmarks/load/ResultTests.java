/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.List;
import java.util.stream.DoubleStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResultTests {

	@Test
	void ratiosAreTakenWithinARoundAndTheirMedianIsReported() {
		String row = row(rounds(10, 20, 40), rounds(10, 20, 40), rounds(5, 10, 24), rounds(5, 10, 24));
		assertThat(row).contains("| 0.500 (0.500–0.600) | 0.0 % | less |");
	}

	@Test
	void noRowIsJudgedWithinTheNoiseOfTheBase() {
		String row = row(rounds(10, 10, 10), rounds(10, 12, 10), rounds(9, 9, 9), rounds(9, 9, 9));
		assertThat(row).contains("| 0.900 (0.818–0.900) | 20.0 % | no difference |");
	}

	@Test
	void noRowIsJudgedWithinItsOwnNoise() {
		String row = row(rounds(10, 10, 10), rounds(10, 10, 10), rounds(12, 12, 12), rounds(12, 12, 18));
		assertThat(row).contains("| 50.0 % | no difference |");
	}

	@Test
	void noRowIsJudgedWhoseRoundsDoNotAgree() {
		String row = row(rounds(10, 10, 10), rounds(10, 10, 10), rounds(20, 20, 9), rounds(20, 20, 9));
		assertThat(row).contains("| 2.000 (0.900–2.000) | 0.0 % | no difference |");
	}

	@Test
	void lessThanTwoPercentIsNoDifference() {
		String row = row(rounds(100, 100), rounds(100, 100), rounds(101.9, 101.9), rounds(101.9, 101.9));
		assertThat(row).contains("| no difference |");
		assertThat(row(rounds(100, 100), rounds(100, 100), rounds(102.1, 102.1), rounds(102.1, 102.1)))
			.contains("| more |");
	}

	@Test
	void aContenderWithoutASecondProcessHasTheNoiseOfTheBase() {
		String row = row(rounds(10, 10), rounds(10, 11), rounds(5, 5), List.of());
		assertThat(row).contains("| 0.488 (0.476–0.500) | 10.0 % | less |");
	}

	@Test
	void bothProcessesOfAContenderCount() {
		Result result = result(rounds(10, 10), rounds(14, 14), rounds(30, 30), rounds(50, 50));
		assertThat(result.median(0)).isEqualTo(12);
		assertThat(result.median(1)).isEqualTo(40);
		assertThat(new Growth(List.of(10, 100), List.of(result, result)).table()).contains("| base | 12.00 | 12.00 |")
			.contains("| other | 40.00 | 40.00 |");
		assertThat(row(rounds(10, 20), rounds(30, 20), rounds(10, 10), rounds(30, 30)))
			.contains("| 1.000 (1.000–1.000)");
	}

	@Test
	void halfAsMuchIsAsMuchNoiseAsTwiceAsMuch() {
		assertThat(row(rounds(10), rounds(5), rounds(1), rounds(1))).contains("| 100.0 % |");
		assertThat(row(rounds(5), rounds(10), rounds(1), rounds(1))).contains("| 100.0 % |");
	}

	@Test
	void aContenderThatHasFailedKeepsItsRow() {
		String row = row(rounds(10, 10), rounds(10, 10), List.of(), List.of());
		assertThat(row).endsWith("| failed |");
		assertThat(result(rounds(10), rounds(10), List.of(), List.of()).median(1)).isNaN();
	}

	@Test
	void figuresThatWereNotTakenAreLeftBlank() {
		Round unknown = Round.empty().with(Figure.CPU, 3).with(Figure.ALLOCATED, Double.NaN);
		List<Round> rounds = List.of(unknown);
		Result result = new Result("title", "text", Figure.CPU, List.of("base"), List.of(rounds, rounds));
		assertThat(result.table()).contains("| base | 3.00 |  | 1.000");
		assertThat(result.raw().toString()).doesNotContain("NaN");
	}

	private static String row(List<Round> base, List<Round> base2, List<Round> other, List<Round> other2) {
		String table = result(base, base2, other, other2).table();
		return table.lines().filter((line) -> line.startsWith("| other |")).findFirst().orElseThrow();
	}

	private static Result result(List<Round> base, List<Round> base2, List<Round> other, List<Round> other2) {
		return new Result("title", "text", Figure.CPU, List.of("base", "other"), List.of(base, base2, other, other2));
	}

	private static List<Round> rounds(double... costs) {
		return DoubleStream.of(costs).mapToObj((cost) -> Round.empty().with(Figure.CPU, cost)).toList();
	}

}
