/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.testsupport;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** What holds for the packages of all modules. */
public final class PackageRules {

	private PackageRules() {
	}

	/**
	 * Every package decides about null.
	 * @param packages as ArchUnit names them
	 * @return the rule
	 */
	public static ArchRule nullMarked(String packages) {
		return classes().that()
			.resideInAPackage(packages)
			.should(new NullMarkedPackage())
			.because("NullAway checks only packages that are @NullMarked");
	}

	/**
	 * No package cycles.
	 * @param root above all packages
	 * @return the rule
	 */
	public static ArchRule noCycles(String root) {
		return slices().matching(root + ".(**)")
			.should()
			.beFreeOfCycles()
			.because("packages in a cycle are one package with two names");
	}

	private static final class NullMarkedPackage extends ArchCondition<JavaClass> {

		NullMarkedPackage() {
			super("reside in a @NullMarked package");
		}

		@Override
		public void check(JavaClass type, ConditionEvents events) {
			boolean marked = type.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked");
			events.add(new SimpleConditionEvent(type, marked,
					type.getName() + (marked ? " is" : " is not") + " in a @NullMarked package"));
		}

	}

}
