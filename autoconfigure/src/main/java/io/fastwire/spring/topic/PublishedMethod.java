/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;
import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;

/**
 * A method with its {@link PublishTo} annotations.
 */
final class PublishedMethod {

	private final Method method;

	private final boolean valueless;

	private final @Nullable ReactiveAdapter declared;

	private final List<Publication> publications;

	private final PublishSupport support;

	PublishedMethod(Method method, ReturnShape shape, List<Publication> publications, PublishSupport support) {
		this.method = method;
		this.valueless = shape.valueless();
		this.declared = shape.adapter();
		this.publications = publications;
		this.support = support;
	}

	boolean isReactive() {
		return declared != null;
	}

	/**
	 * Publishes what the method has returned, now or when it is there.
	 * @param target the bean
	 * @param arguments those of the call
	 * @param returned what the method has returned
	 * @return the same, or an equivalent that publishes as it is used
	 */
	@Nullable Object observe(@Nullable Object target, @Nullable Object[] arguments, @Nullable Object returned) {
		PublishCall call = new PublishCall(method, arguments, target);
		if (returned instanceof CompletionStage<?> stage) {
			observe(call, stage);
			return returned;
		}
		ReactiveAdapter adapter = support.adapter(declared, returned);
		if (adapter != null && returned != null) {
			return support.reactive()
				.observe(adapter, returned, valueless, (value, hook) -> publish(call, value, hook));
		}
		if (returned instanceof HttpEntity<?> entity && entity.getBody() != null) {
			return observe(call, entity);
		}
		publish(call, returned, support.currentTransaction());
		return returned;
	}

	private void publish(PublishCall call, @Nullable Object returned, CommitHook hook) {
		Object value = PublishedValues.unwrap(returned);
		if (value != null || valueless) {
			for (Publication publication : publications) {
				publication.publish(call, value, hook);
			}
		}
	}

	/*
	 * The transaction of the method ends when the method returns, most often before the
	 * stage is complete. What waits for its commit therefore begins to wait for the stage
	 * only then.
	 */
	private void observe(PublishCall call, CompletionStage<?> stage) {
		CommitHook hook = support.currentTransaction();
		if (hook == CommitHook.NONE) {
			whenComplete(call, stage, null);
			return;
		}
		if (publications.stream().anyMatch((publication) -> publication.phase() == PublishPhase.IMMEDIATELY)) {
			whenComplete(call, stage, PublishPhase.IMMEDIATELY);
		}
		if (publications.stream().anyMatch((publication) -> publication.phase() == PublishPhase.AFTER_COMMIT)) {
			hook.afterCommit(() -> whenComplete(call, stage, PublishPhase.AFTER_COMMIT));
		}
	}

	private void whenComplete(PublishCall call, CompletionStage<?> stage, @Nullable PublishPhase phase) {
		stage.whenComplete((returned, failure) -> {
			Object value = PublishedValues.unwrap(returned);
			if (failure != null || (value == null && !valueless)) {
				return;
			}
			for (Publication publication : publications) {
				if (phase == null || phase == publication.phase()) {
					publication.publish(call, value, CommitHook.NONE);
				}
			}
		});
	}

	private Object observe(PublishCall call, HttpEntity<?> entity) {
		Object body = entity.getBody();
		ReactiveAdapter adapter = support.adapter(declared, body);
		if (adapter == null || body == null) {
			publish(call, entity, support.currentTransaction());
			return entity;
		}
		if (PublishedValues.isError(entity)) {
			return entity;
		}
		Object observed = support.reactive()
			.observe(adapter, body, valueless, (value, hook) -> publish(call, value, hook));
		if (entity instanceof ResponseEntity<?> response) {
			return new ResponseEntity<>(observed, response.getHeaders(), response.getStatusCode());
		}
		return new HttpEntity<>(observed, entity.getHeaders());
	}

}
