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
	const FIRST_POINTS = 30;
	const SVG = "http://www.w3.org/2000/svg";

	const rate = (read) => Object.assign(
		(now, before, seconds) => before === null ? null : (read(now) - read(before)) / seconds, { total: read });
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
	const mean = (samples, nanos) => (now, before) => {
		if (before === null) {
			return null;
		}
		const count = samples(now) - samples(before);
		return count > 0 ? (nanos(now) - nanos(before)) / count / 1e6 : null;
	};
	const loops = (field) => (now) => now.server.eventLoops.reduce((total, loop) => total + loop[field], 0);
	const server = (read) => (now) => read(now.server);
	const socket = (read) => (now) => read(now.server.webSocket);
	const topics = (read) => (now) => now.topics ? read(now.topics) : 0;

	const sections = {
		"HTTP": [
			["Requests", "/s", rate(server((s) => s.requests.received))],
			["Requests in progress", "", value(server((s) => s.requests.active))],
			["Connections", "", value(server((s) => s.connections.active))],
			["Refused messages", "/s", rate(server((s) => sum(s.rejections)))],
			["Received", "B/s", rate(server((s) => s.bytes.received))],
			["Sent", "B/s", rate(server((s) => s.bytes.sent))],
			["Repeated header sections", "%",
				share(server((s) => s.headers.repeatHits), server((s) => s.requests.received - s.headers.repeatHits))],
			["Request name cache hits", "%",
				share(server((s) => s.headers.requestNames.hits), server((s) => s.headers.requestNames.misses))],
			["Response field cache hits", "%",
				share(server((s) => s.headers.responseFields.hits), server((s) => s.headers.responseFields.misses))]
		],
		"Event loops and write pools": [
			["Event loop delay", "ms", mean(loops("delaySamples"), loops("delayNanos"))],
			["Pool hits", "%", share(server((s) => s.pool.hits), server((s) => s.pool.mallocFallbacks))],
			["Malloc fallbacks", "/s", rate(server((s) => s.pool.mallocFallbacks))],
			["Measured first", "/s", rate(server((s) => s.pool.measureFirst))],
			["Pool bytes in use", "B", value(server((s) => s.pool.bytesUsed))]
		],
		"WebSocket": [
			["Sessions", "", value(socket((w) => w.sessions.active))],
			["Messages received", "/s", rate(socket((w) => w.messages.received))],
			["Messages sent", "/s", rate(socket((w) => w.messages.sent))],
			["Bytes received", "B/s", rate(socket((w) => w.bytes.received))],
			["Bytes sent", "B/s", rate(socket((w) => w.bytes.sent))],
			["Bytes waiting", "B", value(socket((w) => w.bytes.pending))],
			["Messages dropped", "/s", rate(socket((w) => w.messages.dropped))]
		],
		"Topics": [
			["Messages published", "/s", rate(topics((t) => t.published))],
			["Messages delivered", "/s", rate(topics((t) => t.delivered))],
			["Messages dropped", "/s", rate(topics((t) => sum(t.dropped)))],
			["Subscribers", "", value(topics((t) => t.subscribers))]
		]
	};
	const charts = Object.entries(sections).flatMap(([heading, members]) => {
		element(document.getElementById("charts"), "h2", heading);
		const group = element(document.getElementById("charts"), "div", "");
		group.className = "charts";
		return members.map(([title, unit, compute]) => ({ unit, compute, total: null, points: [], view: card(group, title) }));
	});

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

	function card(group, title) {
		const root = element(group, "article", "");
		root.className = "card";
		element(root, "h3", title);
		const output = element(root, "output", "–");
		const svg = document.createElementNS(SVG, "svg");
		svg.setAttribute("preserveAspectRatio", "none");
		svg.setAttribute("aria-hidden", "true");
		root.append(svg);
		return { output, svg, notes: element(root, "small", "\u00a0") };
	}

	function format(number, unit) {
		if (unit.startsWith("B") && number >= 1000) {
			return number >= 1e6 ? format(number / 1e6, "M" + unit) : format(number / 1e3, "k" + unit);
		}
		const digits = number >= 100 || Number.isInteger(number) ? 0 : number >= 10 ? 1 : 2;
		const text = number.toLocaleString("en", { maximumFractionDigits: digits });
		return unit === "" || unit === "/s" || unit === "%" ? text + unit : text + "\u00a0" + unit;
	}

	function draw(chart) {
		const known = chart.points.filter((point) => point !== null);
		const last = chart.points[chart.points.length - 1];
		const top = chart.unit === "%" ? 100 : Math.max(...known, 0);
		chart.view.output.textContent = last === null ? "–" : format(last, chart.unit);
		const most = known.length > 0 ? ["most " + format(Math.max(...known), chart.unit)] : [];
		const all = chart.total !== null ? [format(chart.total, chart.unit.replace("/s", "")) + " in all"] : [];
		chart.view.notes.textContent = [...most, ...all].join(", ") || "\u00a0";
		const width = Math.max(FIRST_POINTS, chart.points.length);
		const offset = width - chart.points.length;
		chart.view.svg.setAttribute("viewBox", "0 0 " + (width - 1) + " 48");
		const lines = [[]];
		chart.points.forEach((point, index) => {
			if (point === null) {
				lines.push([]);
			}
			else {
				const height = top > 0 ? point / top : 0;
				lines[lines.length - 1].push((index + offset) + "," + (47 - 45 * height).toFixed(1));
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
		add((chart) => {
			chart.total = chart.compute.total ? chart.compute.total(now) : null;
			return chart.compute(now, same ? before : null, seconds);
		});
		const uptime = Math.floor(now.server.uptimeMillis / 1000);
		document.getElementById("about").textContent = now.server.scheme + " on port " + now.server.port + ", "
				+ now.server.transport + ", " + now.server.eventLoops.length
				+ (now.server.eventLoops.length === 1 ? " event loop, up " : " event loops, up ")
				+ Math.floor(uptime / 3600) + "h " + Math.floor(uptime / 60) % 60 + "m " + uptime % 60 + "s";
		table("loops", now.server.eventLoops.map((loop) => loopRow(loop, same ? before : null, seconds)));
		table("topics", (now.topics ? now.topics.mostSubscribed : [])
				.map((entry) => [entry.pattern, entry.subscriptions.toLocaleString("en")]));
		before = now;
		state("Live", false);
	}

	function loopRow(now, earlier, seconds) {
		const last = earlier === null ? null : earlier.server.eventLoops[now.index];
		const shown = (compute, unit) => {
			const number = compute(now, last, seconds);
			return number === null ? "–" : format(number, unit);
		};
		return [now.index, now.connections,
			shown(rate((loop) => loop.requests), "/s"),
			shown(mean((loop) => loop.delaySamples, (loop) => loop.delayNanos), "ms"),
			shown(share((loop) => loop.pool.hits, (loop) => loop.pool.mallocFallbacks), "%"),
			shown(rate((loop) => loop.pool.mallocFallbacks), "/s"),
			format(now.pool.bytesUsed, "B")];
	}

	function table(id, rows) {
		const section = document.getElementById(id);
		section.hidden = rows.length === 0;
		const body = section.querySelector("tbody");
		body.replaceChildren();
		for (const cells of rows) {
			const row = element(body, "tr", "");
			cells.forEach((cell) => element(row, "td", cell));
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
