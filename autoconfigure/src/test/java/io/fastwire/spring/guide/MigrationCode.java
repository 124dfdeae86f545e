/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.guide;

import java.time.Duration;

import io.fastwire.spring.FastwireServerCustomizer;
import io.fastwire.spring.topic.PublishTo;
import io.fastwire.spring.topic.TopicPublisher;

import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What the guides of migration show. */
class MigrationCode {

	@Bean
	FastwireServerCustomizer slowNetworks() {
		return (options) -> options.backlog(4096).tlsHandshakeTimeout(Duration.ofSeconds(20));
	}

	/** What a client sends. */
	record NewNote(String text) {
	}

	/** What subscribers get. */
	record Note(String author, String text) {
	}

	@RestController
	static class NoteController {

		private final TopicPublisher publisher;

		NoteController(TopicPublisher publisher) {
			this.publisher = publisher;
		}

		@PostMapping("/notes")
		@PublishTo("notes")
		public Note add(@RequestBody NewNote note) {
			return new Note("Ada", note.text());
		}

		void remind(String user, String text) {
			publisher.publish("users/" + user + "/reminders", text);
		}

	}

}
