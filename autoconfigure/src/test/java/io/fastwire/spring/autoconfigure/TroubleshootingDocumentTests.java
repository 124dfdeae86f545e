/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.autoconfigure;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That the text of each failure analyzer is explained in the document of troubles. The
 * failures are made up: the text is of interest, not how it comes to it.
 */
class TroubleshootingDocumentTests {

	/** A valid name of a property, in case it is one. */
	private static final String ANY = "some.value";

	private static final Pattern HEADING = Pattern.compile("(?m)^### (.*)$");

	private static final Pattern PROPERTY = Pattern
		.compile("'((?:management\\.)?(?:server|fastwire|options)\\.[a-z.-]+)");

	/** Those of Spring Boot for what is not on the class path. */
	private static final FailureHandler OTHERS_MAY_FAIL = FailureHandler
		.handleMessage((message, cause) -> assertThat(message.get()).doesNotContain("io.fastwire."));

	static List<FailureAnalyzer> analyzers() {
		ArgumentResolver arguments = ArgumentResolver.of(Environment.class, new MockEnvironment())
			.and(BeanFactory.class, new DefaultListableBeanFactory());
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, arguments, OTHERS_MAY_FAIL)
			.stream()
			.filter((analyzer) -> analyzer.getClass().getName().startsWith("io.fastwire."))
			.toList();
	}

	@ParameterizedTest
	@MethodSource("analyzers")
	void explainsTheTextOf(FailureAnalyzer analyzer) throws Exception {
		FailureAnalysis analysis = Objects.requireNonNull(analyzer.analyze(failure(analyzer)));
		String document = startup();
		assertThat(HEADING.matcher(document).results().map((heading) -> heading.group(1))).as(analysis.getDescription())
			.anyMatch((heading) -> Pattern.matches(anyIn(heading), analysis.getDescription()));
		assertThat(PROPERTY.matcher(String.valueOf(analysis.getAction())).results().map((name) -> name.group(1)))
			.as(analysis.getAction())
			.allMatch(document::contains);
	}

	/** As a regular expression, with anything for each ellipsis. */
	private static String anyIn(String heading) {
		return Arrays.stream(heading.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".+"));
	}

	private static String startup() throws IOException {
		String document = Files.readString(Path.of("../docs/troubleshooting.md"));
		return document.substring(document.indexOf("## Startup fails"), document.indexOf("## Warnings"));
	}

	private static Throwable failure(FailureAnalyzer analyzer) throws Exception {
		Class<?> type = ResolvableType.forClass(analyzer.getClass())
			.as(AbstractFailureAnalyzer.class)
			.getGeneric(0)
			.toClass();
		Constructor<?> constructor = type.getDeclaredConstructors()[0];
		constructor.setAccessible(true);
		return (Throwable) constructor
			.newInstance(Arrays.stream(constructor.getParameterTypes()).map((parameter) -> any(parameter)).toArray());
	}

	private static Object any(Class<?> type) {
		if (type == String.class) {
			return ANY;
		}
		return type.isEnum() ? type.getEnumConstants()[0] : new IllegalStateException(ANY);
	}

}
