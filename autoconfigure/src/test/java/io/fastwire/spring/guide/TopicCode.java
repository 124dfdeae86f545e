/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.guide;

import java.security.Principal;

import io.fastwire.spring.topic.TopicAuthorizer;
import io.fastwire.spring.topic.TopicRequest;
import io.fastwire.topic.SlowConsumerPolicy;
import io.fastwire.topic.TopicOptions;
import io.fastwire.topic.TopicSink;
import io.fastwire.topic.TopicSubscriber;
import io.fastwire.topic.Topics;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;

/** What topics.md, security.md and the migration from STOMP show. */
class TopicCode {

	void hub(TopicSink sink) {
		Topics topics = new Topics(TopicOptions.builder()
			.slowConsumerPolicy("quotes/**", SlowConsumerPolicy.KEEP_LATEST)
			.history("orders/**", 100, 1 << 20)
			.build());

		TopicSubscriber subscriber = topics.join(sink); // one for each connection
		subscriber.subscribe("orders/*");
		topics.publish("orders/42", "shipped");
		subscriber.close(); // when the connection ends, however it ends
	}

	@Bean
	TopicAuthorizer adminTopics() {
		return TopicAuthorizer.of((request) -> !request.reaches("admin/**") || isAdmin(request.principal()));
	}

	private static boolean isAdmin(@Nullable Principal principal) {
		return principal != null && principal.getName().equals("admin");
	}

	@Bean
	TopicAuthorizer ownTopics() {
		return TopicAuthorizer.of((request) -> !request.reaches("users/**") || isOwn(request));
	}

	private static boolean isOwn(TopicRequest request) {
		String name = (request.principal() != null) ? request.principal().getName() : "";
		return name.matches("[a-z0-9-]+") && request.isWithin("users/" + name + "/**");
	}

}
