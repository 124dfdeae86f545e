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
	const loops = (field) => (server) => server.eventLoops.reduce((total, loop) => total + loop[field], 0);

	/* Of each section: its heading, what it is about, which a server may not have, and its charts. */
	const sections = [
		["HTTP", (now) => now.server, [
			["Requests", "/s", rate((s) => s.requests.received)],
			["Requests in progress", "", value((s) => s.requests.active)],
			["Connections", "", value((s) => s.connections.active)],
			["Refused messages", "/s", rate((s) => sum(s.rejections))],
			["Refused connections", "/s", rate((s) => sum(s.connections.refused) + s.connections.acceptFailures)],
			["Received", "B/s", rate((s) => s.bytes.received)],
			["Sent", "B/s", rate((s) => s.bytes.sent)],
			["Repeated header sections", "%",
				share((s) => s.headers.repeatHits, (s) => s.requests.received - s.headers.repeatHits)],
			["Request name cache hits", "%",
				share((s) => s.headers.requestNames.hits, (s) => s.headers.requestNames.misses)],
			["Response field cache hits", "%",
				share((s) => s.headers.responseFields.hits, (s) => s.headers.responseFields.misses)]
		]],
		["TLS", (now) => now.server.tls, [
			["Handshakes", "/s", rate((t) => t.handshakes)],
			["Failed handshakes", "/s", rate((t) => sum(t.failures))]
		]],
		["HTTP/2", (now) => now.server.http2, [
			["New connections", "/s", rate((h) => h.connections)],
			["Failed connections", "/s", rate((h) => h.connectionErrors)],
			["Streams reset by clients", "/s", rate((h) => h.resetsByClient)],
			["Streams reset by the server", "/s", rate((h) => h.resetsByServer)]
		]],
		["Response cache", (now) => now.server.cache, [
			["Hits", "%", share((c) => c.hits + c.stale, (c) => c.misses)],
			["Answered fresh", "/s", rate((c) => c.hits)],
			["Answered stale", "/s", rate((c) => c.stale)],
			["Misses", "/s", rate((c) => c.misses)],
			["Responses stored", "", value((c) => c.entries)],
			["Bytes stored", "B", value((c) => c.bytesUsed)]
		]],
		["Access log", (now) => now.server.accessLog, [
			["Lines written", "/s", rate((l) => l.written)],
			["Lines dropped", "/s", rate((l) => l.dropped)]
		]],
		["Event loops and write pools", (now) => now.server, [
			["Event loop delay", "ms", mean(loops("delaySamples"), loops("delayNanos"))],
			["Longest stall now", "ms", value((s) => Math.max(...s.eventLoops.map((loop) => loop.stalledMillis)))],
			["Pool hits", "%", share((s) => s.pool.hits, (s) => s.pool.mallocFallbacks)],
			["Malloc fallbacks", "/s", rate((s) => s.pool.mallocFallbacks)],
			["Measured first", "/s", rate((s) => s.pool.measureFirst)],
			["Pool bytes in use", "B", value((s) => s.pool.bytesUsed)]
		]],
		["WebSocket", (now) => now.server.webSocket, [
			["Sessions", "", value((w) => w.sessions.active)],
			["Messages received", "/s", rate((w) => w.messages.received)],
			["Messages sent", "/s", rate((w) => w.messages.sent)],
			["Bytes received", "B/s", rate((w) => w.bytes.received)],
			["Bytes sent", "B/s", rate((w) => w.bytes.sent)],
			["Bytes waiting", "B", value((w) => w.bytes.pending)],
			["Messages dropped", "/s", rate((w) => w.messages.dropped)]
		]],
		["Topics", (now) => now.topics, [
			["Messages published", "/s", rate((t) => t.published)],
			["Messages delivered", "/s", rate((t) => t.delivered)],
			["Messages dropped", "/s", rate((t) => sum(t.dropped))],
			["Subscribers", "", value((t) => t.subscribers)]
		]]
	].map(([heading, of, members]) => {
		const title = element(document.getElementById("charts"), "h2", heading);
		const group = element(document.getElementById("charts"), "div", "");
		group.className = "charts";
		title.hidden = group.hidden = true;
		const charts = members.map(([name, unit, compute]) =>
			({ unit, compute, total: null, points: [], view: card(group, name) }));
		return { of, charts, parts: [title, group] };
	});
	const charts = sections.flatMap((section) => section.charts);

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

	function add(chart, point) {
		chart.points.push(point);
		chart.points.splice(0, chart.points.length - POINTS);
		draw(chart);
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
		for (const section of sections) {
			const subject = section.of(now) ?? null;
			const earlier = same ? section.of(before) ?? null : null;
			section.parts.forEach((part) => part.hidden = subject === null);
			for (const chart of section.charts) {
				chart.total = subject !== null && chart.compute.total ? chart.compute.total(subject) : null;
				add(chart, subject !== null ? chart.compute(subject, earlier, seconds) : null);
			}
		}
		const uptime = Math.floor(now.server.uptimeMillis / 1000);
		document.getElementById("about").textContent = now.server.scheme + " on port " + now.server.port + ", "
				+ now.server.transport + ", " + now.server.eventLoops.length
				+ (now.server.eventLoops.length === 1 ? " event loop, up " : " event loops, up ")
				+ Math.floor(uptime / 3600) + "h " + Math.floor(uptime / 60) % 60 + "m " + uptime % 60 + "s";
		table("loops", now.server.eventLoops.map((loop) => loopRow(loop, same ? before : null, seconds)));
		table("topics", (now.topics ? now.topics.mostSubscribed : [])
				.map((entry) => [entry.pattern, entry.subscriptions.toLocaleString("en")]));
		table("drops", (now.topics ? now.topics.mostDropped : []).map((entry) => [entry.topic,
			entry.messages.toLocaleString("en"), Object.keys(entry.reasons).join(", ").replaceAll("_", " ")]));
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
		charts.forEach((chart) => add(chart, null));
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
