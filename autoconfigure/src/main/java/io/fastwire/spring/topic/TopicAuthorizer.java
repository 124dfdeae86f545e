/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.function.Predicate;

import reactor.core.publisher.Mono;

/**
 * Decides who may subscribe to what, over WebSocket and event streams. Beans of this type
 * are asked for each subscription, in their order; all of them must allow it. Without any
 * bean everything is allowed, as far as the request itself gets through to
 * {@code fastwire.topics.path}.
 * <p>
 * What is asked for may be a pattern. <b>An authorizer that guards topics must refuse
 * each pattern that reaches them</b>: {@code **} reaches everything.
 * {@link TopicRequest#reaches} and {@link TopicRequest#isWithin} tell. <pre>{@code
 * &#64;Bean
 * TopicAuthorizer adminsOnly() {
 *     return TopicAuthorizer.of((request) -> !request.reaches("admin/**") || isAdmin(request.principal()));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface TopicAuthorizer {

	/**
	 * Decides about one subscription. Called on an event loop, so it must not block.
	 * @param request who asks for what
	 * @return {@code true} to allow it; {@code false}, nothing or an error refuse it
	 */
	Mono<Boolean> authorize(TopicRequest request);

	/**
	 * Makes an authorizer from a decision that is known at once.
	 * @param decision whether a subscription is allowed; must not block
	 * @return an authorizer
	 */
	static TopicAuthorizer of(Predicate<TopicRequest> decision) {
		return (request) -> Mono.just(decision.test(request));
	}

}
