/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.fastwire.spring.topic.PublishFailures.Reason;
import io.fastwire.topic.PublishOptions;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;

/**
 * One {@link PublishTo} annotation of one method, ready to publish. Thread-safe. Its
 * methods do not throw: the method that publishes is not to notice.
 */
final class Publication {

	private static final Log LOGGER = LogFactory.getLog(PublishTo.class);

	private final String place;

	private final List<TopicTemplate> topics;

	private final PublishExpressions expressions;

	private final boolean each;

	private final PublishPhase phase;

	private final PublishBeans beans;

	private final AtomicBoolean logged = new AtomicBoolean();

	Publication(String place, PublishTo annotation, List<TopicTemplate> topics, PublishExpressions expressions,
			PublishBeans beans) {
		this.place = place;
		this.topics = topics;
		this.expressions = expressions;
		this.each = annotation.each();
		this.phase = annotation.phase();
		this.beans = beans;
	}

	PublishPhase phase() {
		return phase;
	}

	/**
	 * Publishes a value.
	 * @param call the call that it came from
	 * @param value what the method came to; {@code null} if it returns nothing
	 * @param hook where to wait for the commit if {@link #phase()} demands it
	 */
	void publish(PublishCall call, @Nullable Object value, CommitHook hook) {
		CommitHook when = (phase == PublishPhase.AFTER_COMMIT) ? hook : CommitHook.NONE;
		try {
			if (!each || value == null) {
				publishOne(call, value, when);
				return;
			}
			Iterator<?> elements = PublishedValues.elements(value);
			while (elements.hasNext()) {
				Object element = PublishedValues.unwrap(elements.next());
				if (element != null) {
					publishOne(call, element, when);
				}
			}
		}
		catch (Exception | LinkageError | StackOverflowError ex) {
			failed(Reason.PUBLISH, ex);
		}
	}

	/*
	 * Names and expressions are evaluated now, when the session of a persistence context
	 * is still open and arguments are what they were. Encoding waits for the commit, so
	 * that it sees what the flush has filled in.
	 */
	private void publishOne(PublishCall call, @Nullable Object value, CommitHook hook) {
		Object payload = payload(call, value);
		if (payload == null) {
			return;
		}
		List<String> names = names(call, value);
		if (!names.isEmpty()) {
			hook.afterCommit(() -> send(names, payload));
		}
	}

	private @Nullable Object payload(PublishCall call, @Nullable Object value) {
		if (expressions.isEmpty()) {
			return value;
		}
		try {
			EvaluationContext context = expressions.context(call, value);
			return expressions.holds(context) ? PublishedValues.unwrap(expressions.payload(context, value)) : null;
		}
		catch (Exception | LinkageError | StackOverflowError ex) {
			failed(Reason.EXPRESSION, ex);
			return null;
		}
	}

	private List<String> names(PublishCall call, @Nullable Object value) {
		List<String> names = new ArrayList<>(topics.size());
		for (TopicTemplate topic : topics) {
			try {
				names.add(topic.expand(call.args(), value));
			}
			catch (Exception | LinkageError | StackOverflowError ex) {
				failed(Reason.TOPIC, ex);
			}
		}
		return names;
	}

	private void send(List<String> names, Object payload) {
		try {
			TopicPublisher publisher = beans.publisher();
			names.removeIf((name) -> !isAccepted(publisher, name));
			if (!names.isEmpty()) {
				publisher.publish(names, payload, PublishOptions.NONE);
			}
		}
		catch (Exception | LinkageError | StackOverflowError ex) {
			failed(Reason.PUBLISH, ex);
		}
	}

	/** Each value can stand in a name, and the whole be too long nevertheless. */
	private boolean isAccepted(TopicPublisher publisher, String name) {
		boolean accepted = publisher.accepts(name);
		if (!accepted) {
			failed(Reason.TOPIC, new IllegalArgumentException(
					"The name of a topic is not valid. It has " + name.length() + " characters with its values."));
		}
		return accepted;
	}

	private void failed(Reason reason, Throwable failure) {
		beans.failures().add(reason);
		if (logged.compareAndSet(false, true)) {
			LOGGER.warn("@PublishTo on " + place + " could not publish. Further failures are counted, and logged at"
					+ " level debug.", failure);
		}
		else {
			LOGGER.debug("@PublishTo on " + place + " could not publish", failure);
		}
	}

}
