/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;
import org.springframework.util.ReflectionUtils;

/**
 * The methods of a class that are annotated with {@link PublishTo}, themselves or through
 * their class, an interface or a meta-annotation. Looks at each class once and at nothing
 * but annotations, so that it can be used ahead of time. Thread-safe.
 */
final class PublishToMethods {

	private static final String SPRING = "org.springframework.";

	/**
	 * Where most beans of Spring itself are, which need not be looked at. Applications
	 * may be below {@code org.springframework} as well, such as Spring's own samples.
	 */
	private static final Set<String> SPRING_MODULES = Set.of("aop", "beans", "boot", "cache", "context", "core", "data",
			"expression", "format", "http", "jdbc", "jmx", "orm", "r2dbc", "security", "transaction", "validation",
			"web");

	private final Map<Class<?>, Map<Method, Annotated>> classes = new ConcurrentHashMap<>();

	/**
	 * Finds the annotated methods of a class.
	 * @param type the class of a bean, not of its proxy
	 * @return by method, as the class declares it
	 */
	Map<Method, Annotated> of(Class<?> type) {
		Map<Method, Annotated> known = classes.get(type);
		if (known == null) {
			known = isCandidate(type) ? find(type) : Map.of();
			classes.put(type, known);
		}
		return known;
	}

	private static boolean isCandidate(Class<?> type) {
		return !isOfSpring(type.getName())
				&& AnnotationUtils.isCandidateClass(type, List.of(PublishTo.class, PublishTos.class));
	}

	private static boolean isOfSpring(String name) {
		if (!name.startsWith(SPRING)) {
			return false;
		}
		int end = name.indexOf('.', SPRING.length());
		return end > 0 && SPRING_MODULES.contains(name.substring(SPRING.length(), end));
	}

	private static Map<Method, Annotated> find(Class<?> type) {
		Set<PublishTo> ofClass = nearest(type);
		return MethodIntrospector.selectMethods(type,
				(MethodIntrospector.MetadataLookup<Annotated>) (method) -> annotated(method, ofClass));
	}

	private static @Nullable Annotated annotated(Method method, Set<PublishTo> ofClass) {
		Set<PublishTo> ofMethod = nearest(method);
		if (!ofMethod.isEmpty()) {
			return new Annotated(ofMethod, false);
		}
		return (!ofClass.isEmpty() && isMeantByClass(method)) ? new Annotated(ofClass, true) : null;
	}

	private static boolean isMeantByClass(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& ReflectionUtils.findMethod(Object.class, method.getName(), method.getParameterTypes()) == null;
	}

	/**
	 * Finds the annotations of a method or class; only if it has none, those of what it
	 * overrides or extends.
	 */
	private static Set<PublishTo> nearest(AnnotatedElement element) {
		List<MergedAnnotation<PublishTo>> all = MergedAnnotations
			.from(element, SearchStrategy.TYPE_HIERARCHY, RepeatableContainers.standardRepeatables())
			.stream(PublishTo.class)
			.toList();
		Set<PublishTo> nearest = new LinkedHashSet<>();
		int distance = all.stream().mapToInt(MergedAnnotation::getAggregateIndex).min().orElse(0);
		for (MergedAnnotation<PublishTo> annotation : all) {
			if (annotation.getAggregateIndex() == distance) {
				nearest.add(annotation.synthesize());
			}
		}
		return nearest;
	}

	/**
	 * The annotations of a method.
	 *
	 * @param annotations in their order
	 * @param onClass whether they are on the class and not on the method
	 */
	record Annotated(Set<PublishTo> annotations, boolean onClass) {
	}

}
