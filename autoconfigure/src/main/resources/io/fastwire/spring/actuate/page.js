/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

/*
 * Asks for the JSON every two seconds while the tab is visible. Counters become rates by
 * their difference to the answer before. Where there is none to compare with (the tab was
 * hidden, the server restarted or did not answer) the line has a gap.
 */
(() => {
	"use strict";

	const INTERVAL = 2000;
	const TIMEOUT = 5000;
	const POINTS = 150;
	const SVG = "http://www.w3.org/2000/svg";

	const rate = (read) => (now, before, seconds) => before === null ? null : (read(now) - read(before)) / seconds;
	const value = (read) => (now) => read(now);
	const share = (part, rest) => (now, before) => {
		if (before === null) {
			return null;
		}
		const hits = part(now) - part(before);
		const all = hits + rest(now) - rest(before);
		return all > 0 ? 100 * hits / all : null;
	};
	const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
	const loops = (field) => (now) => now.server.eventLoops.reduce((total, loop) => total + loop[field], 0);
	const delay = (now, before) => {
		if (before === null) {
			return null;
		}
		const samples = loops("delaySamples")(now) - loops("delaySamples")(before);
		return samples > 0 ? (loops("delayNanos")(now) - loops("delayNanos")(before)) / samples / 1e6 : null;
	};
	const server = (read) => (now) => read(now.server);
	const topics = (read) => (now) => now.topics ? read(now.topics) : 0;

	const charts = [
		["Requests", "/s", rate(server((s) => s.requests.received))],
		["Requests in progress", "", value(server((s) => s.requests.active))],
		["Connections", "", value(server((s) => s.connections.active))],
		["Refused messages", "/s", rate(server((s) => sum(s.rejections)))],
		["Pool hits", "%", share(server((s) => s.pool.hits), server((s) => s.pool.mallocFallbacks))],
		["Malloc fallbacks", "/s", rate(server((s) => s.pool.mallocFallbacks))],
		["Measured first", "/s", rate(server((s) => s.pool.measureFirst))],
		["Pool bytes in use", "B", value(server((s) => s.pool.bytesUsed))],
		["Request name cache hits", "%",
			share(server((s) => s.headers.requestNames.hits), server((s) => s.headers.requestNames.misses))],
		["Response field cache hits", "%",
			share(server((s) => s.headers.responseFields.hits), server((s) => s.headers.responseFields.misses))],
		["Sent", "B/s", rate(server((s) => s.bytes.sent))],
		["Event loop delay", "ms", delay],
		["Topic messages published", "/s", rate(topics((t) => t.published))],
		["Topic messages delivered", "/s", rate(topics((t) => t.delivered))],
		["Topic messages dropped", "/s", rate(topics((t) => sum(t.dropped)))],
		["Topic subscribers", "", value(topics((t) => t.subscribers))]
	].map(([title, unit, compute]) => ({ unit, compute, points: [], view: card(title) }));

	const select = document.getElementById("server");
	const url = location.pathname;
	let before = null;
	let timer = 0;
	let asking = false;

	function element(parent, name, text) {
		const created = document.createElement(name);
		created.textContent = text;
		parent.append(created);
		return created;
	}

	function card(title) {
		const root = element(document.getElementById("charts"), "article", "");
		root.className = "card";
		element(root, "h2", title);
		const output = element(root, "output", "–");
		const svg = document.createElementNS(SVG, "svg");
		svg.setAttribute("viewBox", "0 0 " + (POINTS - 1) + " 48");
		svg.setAttribute("preserveAspectRatio", "none");
		svg.setAttribute("aria-hidden", "true");
		root.append(svg);
		return { output, svg, peak: element(root, "small", "\u00a0") };
	}

	function format(number, unit) {
		const digits = number >= 100 || Number.isInteger(number) ? 0 : number >= 10 ? 1 : 2;
		const text = number.toLocaleString("en", { maximumFractionDigits: digits });
		return unit === "" || unit === "/s" || unit === "%" ? text + unit : text + "\u00a0" + unit;
	}

	function draw(chart) {
		const known = chart.points.filter((point) => point !== null);
		const last = chart.points[chart.points.length - 1];
		const top = chart.unit === "%" ? 100 : Math.max(...known, 0);
		chart.view.output.textContent = last === null ? "–" : format(last, chart.unit);
		chart.view.peak.textContent = known.length > 0 ? "most " + format(Math.max(...known), chart.unit) : "\u00a0";
		const offset = POINTS - chart.points.length;
		const lines = [[]];
		chart.points.forEach((point, index) => {
			if (point === null) {
				lines.push([]);
			}
			else {
				const height = top > 0 ? point / top : 0;
				lines[lines.length - 1].push((index + offset) + "," + (46 - 44 * height).toFixed(1));
			}
		});
		chart.view.svg.replaceChildren(...lines.filter((line) => line.length > 0).map((line) => {
			const shape = document.createElementNS(SVG, "polyline");
			shape.setAttribute("points", line.join(" "));
			return shape;
		}));
	}

	function add(compute) {
		for (const chart of charts) {
			chart.points.push(compute(chart));
			chart.points.splice(0, chart.points.length - POINTS);
			draw(chart);
		}
	}

	function state(text, bad) {
		const shown = document.getElementById("state");
		shown.textContent = text;
		shown.classList.toggle("bad", bad);
	}

	function choose(names) {
		const chosen = names.includes(select.value) ? select.value : names[0];
		if (names.join() !== Array.from(select.options, (option) => option.value).join()) {
			select.replaceChildren();
			names.forEach((name) => element(select, "option", name));
			select.value = chosen;
		}
		return chosen;
	}

	function show(answer) {
		const name = choose(Object.keys(answer.servers));
		if (name === undefined) {
			throw new Error("no server of Fastwire is running");
		}
		const now = { name, server: answer.servers[name], topics: answer.topics, at: performance.now() };
		const same = before !== null && before.name === name && before.server.uptimeMillis < now.server.uptimeMillis
				&& before.server.requests.received <= now.server.requests.received;
		const seconds = same ? (now.at - before.at) / 1000 : 0;
		add((chart) => chart.compute(now, same ? before : null, seconds));
		const uptime = Math.floor(now.server.uptimeMillis / 1000);
		document.getElementById("about").textContent = now.server.scheme + " on port " + now.server.port + ", "
				+ now.server.transport + ", " + now.server.eventLoops.length
				+ (now.server.eventLoops.length === 1 ? " event loop, up " : " event loops, up ")
				+ Math.floor(uptime / 3600) + "h " + Math.floor(uptime / 60) % 60 + "m " + uptime % 60 + "s";
		list(now.topics ? now.topics.mostSubscribed : []);
		before = now;
		state("Live", false);
	}

	function list(most) {
		const section = document.getElementById("topics");
		section.hidden = most.length === 0;
		const body = section.querySelector("tbody");
		body.replaceChildren();
		for (const entry of most) {
			const row = element(body, "tr", "");
			element(row, "td", entry.pattern);
			element(row, "td", entry.subscriptions.toLocaleString("en"));
		}
	}

	function gap() {
		before = null;
		add(() => null);
	}

	async function ask() {
		if (asking) {
			return;
		}
		asking = true;
		try {
			const response = await fetch(url, {
				headers: { Accept: "application/json" },
				cache: "no-store",
				signal: AbortSignal.timeout(TIMEOUT)
			});
			if (!response.ok) {
				throw new Error("status " + response.status);
			}
			show(await response.json());
		}
		catch (failure) {
			gap();
			state("No answer (" + failure.message + "), trying again", true);
		}
		finally {
			asking = false;
		}
	}

	function follow() {
		clearInterval(timer);
		if (document.hidden) {
			gap();
			state("Paused", false);
		}
		else {
			ask();
			timer = setInterval(ask, INTERVAL);
		}
	}

	select.addEventListener("change", () => {
		charts.forEach((chart) => chart.points.length = 0);
		before = null;
		ask();
	});
	document.addEventListener("visibilitychange", follow);
	follow();
})();
