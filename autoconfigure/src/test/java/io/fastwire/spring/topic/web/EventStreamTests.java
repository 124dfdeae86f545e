/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fastwire.http.Exchange;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

class EventStreamTests {

	/** Topics flush in portions, which must not be left to the end of the turn. */
	@Test
	void letsItsEventsLeaveWhenItIsFlushed() {
		List<String> calls = new ArrayList<>();
		Exchange exchange = (Exchange) Proxy.newProxyInstance(Exchange.class.getClassLoader(),
				new Class<?>[] { Exchange.class }, (proxy, method, arguments) -> {
					calls.add(method.getName());
					return null;
				});
		TopicWebOptions options = new TopicWebOptions("/topics", null, Duration.ZERO, Duration.ZERO);
		Mono.<Void>create((end) -> {
			new EventStream(exchange, end, options, null).flush();
			end.success();
		}).block(Duration.ofSeconds(20));
		assertThat(calls).containsExactly("flush");
	}

}
