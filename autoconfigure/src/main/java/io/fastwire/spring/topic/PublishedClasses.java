/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fastwire.spring.topic.PublishToMethods.Annotated;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.expression.ParseException;
import org.springframework.util.ClassUtils;

/**
 * Makes annotations ready to publish, and checks them on the way. Thread-safe.
 */
final class PublishedClasses {

	private final PublishToMethods methods;

	private final ConfigurableBeanFactory beanFactory;

	private final PublishBeans beans;

	private final PublishSupport support;

	private final Map<Class<?>, Map<Method, PublishedMethod>> classes = new ConcurrentHashMap<>();

	PublishedClasses(PublishToMethods methods, ConfigurableBeanFactory beanFactory, PublishBeans beans) {
		this.methods = methods;
		this.beanFactory = beanFactory;
		this.beans = beans;
		this.support = new PublishSupport(beanFactory.getBeanClassLoader());
	}

	/**
	 * Returns the methods of a class that publish.
	 * @param type the class of a bean, not of its proxy
	 * @return by method, as the class declares it
	 * @throws InvalidPublishToException if an annotation cannot work
	 */
	Map<Method, PublishedMethod> of(Class<?> type) {
		Map<Method, PublishedMethod> known = classes.get(type);
		if (known == null) {
			known = new HashMap<>();
			for (Map.Entry<Method, Annotated> entry : methods.of(type).entrySet()) {
				PublishedMethod method = published(entry.getKey(), type, entry.getValue());
				if (method != null) {
					known.put(entry.getKey(), method);
				}
			}
			classes.put(type, known);
		}
		return known;
	}

	private @Nullable PublishedMethod published(Method method, Class<?> type, Annotated annotated) {
		String place = ClassUtils.getQualifiedMethodName(method, type);
		ReturnShape shape = shape(place, method, type);
		List<Publication> publications = new ArrayList<>();
		for (PublishTo annotation : annotated.annotations()) {
			PublishExpressions expressions = expressions(place, annotation);
			if (!shape.valueless() || expressions.hasPayload()) {
				publications.add(new Publication(place, annotation, topics(place, annotation, method, shape),
						expressions, beans));
			}
			else if (!annotated.onClass()) {
				throw new InvalidPublishToException(place, "the method returns nothing that could be published",
						"Return a value, or say with 'payload' what to publish, for example payload = \"#id\".");
			}
			checkEach(place, annotation, shape);
		}
		return publications.isEmpty() ? null : new PublishedMethod(method, shape, publications, support);
	}

	private ReturnShape shape(String place, Method method, Class<?> type) {
		try {
			return ReturnShape.of(method, type, support.registry());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidPublishToException(place, "the return type is not supported",
					"Change the method: " + ex.getMessage() + ".", ex);
		}
	}

	private PublishExpressions expressions(String place, PublishTo annotation) {
		try {
			return new PublishExpressions(annotation, beanFactory);
		}
		catch (ParseException ex) {
			throw new InvalidPublishToException(place, "an expression is malformed: " + ex.getMessage(),
					"Correct 'condition' or 'payload', which are SpEL.", ex);
		}
	}

	private static void checkEach(String place, PublishTo annotation, ReturnShape shape) {
		Class<?> value = shape.value().resolve(Object.class);
		if (annotation.each() && value != Object.class && !value.isArray() && !Iterable.class.isAssignableFrom(value)) {
			throw new InvalidPublishToException(place, "'each' is for arrays and Iterables, and this is neither",
					"Remove 'each = true'.");
		}
	}

	private List<TopicTemplate> topics(String place, PublishTo annotation, Method method, ReturnShape shape) {
		if (annotation.topics().length == 0) {
			throw new InvalidPublishToException(place, "it names no topic",
					"Name one or more topics, for example @PublishTo(\"orders\").");
		}
		ResolvableType value = annotation.each() ? element(shape.value()) : shape.value();
		TopicVariables variables = new TopicVariables(method, shape.valueless() ? null : value);
		List<TopicTemplate> topics = new ArrayList<>();
		for (String topic : annotation.topics()) {
			try {
				topics.add(TopicTemplate.parse(resolve(topic), variables::get));
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidPublishToException(place, "the topic '" + topic + "' cannot be: " + ex.getMessage(),
						"Correct the name of the topic, its variables and placeholders.", ex);
			}
		}
		return topics;
	}

	private static ResolvableType element(ResolvableType collection) {
		return collection.isArray() ? collection.getComponentType() : collection.as(Iterable.class).getGeneric();
	}

	private String resolve(String topic) {
		String resolved = beanFactory.resolveEmbeddedValue(topic);
		if (resolved == null || resolved.contains("${")) {
			throw new IllegalArgumentException("A placeholder of '" + topic + "' has no value");
		}
		return resolved;
	}

}
