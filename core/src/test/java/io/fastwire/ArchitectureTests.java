/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the packages of core to their directions, and each rule to its fixture.
 */
class ArchitectureTests {

	private static final String FIXTURES = "io.fastwire.architecture.fixtures";

	private static final JavaClasses MAIN = new ClassFileImporter()
		.withImportOption((location) -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
		.importPackages("io.fastwire");

	private static final JavaClasses BAD = new ClassFileImporter().importPackages(FIXTURES);

	@ParameterizedTest
	@EnumSource
	void holds(ArchitectureRule rule) {
		rule.under("io.fastwire").check(MAIN);
	}

	@ParameterizedTest
	@EnumSource
	void isBrokenByItsFixture(ArchitectureRule rule) {
		EvaluationResult result = rule.under(FIXTURES).evaluate(BAD);
		assertThat(result.getFailureReport().toString()).contains(rule.fixture());
	}

}
