/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.util.Map;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What WebFlux and MVC have in common. */
@RestController
class CommonController {

	@GetMapping(path = "/", produces = MediaType.TEXT_PLAIN_VALUE)
	String hello() {
		return Answers.HELLO;
	}

	@PostMapping(path = "/key", produces = MediaType.TEXT_PLAIN_VALUE)
	String key(@RequestBody Map<String, Object> body) {
		return String.valueOf(body.get("key"));
	}

	@GetMapping("/json")
	Answers.Feed json() {
		return Answers.FEED;
	}

}
