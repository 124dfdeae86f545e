/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring;

import java.util.function.Function;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import io.fastwire.testsupport.PackageRules;
import org.springframework.boot.autoconfigure.AutoConfiguration;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMembers;

/**
 * A rule about the packages of the Spring integration, and the name of the fixture that
 * proves it can fail.
 */
enum SpringArchitectureRule {

	/** Core's internals stay inside core. */
	NO_INTERNALS("SeesInternals",
			(root) -> noClasses().that()
				.resideInAPackage(root + ".spring..")
				.should()
				.dependOnClassesThat()
				.resideInAPackage(root + ".internal..")
				.because("what Spring code needs from core is public API, so that others can do the same")),

	/** The adapter works without auto-configuration. */
	ADAPTER_WITHOUT_AUTOCONFIGURATION("SeesAutoConfiguration",
			(root) -> noClasses().that()
				.resideInAPackage(root + ".spring..")
				.and()
				.resideOutsideOfPackage(root + ".spring.autoconfigure..")
				.should()
				.dependOnClassesThat()
				.resideInAPackage(root + ".spring.autoconfigure..")
				.because("the server factory must be usable as a plain bean")),

	/** Auto-configurations are final. */
	AUTOCONFIGURATIONS_FINAL("OpenAutoConfiguration",
			(root) -> classes().that(areAutoConfigurationsUnder(root))
				.should()
				.bePublic()
				.andShould()
				.haveModifier(JavaModifier.FINAL)
				.because("Boot names them in ordering annotations, and nobody extends them")),

	/** Auto-configurations have no callers. */
	AUTOCONFIGURATIONS_WITHOUT_PUBLIC_MEMBERS("OpenAutoConfiguration.adapter",
			(root) -> noMembers().that()
				.areDeclaredInClassesThat(areAutoConfigurationsUnder(root))
				.and(areNotConstructors())
				.should()
				.bePublic()
				.because("beans are the API of an auto-configuration, not its methods")),

	/** Every package decides about null. */
	NULL_MARKED("SeesInternals", (root) -> PackageRules.nullMarked(root + ".spring..")),

	/** No package cycles. */
	NO_CYCLES("Cycle detected", PackageRules::noCycles);

	private final String fixture;

	private final Function<String, ArchRule> rule;

	SpringArchitectureRule(String fixture, Function<String, ArchRule> rule) {
		this.fixture = fixture;
		this.rule = rule;
	}

	String fixture() {
		return this.fixture;
	}

	ArchRule under(String root) {
		return this.rule.apply(root).allowEmptyShould(true);
	}

	private static DescribedPredicate<JavaClass> areAutoConfigurationsUnder(String root) {
		return DescribedPredicate.describe("are auto-configurations",
				(type) -> type.isAnnotatedWith(AutoConfiguration.class)
						&& type.getPackageName().startsWith(root + ".spring"));
	}

	private static DescribedPredicate<JavaMember> areNotConstructors() {
		return DescribedPredicate.describe("are not constructors", (member) -> !(member instanceof JavaConstructor));
	}

}
