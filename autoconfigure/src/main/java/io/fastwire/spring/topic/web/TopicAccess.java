/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic.web;

import java.util.List;

import io.fastwire.spring.topic.TopicAuthorizer;
import io.fastwire.spring.topic.TopicRequest;
import io.fastwire.topic.TopicNames;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Decides who may subscribe to what.
 */
public final class TopicAccess {

	private static final Log logger = LogFactory.getLog(TopicAccess.class);

	private final int maxNameLength;

	private final @Nullable List<String> known;

	private final List<TopicAuthorizer> authorizers;

	/**
	 * Creates an access rule.
	 * @param maxNameLength longest pattern
	 * @param known patterns within which a subscription must lie, or {@code null}
	 * @param authorizers all of which must allow it
	 */
	public TopicAccess(int maxNameLength, @Nullable List<String> known, List<TopicAuthorizer> authorizers) {
		this.maxNameLength = maxNameLength;
		this.known = known;
		this.authorizers = List.copyOf(authorizers);
	}

	/** Whether the answer to {@link #refusal} may take time. */
	boolean asks() {
		return !authorizers.isEmpty();
	}

	boolean isValid(String pattern) {
		return pattern.length() <= maxNameLength && TopicNames.isPattern(pattern);
	}

	/** Decides by what is known at once; {@code null} if authorizers are to be asked. */
	@Nullable Refusal refusalAtOnce(TopicRequest request) {
		if (!isValid(request.pattern())) {
			return Refusal.INVALID_TOPIC;
		}
		if (known != null && known.stream().noneMatch(request::isWithin)) {
			return Refusal.UNKNOWN_TOPIC;
		}
		return null;
	}

	/** Decides; empty if it is allowed. */
	Mono<Refusal> refusal(TopicRequest request) {
		Refusal atOnce = refusalAtOnce(request);
		if (atOnce != null) {
			return Mono.just(atOnce);
		}
		return Flux.fromIterable(authorizers)
			.concatMap((authorizer) -> ask(authorizer, request))
			.filter((allowed) -> !allowed)
			.next()
			.map((refused) -> Refusal.FORBIDDEN);
	}

	private static Mono<Boolean> ask(TopicAuthorizer authorizer, TopicRequest request) {
		return Mono.defer(() -> authorizer.authorize(request)).defaultIfEmpty(false).onErrorResume((ex) -> {
			logger.warn("An authorizer failed, so the subscription is refused", ex);
			return Mono.just(false);
		});
	}

}
