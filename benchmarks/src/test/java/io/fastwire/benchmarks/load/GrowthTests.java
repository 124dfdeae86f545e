/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class GrowthTests {

	private final Growth growth = new Growth(List.of(10, 100, 1000, 10_000),
			List.of(result(2, 6), result(3, 7), result(4, Double.NaN), result(8, 9)));

	@Test
	void theTableHasARowForEachContenderAndSaysWhereOneHasFailed() {
		assertThat(growth.table()).contains("| CPU µs/op at connections | 10 | 100 | 1000 | 10000 |")
			.contains("| ours | 2.00 | 3.00 | 4.00 | 8.00 |")
			.contains("| a<b | 6.00 | 7.00 | failed | 9.00 |");
	}

	@Test
	void thePictureHasEveryPointOfEveryContenderAndNoneWhereOneHasFailed() throws Exception {
		NodeList titles = parse(growth.plot()).getElementsByTagName("title");
		assertThat(IntStream.range(0, titles.getLength()).mapToObj((i) -> titles.item(i).getTextContent()))
			.containsExactly("ours, 10: 2", "ours, 100: 3", "ours, 1000: 4", "ours, 10000: 8", "a<b, 10: 6",
					"a<b, 100: 7", "a<b, 10000: 9");
	}

	@Test
	void tenTimesAsManyConnectionsAreTheSameStepAndTheVerticalAxisBeginsAtZero() throws Exception {
		List<double[]> points = points(parse(growth.plot()), 0);
		double step = points.get(1)[0] - points.get(0)[0];
		assertThat(points.get(2)[0] - points.get(1)[0]).isCloseTo(step, within(0.2));
		assertThat(points.get(3)[0] - points.get(2)[0]).isCloseTo(step, within(0.2));
		double unit = (points.get(0)[1] - points.get(3)[1]) / 6;
		assertThat(points.get(0)[1] + 2 * unit).isCloseTo(360, within(0.5));
	}

	@Test
	void axesAreLabelledAndNamesDoNotLieOnTopOfEachOther() throws Exception {
		Growth close = new Growth(List.of(1, 2), List.of(result(5, 5), result(5, 5)));
		NodeList texts = parse(close.plot()).getElementsByTagName("text");
		List<Element> all = IntStream.range(0, texts.getLength()).mapToObj((i) -> (Element) texts.item(i)).toList();
		assertThat(all).extracting(Element::getTextContent)
			.contains("http/growth", "connections (logarithmic)", "CPU µs/op", "0", "5", "1", "2");
		List<Double> names = all.stream()
			.filter((text) -> text.getAttribute("text-anchor").equals("start"))
			.map((text) -> Double.valueOf(text.getAttribute("y")))
			.toList();
		assertThat(names).hasSize(2);
		assertThat(names.get(1) - names.get(0)).isGreaterThan(13);
	}

	private static List<double[]> points(Document svg, int line) {
		Element polyline = (Element) svg.getElementsByTagName("polyline").item(line);
		return List.of(polyline.getAttribute("points").split(" ", -1))
			.stream()
			.map((point) -> point.split(",", -1))
			.map((point) -> new double[] { Double.parseDouble(point[0]), Double.parseDouble(point[1]) })
			.toList();
	}

	private static Document parse(String svg) throws Exception {
		return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
	}

	private static Result result(double ours, double other) {
		return new Result("http/growth", "text", Figure.CPU, List.of("ours", "a<b"),
				List.of(rounds(ours), rounds(ours), rounds(other), rounds(other)));
	}

	private static List<Round> rounds(double cost) {
		return Double.isNaN(cost) ? List.of() : List.of(Round.empty().with(Figure.CPU, cost));
	}

}
