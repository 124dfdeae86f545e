/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.benchmarks.servers;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The MVC application, on whichever servlet container the class path has. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({ CommonController.class, MvcApplication.Controller.class })
public class MvcApplication {

	/**
	 * Starts the application.
	 * @param args Spring properties such as {@code --server.port=18080}
	 */
	public static void main(String[] args) {
		SpringApplication.run(MvcApplication.class, args);
	}

	@RestController
	static class Controller {

		private final List<SseEmitter> subscribers = new CopyOnWriteArrayList<>();

		@GetMapping("/headers")
		ResponseEntity<String> headers(@RequestHeader("Host") String host,
				@RequestHeader("User-Agent") String userAgent, @RequestHeader("Accept") String accept,
				HttpServletRequest request) {
			return ResponseEntity.ok()
				.contentType(MediaType.TEXT_PLAIN)
				.header("X-Host", host)
				.header("Cache-Control", "no-store")
				.body(Answers.headers(request.getRequestURI(), userAgent, accept));
		}

		@GetMapping(path = "/feed/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
		SseEmitter events() throws IOException {
			SseEmitter emitter = new SseEmitter(0L);
			emitter.onCompletion(() -> subscribers.remove(emitter));
			// Nothing is sent before the first event, not even the head.
			emitter.send(SseEmitter.event().comment(""));
			subscribers.add(emitter);
			return emitter;
		}

		@PostMapping("/publish/feed")
		void publish(@RequestBody String message) {
			for (SseEmitter subscriber : subscribers) {
				try {
					subscriber.send(message);
				}
				catch (IOException ex) {
					subscribers.remove(subscriber);
				}
			}
		}

	}

}
