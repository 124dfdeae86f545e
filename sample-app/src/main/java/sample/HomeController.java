/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package sample;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows a visitor where to go. */
@RestController
final class HomeController {

	private static final String PAGE = """
			<!DOCTYPE html>
			<html lang="en">
			<head><meta charset="utf-8"><title>Fastwire sample</title></head>
			<body>
			<h1>Fastwire sample: orders</h1>
			<ul>
			<li><a href="/orders">All orders</a>, or only <a href="/orders?status=NEW">the new ones</a></li>
			<li><a href="/live.html">Orders and prices, live</a></li>
			<li><a href="/orders/stream">Changes as they happen</a> (server-sent events)</li>
			<li><a href="/actuator/health">Health</a> and <a href="/actuator/metrics">metrics</a></li>
			</ul>
			<p>Place an order:</p>
			<pre>curl -H 'Content-Type: application/json' \\
			  -d '{"customer":"Ada","items":[{"product":"tea","quantity":2}]}' localhost:8080/orders</pre>
			</body>
			</html>
			""";

	@GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
	String home() {
		return PAGE;
	}

}
