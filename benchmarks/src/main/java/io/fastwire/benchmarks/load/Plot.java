/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.load;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lines over a logarithmic axis, as a picture in SVG that needs nothing else and can be
 * read on a light page and on a dark one.
 *
 * @param title above all
 * @param across what the horizontal axis counts
 * @param upward what the vertical axis measures, from 0
 * @param lines at least one, each with a point
 */
record Plot(String title, String across, String upward, List<Line> lines) {

	private static final int WIDTH = 820;

	private static final int HEIGHT = 420;

	private static final int LEFT = 70;

	private static final int RIGHT = 590;

	private static final int TOP = 50;

	private static final int BOTTOM = 360;

	private static final int LINE_HEIGHT = 17;

	private static final int STEPS = 5;

	private static final String HEAD = """
			<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="13">
			<style>
			  text { fill: #1f2328 } rect { fill: #ffffff } .grid { stroke: #d1d9e0 } .axis { stroke: #59636e }
			  .line { fill: none; stroke-width: 2 }
			  .c0 { --c: #0969da } .c1 { --c: #bc4c00 } .c2 { --c: #1a7f37 } .c3 { --c: #8250df } .c4 { --c: #cf222e }
			  .c5 { --c: #0a7a8f } .c6 { --c: #9a6700 } .c7 { --c: #bf3989 } .c8 { --c: #57606a }
			  .line, .label { stroke: var(--c) } .dot { fill: var(--c) }
			  @media (prefers-color-scheme: dark) {
			    text { fill: #e6edf3 } rect { fill: #0d1117 } .grid { stroke: #30363d } .axis { stroke: #8b949e }
			    .c0 { --c: #58a6ff } .c1 { --c: #f0883e } .c2 { --c: #3fb950 } .c3 { --c: #bc8cff } .c4 { --c: #ff7b72 }
			    .c5 { --c: #39c5cf } .c6 { --c: #d29922 } .c7 { --c: #f778ba } .c8 { --c: #b1bac4 }
			  }
			</style>
			<rect width="100%%" height="100%%"/>
			""";

	private static final int COLOURS = 9;

	/**
	 * One line.
	 *
	 * @param name of it
	 * @param points what was measured at each number, which is 1 or more
	 */
	record Line(String name, Map<Integer, Double> points) {

		private int last() {
			return points.keySet().stream().mapToInt(Integer::intValue).max().orElseThrow();
		}

		private double end() {
			return points.getOrDefault(last(), 0.0);
		}

	}

	/** Returns the picture. */
	String svg() {
		Axes axes = axes();
		StringBuilder svg = new StringBuilder(HEAD.formatted(WIDTH, HEIGHT));
		text(svg, (LEFT + RIGHT) / 2.0, TOP - 22, "middle", title);
		for (int i = 0; i <= STEPS; i++) {
			double value = axes.top() * i / STEPS;
			rule(svg, (i == 0) ? "axis" : "grid", LEFT, axes.y(value), RIGHT, axes.y(value));
			text(svg, LEFT - 8, axes.y(value) + 4, "end", number(value));
		}
		for (int number : axes.numbers()) {
			rule(svg, "grid", axes.x(number), TOP, axes.x(number), BOTTOM);
			text(svg, axes.x(number), BOTTOM + 20, "middle", String.format(Locale.ROOT, "%,d", number));
		}
		text(svg, (LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", across + " (logarithmic)");
		svg.append("<g transform=\"rotate(-90 18 %d)\">".formatted((TOP + BOTTOM) / 2));
		text(svg, 18, (TOP + BOTTOM) / 2.0, "middle", upward);
		svg.append("</g>\n");
		for (int i = 0; i < lines.size(); i++) {
			line(svg, axes, i);
		}
		labels(svg, axes);
		return svg.append("</svg>\n").toString();
	}

	private Axes axes() {
		TreeSet<Integer> numbers = new TreeSet<>();
		lines.forEach((line) -> numbers.addAll(line.points().keySet()));
		double highest = lines.stream()
			.flatMap((line) -> line.points().values().stream())
			.mapToDouble(Double::doubleValue)
			.max()
			.orElseThrow();
		return new Axes(numbers, roundUp(highest));
	}

	/** Returns a number that the steps divide without long fractions. */
	private static double roundUp(double value) {
		double unit = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-6))));
		for (double factor : new double[] { 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 }) {
			if (value <= factor * unit) {
				return factor * unit;
			}
		}
		return 10 * unit;
	}

	private void line(StringBuilder svg, Axes axes, int index) {
		Line line = lines.get(index);
		StringBuilder corners = new StringBuilder();
		StringBuilder dots = new StringBuilder();
		new TreeMap<>(line.points()).forEach((number, value) -> {
			corners.append(format("%.1f,%.1f ", axes.x(number), axes.y(value)));
			dots.append(format("<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>", axes.x(number),
					axes.y(value)))
				.append(escape("%s, %d: %s".formatted(line.name(), number, number(value))))
				.append("</title></circle>\n");
		});
		svg.append("<g class=\"c%d\">%n<polyline class=\"line\" points=\"%s\"/>%n%s</g>%n".formatted(index % COLOURS,
				corners.toString().strip(), dots));
	}

	/** Names stand at the ends of the lines, in their order, none on top of another. */
	private void labels(StringBuilder svg, Axes axes) {
		List<Line> order = lines.stream().sorted(Comparator.comparingDouble(Line::end).reversed()).toList();
		double below = TOP;
		for (int i = 0; i < order.size(); i++) {
			Line line = order.get(i);
			double lowest = BOTTOM - LINE_HEIGHT * (order.size() - 1.0 - i);
			double at = Math.min(Math.max(axes.y(line.end()), below), lowest);
			below = at + LINE_HEIGHT;
			svg.append("<g class=\"c%d\">".formatted(lines.indexOf(line) % COLOURS));
			rule(svg, "label", axes.x(line.last()) + 6, axes.y(line.end()), RIGHT + 14, at);
			svg.append("</g>\n");
			text(svg, RIGHT + 18, at + 4, "start", line.name());
		}
	}

	private static void rule(StringBuilder svg, String kind, double x1, double y1, double x2, double y2) {
		svg.append(
				format("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", kind, x1, y1, x2, y2));
	}

	private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
		svg.append(format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor))
			.append(escape(text))
			.append("</text>\n");
	}

	private static String number(double value) {
		return format("%.2f", value).replaceFirst("\\.?0+$", "");
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
	}

	private static String format(String format, Object... values) {
		return String.format(Locale.ROOT, format, values);
	}

	/**
	 * Where things are.
	 *
	 * @param numbers on the horizontal axis
	 * @param top of the vertical axis
	 */
	private record Axes(TreeSet<Integer> numbers, double top) {

		double x(int number) {
			double least = Math.log(numbers.first());
			double range = Math.log(numbers.last()) - least;
			return (range == 0) ? LEFT : LEFT + (RIGHT - LEFT) * (Math.log(number) - least) / range;
		}

		double y(double value) {
			return BOTTOM - (BOTTOM - TOP) * value / top;
		}

	}

}
